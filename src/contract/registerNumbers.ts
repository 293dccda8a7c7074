/** Numbers of registers in the United States, which are written with spaces, dashes or nothing between their digits. */

/**
 * The nine digits of a number that was copied with a label, spaces, dashes or invisible characters; null for any other text,
 * among them digits and hyphens alone, which were typed as they are meant.
 */
const nineDigits = (text: string, label: RegExp): string | null => {
  if (/^[\d-]*$/.test(text)) return null
  const digits = text
    .normalize('NFKC')
    .replace(label, '')
    .replaceAll(/[\s\p{Cf}\p{Pd}\u2212]/gu, '')
  return /^\d{9}$/.test(digits) ? digits : null
}

/** The stored form of a copied tax ID: '##-#######' for an EIN; null for any other text, such as a foreign ID. */
export function readTaxId(text: string): string | null {
  const digits = nineDigits(text, /^\s*F?EIN\s*[:#]?/i)
  return digits && `${digits.slice(0, 2)}-${digits.slice(2)}`
}

/** The stored form of a copied DUNS number: its nine digits; null for any other text. */
export const readDuns = (text: string): string | null => nineDigits(text, /^\s*D-?U-?N-?S\s*[:#]?/i)
