/** As many digits as the contract's numbers carry; beyond them a sum shows binary noise. */
const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 })

/** A number with thousands separators and every digit that was typed. */
export const formatNumber = (value: number): string => plain.format(value)

const bare = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15, useGrouping: false })

/** A number that names something, such as a case's: without separators. */
export const formatSerial = (value: number): string => bare.format(value)

const decoration = /[\s,$]|USD/gi

/** The number that somebody typed or pasted; null for nothing, NaN for what is no number. */
export const parseNumber = (text: string): number | null => {
  const digits = text.replace(decoration, '')
  if (digits === '') return null
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(Number(digits).toPrecision(15)) : NaN
}

/** '1 file', '12 files' */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** A number of bytes in decimal units: '640 bytes', '12.5 kB', '5 MB'. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return counted(bytes, 'byte')
  // What rounds to 1000 kB is 1 MB already.
  const [unit, name] = bytes < 999_950 ? [1000, 'kB'] : [1_000_000, 'MB']
  return `${oneDecimal.format(bytes / unit)} ${name}`
}
