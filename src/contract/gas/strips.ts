/** Averages of consecutive months of a curve (CRV-2). */
import { decimal, sumOf, type Decimal } from './decimal'

/** The average that weighs months alike; null without a month. */
export const stripAverage = (prices: readonly Decimal[]): Decimal | null =>
  prices.length === 0 ? null : sumOf(prices).div(prices.length)

/** The average weighed by the gas used in each month; null without any. */
export function loadWeighted(prices: readonly Decimal[], volumes: readonly Decimal[]): Decimal | null {
  const volume = sumOf(volumes)
  if (volume.eq(0) || prices.length === 0) return null
  return sumOf(prices.map((price, index) => price.times(volumes[index] ?? decimal(0)))).div(volume)
}
