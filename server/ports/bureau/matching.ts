/** How well a name or a city matches a typed one, typing errors included. */
import { distance } from 'fastest-levenshtein'
import type { BureauMatch, BureauReason } from '../../../src/contract/bureau'
import { fold } from '../../kit/fold'
import type { Business, BusinessQuery } from '.'

/** Words that hardly distinguish companies. */
const fillers = new Set(
  'the of and inc incorporated corp corporation co company llc llp lp ltd limited plc pc pllc'.split(' '),
)
/** Abbreviations in the names of cities. */
const longForms: Readonly<Record<string, string>> = { st: 'saint', ft: 'fort', mt: 'mount' }

/** The reduction of a word's likeness, which is 1 for the same word, by each typing error. */
const perSlip = 0.2
const startLikeness = 0.9
/** The likeness of words that are split elsewhere than in the name. */
const partedLikeness = 0.8
/** The maximum bonus for a name without further words. */
const wholeNameBonus = 0.1
/** From this many letters on, the start of a word matches the word. */
const minStart = 3
const maxCitySlips = 2

/** Words as written, without punctuation; 'L.L.C.' and "Miller's" are one word each. */
const writtenWords = (text: string): string[] =>
  text
    .replaceAll(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')

/** The same without case and accents. */
const wordsOf = (text: string): string[] => writtenWords(text).map(fold)

/** The distinguishing words of a company's name, or all where there are none. */
function significantWords(words: readonly string[]): readonly string[] {
  const counting = words.filter((word) => !fillers.has(fold(word)))
  return counting.length > 0 ? counting : words
}

/** The distinguishing words of a company's name, in the form in which names are compared. */
export const nameWords = (name: string): readonly string[] => significantWords(wordsOf(name))

/** The name of a city in the form in which cities are compared. */
export const cityKey = (city: string): string =>
  wordsOf(city)
    .map((word) => longForms[word] ?? word)
    .join(' ')

/** How many letters are missing, added or wrong; two swapped neighbours are one error. */
function slips(typed: string, meant: string): number {
  return isSwap(typed, meant) ? 1 : distance(typed, meant)
}

function isSwap(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false
  let at = 0
  while (at < typed.length && typed[at] === meant[at]) at++
  return (
    at + 1 < typed.length &&
    typed[at] === meant[at + 1] &&
    typed[at + 1] === meant[at] &&
    typed.slice(at + 2) === meant.slice(at + 2)
  )
}

/** One error makes another word of a short one. */
const toleratedSlips = ({ length }: string): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** 1 for the same word, less for its start and for each slip, 0 for another word. */
function likeness(typed: string, meant: string): number {
  if (typed === meant) return 1
  if (typed.length >= minStart && meant.startsWith(typed)) return startLikeness
  const found = slips(typed, meant)
  return found <= toleratedSlips(typed) ? 1 - found * perSlip : 0
}

/** How well a name matches, from 0 (a typed word is like none of its words) to a little over 1 (the same words). */
export function nameScore(typed: readonly string[], name: readonly string[]): number {
  if (typed.length === 0) return 0
  const likenesses = typed.map((word) => Math.max(0, ...name.map((other) => likeness(word, other))))
  const apart = likenesses.includes(0) ? 0 : likenesses.reduce((sum, value) => sum + value, 0) / typed.length
  const score = Math.max(apart, partedLikeness * likeness(typed.join(''), name.join('')))
  return score === 0 ? 0 : score + (wholeNameBonus * Math.min(typed.length, name.length)) / name.length
}

/** The cities that are most similar to a typed one, by their keys; none where there are too many errors. */
export function nearestCities(typed: string, cities: Iterable<string>): string[] {
  const key = cityKey(typed)
  const found = [...cities].map((city) => ({ city, slips: slips(key, city) }))
  const fewest = Math.min(maxCitySlips, ...found.map(({ slips }) => slips))
  return found.filter(({ slips }) => slips === fewest).map(({ city }) => city)
}

const reason = (
  part: BureauReason['part'],
  fit: BureauReason['fit'],
  spellings: BureauReason['spellings'] = [],
): BureauReason => ({ part, fit, spellings })

/** The most similar word of a name. */
const nearestWord = (typed: string, words: readonly string[]): string | undefined =>
  words.toSorted((a, b) => likeness(fold(typed), fold(b)) - likeness(fold(typed), fold(a)))[0]

function nameReason(typed: string, name: string): BureauReason {
  const searchedWords = significantWords(writtenWords(typed))
  const words = significantWords(writtenWords(name))
  if (fold(searchedWords.join('')) === fold(words.join(''))) return reason('name', 'same')
  const pairs = searchedWords.map((word) => ({ typed: word, found: nearestWord(word, words) ?? '' }))
  const unlike = pairs.filter((pair) => !fold(pair.found).startsWith(fold(pair.typed)))
  if (unlike.length === 0) {
    const isWhole =
      searchedWords.length === words.length && pairs.every((pair) => fold(pair.typed) === fold(pair.found))
    return reason('name', isWhole ? 'same' : 'partial')
  }
  // Words split elsewhere than in the name are like none of its words, but together like the whole.
  const areParted = unlike.some((pair) => likeness(fold(pair.typed), fold(pair.found)) === 0)
  return reason(
    'name',
    'similar',
    areParted ? [{ typed: searchedWords.join(' '), found: words.join(' ') }] : unlike,
  )
}

const cityReason = (typed: string, city: string): BureauReason =>
  cityKey(typed) === cityKey(city)
    ? reason('city', 'same')
    : reason('city', 'similar', [{ typed: typed.trim(), found: city }])

/**
 * How sure it is that a business is the one searched for, and why: all parts are the same; its name has further words,
 * or one part is spelled otherwise; or both its name and its city are.
 */
export function matchOf(query: BusinessQuery, business: Business): BureauMatch {
  const reasons = [
    nameReason(query.name, business.business_name),
    cityReason(query.city, business.city),
    // Bureaus answer only with businesses of the state.
    reason('state', 'same'),
  ]
  const doubts = reasons.reduce(
    (sum, { fit, spellings }) => sum + (fit === 'same' ? 0 : Math.max(1, spellings.length)),
    0,
  )
  return { confidence: doubts === 0 ? 'high' : doubts === 1 ? 'medium' : 'low', reasons }
}
