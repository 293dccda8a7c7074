/**
 * Text as search and ordering see it: no case, no accents, single spaces. Done here and not in SQL, so that
 * SQLite and PostgreSQL give the same answers whatever their collations. A part of a text folds to a part of
 * the folded text: hence the way through upper case (ß, ẞ and SS are one), and one lower case for both sigmas.
 * Accents go before letters are taken apart, too: putting a long row of them in order takes the square of its length.
 */
export const fold = (value: string): string =>
  isPlain.test(value) ? singleSpaced(value.toLowerCase()) : foldLetters(value)

const singleSpaced = (value: string): string =>
  value.includes('  ') ? value.replaceAll(/ {2,}/g, ' ') : value

/** Nearly every text: nothing but ASCII letters, digits, marks and spaces. */
const isPlain = /^[ -~]*$/

const foldLetters = (value: string): string =>
  value
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll(/\s+/g, ' ')
