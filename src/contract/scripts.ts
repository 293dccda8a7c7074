/**
 * Combinations of scripts allowed in an email, the "highly restrictive" level of UTS 39: letters of different scripts
 * look alike, and so do addresses that mix them.
 */

/** Scripts in which names are written today. */
const scripts =
  'Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer Thaana'.split(
    ' ',
  )
/** Scripts that are used together. */
const eastAsian = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Bopomofo'],
  ['Han', 'Hangul'],
]

/** Digits, marks and punctuation are common to all scripts. */
const written = (...names: string[]) =>
  new RegExp(`^[${['Common', 'Inherited', ...names].map((name) => `\\p{Script=${name}}`).join('')}]*$`, 'u')

const isPlain = (text: string) => /^[\0-\x7f]*$/.test(text)
const isOfOne = (text: string) =>
  isPlain(text) ||
  [...scripts.map((name) => [name]), ...eastAsian].some((names) => written(...names).test(text))

/** Whether each part of an email is in one script, and all parts in the same one, or Latin with East Asian ones. */
export const hasOneScript = (email: string): boolean =>
  isPlain(email) ||
  (email.split(/[@.]/).every(isOfOne) &&
    (isOfOne(email) || eastAsian.some((names) => written('Latin', ...names).test(email))))
