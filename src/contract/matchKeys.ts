import { foldSearched } from './fold'
import { readPhone } from './phone'

/**
 * Maximum length of a key in UTF-16 code units, which is at most 2,400 bytes: just below the limit of PostgreSQL's
 * indexes.
 */
const maxMatchKey = 800

/** The letters and digits of a folded name; the other characters for a name without any. */
const lettersIn = (name: string): string => {
  const folded = foldSearched(name)
  return folded.replaceAll(/[^\p{L}\p{N}]/gu, '') || folded.replaceAll(/\s/g, '')
}

/**
 * Key for comparing names regardless of case, accents, punctuation and spaces: 'ACME, Inc.' equals 'Acme Inc'. Several
 * names are parts of one; null where one of them is missing.
 */
export const nameMatchKey = (names: readonly string[]): string | null => {
  const parts = names.map(lettersIn)
  return parts.includes('') ? null : parts.join(' ').slice(0, maxMatchKey)
}

/** Key for comparing register numbers regardless of punctuation; null without a digit. */
export const digitsMatchKey = ([text = '']: readonly string[]): string | null =>
  foldSearched(text).replaceAll(/\D/g, '').slice(0, maxMatchKey) || null

/** Key for comparing phone numbers in any usual notation, without their extension; null for any other text. */
export const phoneMatchKey = ([text = '']: readonly string[]): string | null =>
  readPhone(text)?.split(' x')[0]?.replaceAll(/\D/g, '') ?? null
