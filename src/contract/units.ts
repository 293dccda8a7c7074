/** Quantities of gas in therms and dekatherms: 1 dth = 10 th. The only conversion code. */
import Big from 'big.js'

export type VolumeUnit = 'th' | 'dth'

const therms = { th: 1, dth: 10 } as const satisfies Record<VolumeUnit, number>

/** Converts a quantity in decimal arithmetic: a round trip restores the typed digits. */
export const convertVolume = (volume: number, from: VolumeUnit, to: VolumeUnit): number =>
  from === to ? volume : new Big(volume).times(new Big(therms[from]).div(therms[to])).toNumber()

/** Converts a price per unit to another unit. */
export const convertRate = (rate: number, from: VolumeUnit, to: VolumeUnit): number =>
  convertVolume(rate, to, from)
