import type { Row } from '../../contract'
import { maxDigits } from '../../contract/limits'
import { convertVolume } from '../../contract/units'
import type { Typed } from '../../ui/value/numbers'

/** The months in calendar order, each with its field of a bid. */
export const months = [
  { name: 'January', field: 'january_volume', isWinter: true },
  { name: 'February', field: 'february_volume', isWinter: true },
  { name: 'March', field: 'march_volume', isWinter: true },
  { name: 'April', field: 'april_volume', isWinter: false },
  { name: 'May', field: 'may_volume', isWinter: false },
  { name: 'June', field: 'june_volume', isWinter: false },
  { name: 'July', field: 'july_volume', isWinter: false },
  { name: 'August', field: 'august_volume', isWinter: false },
  { name: 'September', field: 'september_volume', isWinter: false },
  { name: 'October', field: 'october_volume', isWinter: false },
  { name: 'November', field: 'november_volume', isWinter: true },
  { name: 'December', field: 'december_volume', isWinter: true },
] as const satisfies readonly { name: string; field: keyof Row<'bids'>; isWinter: boolean }[]

export type Unit = Row<'bids'>['volume_unit']
/** A volume in a form: null for none, the text itself for invalid input. */
export type Volume = Typed
/** The volume fields of a bid. */
export type Volumes = Record<(typeof months)[number]['field'] | 'annual_volume', Volume> & {
  volume_unit: Unit
}

/** The monthly volumes, in calendar order. */
export const monthlyOf = (volumes: Volumes): Volume[] => months.map(({ field }) => volumes[field])

/** Twelve volumes by the fields of their months. */
export const asMonths = <V extends Volume>(given: readonly V[]) =>
  Object.fromEntries(months.map(({ field }, index) => [field, given[index] ?? null])) as Record<
    (typeof months)[number]['field'],
    V | null
  >

export const isVolume = (volume: Volume): volume is number => typeof volume === 'number'

/** A number by its shortest decimal text: digits × 10^-places, exactly. */
interface Decimal {
  digits: bigint
  places: number
}

const decimalOf = (value: number): Decimal => {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const places = fraction.length - Number(exponent)
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places }
}

const rounded = (value: number) => Number(value.toPrecision(maxDigits))
const numberOf = ({ digits, places }: Decimal) => Number(`${digits}e-${places}`)

/** The exact decimal sum, in which 0.1 + 0.2 is 0.3. */
export const sumOf = (values: readonly number[]): number => {
  const decimals = values.map(decimalOf)
  const places = Math.max(0, ...decimals.map((decimal) => decimal.places))
  const digits = decimals.reduce((sum, each) => sum + each.digits * 10n ** BigInt(places - each.places), 0n)
  return rounded(numberOf({ digits, places }))
}

/** The sum of the months; null where none has a volume. */
export const monthlySum = (monthly: readonly Volume[]): number | null => {
  const given = monthly.filter(isVolume)
  return given.length ? sumOf(given) : null
}

/** The excess of the months' sum over the year; null where one of them is unknown. */
export const excess = (annual: Volume, monthly: readonly Volume[]): number | null => {
  const sum = monthlySum(monthly)
  return sum === null || !isVolume(annual) ? null : sumOf([sum, -annual])
}

/** The share of November to March in percent; null without a volume. */
export const winterShare = (monthly: readonly Volume[]): number | null => {
  const sum = monthlySum(monthly)
  const winter = monthlySum(monthly.filter((_volume, index) => months[index]?.isWinter))
  return sum && sum > 0 ? ((winter ?? 0) / sum) * 100 : null
}

/** Minimum number of smallest steps per month, so that the twelve differ by little. */
const finenessOfMonth = 100n
const monthsOfYear = 12n

/**
 * Distributes a year evenly over twelve months: in whole units where the year is large enough, else with as many
 * decimals as keep the months within a hundredth of each other. The sum is exactly the year.
 */
export const spreadEvenly = (annual: number): number[] => {
  let { digits, places } = decimalOf(annual)
  while (digits > 0n && digits < monthsOfYear * finenessOfMonth) {
    digits *= 10n
    places += 1
  }
  // The remainder of the division by twelve is distributed over the year, too.
  const upTo = (month: number) => (digits * BigInt(month)) / monthsOfYear
  return months.map((_month, index) => numberOf({ digits: upTo(index + 1) - upTo(index), places }))
}

/** Converts a volume to another unit; invalid input stays. */
export const converted = (volume: Volume, from: Unit, to: Unit): Volume =>
  isVolume(volume) ? convertVolume(volume, from, to) : volume

/** All volumes of a bid in another unit. */
export const inUnit = (volumes: Volumes, unit: Unit): Volumes => {
  const convert = (volume: Volume) => converted(volume, volumes.volume_unit, unit)
  return {
    ...asMonths(monthlyOf(volumes).map(convert)),
    annual_volume: convert(volumes.annual_volume),
    volume_unit: unit,
  }
}
