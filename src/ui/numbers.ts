/** As many digits as the contract's numbers carry; beyond them a sum shows binary noise. */
const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 })

/** A number with thousands separators and every digit that was typed. */
export const formatNumber = (value: number): string => plain.format(value)

const decoration = /[\s,$]|USD/gi

/** The number that somebody typed or pasted; null for nothing, NaN for what is no number. */
export const parseNumber = (text: string): number | null => {
  const bare = text.replace(decoration, '')
  if (bare === '') return null
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(bare) ? Number(Number(bare).toPrecision(15)) : NaN
}

/** '1 file', '12 files' */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`
