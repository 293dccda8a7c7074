/** Quantities of gas, and prices per unit, as screens show them: in therms or dekatherms. */
import type { GasUnit } from './gas/choices'
import { convertQuantity, defaultHeatContent } from './gas/units'

export type VolumeUnit = Extract<GasUnit, 'th' | 'dth'>

/** Converts a quantity: a round trip restores the typed digits. */
export const convertVolume = (volume: number, from: VolumeUnit, to: VolumeUnit): number =>
  // Between units of energy no heat content counts.
  from === to ? volume : convertQuantity(volume, from, to, defaultHeatContent).toNumber()

/** Converts a price per unit to another unit. */
export const convertRate = (rate: number, from: VolumeUnit, to: VolumeUnit): number =>
  convertVolume(rate, to, from)
