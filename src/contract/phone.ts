/** Phone numbers: stored form, display and dialling. */

/** Without the invisible characters of a copied number, and with plain dashes. */
const plainly = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}−]/gu, '-')
    .trim()

const extension = /[\s,;]*(?:x|ext\.?|extension|;ext=|#)\s*[.:=]?\s*(\d{1,7})$/i
const northAmerican = /^(?:(?:\+|00|011)?1[\s.-]*)?\(?(\d{3})\)?[\s./-]*(\d{3})[\s./-]*(\d{4})$/
/** Countries outside North America; their national numbers have a leading zero that is not dialled from abroad. */
const international = /^(?:\+|00|011)\s*([2-9][\d\s()./-]*\d)$/
/** Minimum and maximum number of digits with the country code (E.164). */
const [fewest, most] = [7, 15]

/**
 * The stored form of a phone number in any usual notation; null for any other text. North American numbers are
 * '###-###-####', others '+44 20 7946 0000', followed by an extension as ' x12'.
 */
export function readPhone(text: string): string | null {
  const whole = plainly(text).replace(/^tel:\s*/i, '')
  const inner = extension.exec(whole)
  const number = inner ? whole.slice(0, inner.index) : whole
  const end = inner ? ` x${inner[1]}` : ''
  const parts = northAmerican.exec(number)?.slice(1)
  if (parts) return parts.join('-') + end
  const abroad = international.exec(number)?.[1]?.replace(/\(0\)/, ' ')
  const groups = abroad?.match(/\d+/g) ?? []
  const { length } = groups.join('')
  return length >= fewest && length <= most ? `+${groups.join(' ')}${end}` : null
}

/** The `tel:` address of a stored number, valid from any country. */
export const phoneLink = (phone: string): string => {
  const [number = '', inner] = phone.split(' x')
  const dialled = number.startsWith('+') ? number.replaceAll(' ', '') : `+1-${number}`
  return `tel:${dialled}${inner === undefined ? '' : `;ext=${inner}`}`
}
