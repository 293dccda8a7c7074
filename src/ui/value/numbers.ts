import { maxDigits } from '../../contract/limits'
import { hasTooManyDigits } from '../../contract/numbers'
import { problems } from '../../contract/problems'
import { withoutMarks } from '../../contract/textRules'

/** A lazily created number format: creating an Intl.NumberFormat is slow, four of them take 13 ms. */
const writer = (options: Intl.NumberFormatOptions) => {
  let format: Intl.NumberFormat | undefined
  return (value: number) => (format ??= new Intl.NumberFormat('en-US', options)).format(value)
}

const plain = writer({ maximumSignificantDigits: maxDigits })

/** The value of a number field: null for none, the text itself where it is not unambiguously a number. */
export type Typed = number | string | null

/** Formats a number with thousands separators and all typed digits; other texts stay unchanged. */
export const formatNumber = (value: number | string): string =>
  typeof value === 'string' ? value : plain(value)

const money = writer({ minimumFractionDigits: 2, maximumFractionDigits: maxDigits })

/** As formatNumber, with two decimals at least: '0.10'. */
export const formatMoney = (value: number | string): string =>
  typeof value === 'string' ? value : money(value)

const short = writer({ notation: 'compact', maximumSignificantDigits: 4 })

/** As formatNumber, in at most seven characters: longer numbers are rounded to four digits, as in '1.235M'. */
export const formatShort = (value: number): string => {
  const whole = formatNumber(value)
  return whole.length <= 7 ? whole : short(value)
}

const bare = writer({
  maximumSignificantDigits: maxDigits,
  useGrouping: false,
})

/** Formats an identifying number, such as a case's: without separators. */
export const formatSerial = (value: number | string): string =>
  typeof value === 'string' ? value : bare(value)

/** Signs, currency and brackets around the digits; accountants bracket negative numbers. */
const dressed =
  /^(?<sign>[-+(])? ?(?:\$|usd)? ?(?<inner>[-+])?(?<digits>[\d., ]{0,400}\d\.?) ?(?:\$|usd)?(?<end>\))?$/i
/** Thousands in groups of three after one to three digits, separated by commas or by spaces. */
const written = /^(?:\d+|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+))?(?:\.\d*)?$/

/** Normalizes spaces, hyphens and minus signs, without the invisible characters that copied numbers have (K8). */
const plainly = (text: string) =>
  withoutMarks(text, 'identifier')
    .trim()
    .replace(/[^\S\t\r\n]/g, ' ')
    .replace(/[\u2212\u2012\u2013]/g, '-')

const partsOf = (text: string) => {
  const { sign = '', inner = '', digits = '', end = '' } = dressed.exec(plainly(text))?.groups ?? {}
  const fits = (sign === '(') === (end === ')') && !(sign && inner)
  return { isNegative: /[-(]/.test(sign + inner), digits: fits ? digits : '' }
}

const isTooLong = (digits: string) => hasTooManyDigits(digits.replace(/[, ]/g, ''))

/**
 * Parses a typed or pasted number; null for none, the text itself where it is invalid, ambiguous, or has too many
 * digits.
 */
export const readNumber = (text: string): Typed => {
  if (plainly(text) === '') return null
  const { isNegative, digits } = partsOf(text)
  if (digits === '' || !written.test(digits) || isTooLong(digits)) return text
  const value = Number(digits.replace(/[, ]/g, ''))
  return isNegative && value !== 0 ? -value : value
}

/** The error of an invalid number. */
export const whyUnread = (text: string): string => {
  const { digits } = partsOf(text)
  if (digits === '') return problems.number
  return written.test(digits) ? problems.digits(maxDigits) : problems.separators
}

/** '1 file', '12 files' */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`

const oneDecimal = writer({ maximumFractionDigits: 1 })

/** Formats bytes in decimal units: '640 bytes', '12.5 kB', '5 MB'. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return counted(bytes, 'byte')
  // Avoids '1000 kB'.
  const [unit, name] = bytes < 999_950 ? [1000, 'kB'] : [1_000_000, 'MB']
  return `${oneDecimal(bytes / unit)} ${name}`
}

const placed = new Map<number, (value: number) => string>()

/** As formatNumber, with exactly so many decimals: those that a computed value is rounded to. */
export const formatPlaces = (value: number, decimals: number): string => {
  const known = placed.get(decimals)
  if (known) return known(value)
  const made = writer({ minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  placed.set(decimals, made)
  return made(value)
}

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** '1st', '22nd', '13th' */
export const formatOrdinal = (value: number): string =>
  `${formatNumber(value)}${endings[new Intl.PluralRules('en-US', { type: 'ordinal' }).select(value)] ?? 'th'}`
