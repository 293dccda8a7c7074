import { createContext, useContext, type ReactNode } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import type { VolumeUnit } from '../../contract/units'
import { volumeUnitOf } from '../../store/preferences'

/** The unit of volumes in lists; one context for all rows, as for clocks. */
const VolumeUnitContext = createContext<VolumeUnit>('dth')

/** Provides the preferred unit. */
export const VolumeUnitProvider = ({ children }: { children: ReactNode }) => (
  <VolumeUnitContext value={useAppSelector(({ preferences }) => volumeUnitOf(preferences))}>
    {children}
  </VolumeUnitContext>
)

/** The unit of volumes in lists. */
export const useVolumeUnit = (): VolumeUnit => useContext(VolumeUnitContext)
