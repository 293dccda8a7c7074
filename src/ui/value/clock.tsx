import { createContext, type ReactNode } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import type { Clock } from '../../store/preferences'

/**
 * The preferred format of times, a context. Lists show hundreds of times; with a store subscription each, every action
 * would run all of their selectors.
 */
export const ClockContext = createContext<Clock>('standard')

/** Provides the user's preference. */
export const ClockProvider = ({ children }: { children: ReactNode }) => (
  <ClockContext value={useAppSelector(({ preferences }) => preferences.clock)}>{children}</ClockContext>
)
