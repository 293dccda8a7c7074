/** As many digits as the contract's numbers carry; beyond them a sum shows binary noise. */
const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 })

/** A number with thousands separators and every digit that was typed. */
export const formatNumber = (value: number): string => plain.format(value)
