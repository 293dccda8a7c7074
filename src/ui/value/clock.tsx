import { createContext, type ReactNode } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import type { Clock } from '../../store/preferences'

/**
 * How times of day are written for whoever looks: every time that is shown follows it. Lists show hundreds; were each to
 * look into the store, all would be asked at its every change.
 */
export const ClockContext = createContext<Clock>('standard')

/** Hands on what somebody has chosen. */
export const ClockProvider = ({ children }: { children: ReactNode }) => (
  <ClockContext value={useAppSelector(({ preferences }) => preferences.clock)}>{children}</ClockContext>
)
