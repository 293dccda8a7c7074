/** Conversion between units of gas (UNIT-2). */
import type Big from 'big.js'
import type { GasUnit } from './choices'
import { decimal, type Decimal } from './decimal'

export { gasUnits, type GasUnit } from './choices'

/** MMBtu per mcf where no entry of a utility is in force (UNIT-6). */
export const defaultHeatContent = 1.037

/** Digits after the decimal point of quantities. */
export const quantityPlaces: Readonly<Record<GasUnit, number>> = { dth: 3, mcf: 3, th: 2, ccf: 2 }

/** Units of which one of the first of their kind, dth or mcf, has so many. */
const parts: Readonly<Record<GasUnit, number>> = { dth: 1, th: 10, mcf: 1, ccf: 10 }
/** Whether a unit measures volume, of which a heat content makes energy. */
export const isVolumeUnit = (unit: GasUnit): boolean => unit === 'mcf' || unit === 'ccf'

/** Converts a quantity; `heatContent` counts between energy and volume only. */
export function convertQuantity(
  quantity: Big.BigSource,
  from: GasUnit,
  to: GasUnit,
  heatContent: Big.BigSource,
): Decimal {
  const given = decimal(quantity)
  // Exact, since units of a kind differ by powers of ten.
  const value = parts[to] === parts[from] ? given : given.times(parts[to] / parts[from])
  if (isVolumeUnit(from) === isVolumeUnit(to)) return value
  return isVolumeUnit(from) ? value.times(heatContent) : value.div(heatContent)
}

/** Converts a price per unit. */
export const convertPrice = (
  price: Big.BigSource,
  from: GasUnit,
  to: GasUnit,
  heatContent: Big.BigSource,
): Decimal => convertQuantity(price, to, from, heatContent)

/** The entry of a utility that is in force on a day: the latest `valid_from` not after it. */
export function heatContentOn(
  entries: readonly { valid_from: string; mmbtu_per_mcf: number }[],
  day: string,
): number {
  const inForce = entries
    .filter(({ valid_from }) => valid_from <= day)
    .reduce<(typeof entries)[number] | null>(
      (latest, entry) => (latest && latest.valid_from >= entry.valid_from ? latest : entry),
      null,
    )
  return inForce?.mmbtu_per_mcf ?? defaultHeatContent
}
