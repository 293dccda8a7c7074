import { maxDigits } from '../../contract/limits'
import { problems } from '../../contract/problems'

/** Writes numbers in one way. What does so is dear to make, four of them 13 ms: each is made when it is first needed. */
const writer = (options: Intl.NumberFormatOptions) => {
  let format: Intl.NumberFormat | undefined
  return (value: number) => (format ??= new Intl.NumberFormat('en-US', options)).format(value)
}

const plain = writer({ maximumSignificantDigits: maxDigits })

/** What a number field holds: null for nothing, the text itself where it is no number that can be told for sure. */
export type Typed = number | string | null

/** A number with thousands separators and every digit that was typed; a text that is none as it is. */
export const formatNumber = (value: number | string): string =>
  typeof value === 'string' ? value : plain(value)

const short = writer({ notation: 'compact', maximumSignificantDigits: 4 })

/** As formatNumber, in at most seven characters: what is longer is rounded to four digits, as in '1.235M'. */
export const formatShort = (value: number): string => {
  const whole = formatNumber(value)
  return whole.length <= 7 ? whole : short(value)
}

const bare = writer({
  maximumSignificantDigits: maxDigits,
  useGrouping: false,
})

/** A number that names something, such as a case's: without separators. */
export const formatSerial = (value: number | string): string =>
  typeof value === 'string' ? value : bare(value)

/** Signs, currency and brackets around the digits; accounts bracket what is negative. */
const dressed =
  /^(?<sign>[-+(])? ?(?:\$|usd)? ?(?<inner>[-+])?(?<digits>[\d., ]{0,60}\d\.?) ?(?:\$|usd)?(?<end>\))?$/i
/** Thousands stand in groups of three behind one to three digits, between commas or between spaces. */
const written = /^(?:\d+|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+))?(?:\.\d*)?$/

/** Spaces of any width are one kind, and so are hyphens and minus signs. */
const plainly = (text: string) =>
  text
    .trim()
    .replace(/[^\S\t\r\n]/g, ' ')
    .replace(/[\u2212\u2012\u2013]/g, '-')

const partsOf = (text: string) => {
  const { sign = '', inner = '', digits = '', end = '' } = dressed.exec(plainly(text))?.groups ?? {}
  const fits = (sign === '(') === (end === ')') && !(sign && inner)
  return { isNegative: /[-(]/.test(sign + inner), digits: fits ? digits : '' }
}

const isTooLong = (digits: string) => digits.replace(/\D/g, '').replace(/^0+|0+$/g, '').length > maxDigits

/**
 * The number that somebody typed or pasted; null for nothing, the text itself for what is no number, could be read in
 * two ways, or has more digits than are kept.
 */
export const readNumber = (text: string): Typed => {
  if (text.trim() === '') return null
  const { isNegative, digits } = partsOf(text)
  if (digits === '' || !written.test(digits) || isTooLong(digits)) return text
  const value = Number(digits.replace(/[, ]/g, ''))
  return isNegative && value !== 0 ? -value : value
}

/** Why a text was not taken as a number. */
export const whyUnread = (text: string): string => {
  const { digits } = partsOf(text)
  if (digits === '') return problems.number
  return written.test(digits) ? problems.digits(maxDigits) : problems.separators
}

/** '1 file', '12 files' */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`

const oneDecimal = writer({ maximumFractionDigits: 1 })

/** A number of bytes in decimal units: '640 bytes', '12.5 kB', '5 MB'. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return counted(bytes, 'byte')
  // What rounds to 1000 kB is 1 MB already.
  const [unit, name] = bytes < 999_950 ? [1000, 'kB'] : [1_000_000, 'MB']
  return `${oneDecimal(bytes / unit)} ${name}`
}
