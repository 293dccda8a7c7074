/**
 * Text for uniqueness and ordering: no case, no accents, single spaces. Done here and not in SQL, so that SQLite and
 * PostgreSQL agree under any collation. A substring folds to a substring of the folded text: hence the conversion
 * through upper case (ß, ẞ and SS are one), and one lower case for both sigmas. Accents are removed before
 * decomposition, too: reordering a long run of them takes quadratic time.
 */
export const fold = (value: string): string =>
  isPlain.test(value) ? singleSpaced(value.toLowerCase()) : foldLetters(value)

const singleSpaced = (value: string): string =>
  value.includes('  ') ? value.replaceAll(/ {2,}/g, ' ') : value

/** The common case: only printable ASCII. */
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

/**
 * Text for searches, on the server and in lists that the browser filters: folded, with typographic signs replaced by
 * those of a keyboard: quotes, dashes, fraction bars, ligatures, barred letters. Invisible characters are removed. Not
 * used for uniqueness, so that existing distinct names stay distinct.
 */
export const foldSearched = (value: string): string =>
  isPlain.test(value)
    ? fold(value.includes('`') ? value.replaceAll('`', "'") : value)
    : plainSigns(fold(plainSigns(value)))

const plainSigns = (value: string): string =>
  value
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[`´‘’‚‛′‵ʹʻʼʽˈ‹›＇｀]/g, "'")
    .replaceAll(/[“”„‟«»″‶〝〞〟＂ˮ]/g, '"')
    .replaceAll(/[\p{Pd}−⁃˗⁻₋➖]/gu, '-')
    .replaceAll(/[⁄∕]/g, '/')
    .replaceAll(/[æœøðđłþħŧ]/g, (letter) => plainLetters[letter] ?? letter)

const plainLetters: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', đ: 'd', ł: 'l', þ: 'th', ħ: 'h', ŧ: 't' },
}
