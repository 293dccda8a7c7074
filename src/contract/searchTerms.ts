/** Parsing of search texts, the same for the server and for lists that the browser filters. */
import { foldSearched } from './fold'

/** A folded text that has to occur, or several of which all or any have to occur. */
export type SearchTerms = string | { all: readonly SearchTerms[] } | { any: readonly SearchTerms[] }

/** Evaluates search terms, given a test for single texts. */
export const holdsTerms = (terms: SearchTerms, holds: (text: string) => boolean): boolean => {
  if (typeof terms === 'string') return holds(terms)
  return 'all' in terms
    ? terms.all.every((part) => holdsTerms(part, holds))
    : terms.any.some((part) => holdsTerms(part, holds))
}

/** The distinct texts of search terms. */
export const textsIn = (terms: SearchTerms): string[] => {
  if (typeof terms === 'string') return [terms]
  return [...new Set(('all' in terms ? terms.all : terms.any).flatMap(textsIn))]
}

/** A phrase in quotes at word boundaries, or any text between two spaces. */
const pieces = /(^|[\s,;])"([^"]*[^"\s][^"]*)"(?=$|[\s,;])|[^\s]+/g
/** Splits at commas, except those between the digits of a number. */
const partsBetweenCommas = /(?:\d{1,3}(?:,\d{3})+(?!\d)|[^,])+/g
/** Separators between words. */
const isSeparator = (word: string) => /^[-/|·•:;]+$/.test(word)

/**
 * Parses `q`; null for an empty search. Every word has to occur, a phrase in double quotes literally; commas between
 * words have no meaning.
 * @param byDigits whether texts of digits and separators also match by their digits alone.
 */
export function searchTerms(q: string, byDigits = false): SearchTerms | null {
  const folded = foldSearched(q).trim()
  if (folded === '') return null
  const words = [...folded.matchAll(pieces)].flatMap(([piece, , phrase]): Word[] =>
    phrase === undefined
      ? (piece.match(partsBetweenCommas) ?? [])
          .map((part) => (part.length > 1 ? part.replace(/;$/, '') : part))
          .map((text) => ({ text, isPhrase: false }))
      : [{ text: phrase.trim(), isPhrase: true }],
  )
  const counting = words.filter(({ text, isPhrase }) => isPhrase || !isSeparator(text))
  const asked = counting.length > 0 ? counting : words
  if (asked.length === 0) return folded
  return allOf(byDigits ? withNumbers(asked) : asked.map(({ text }) => text))
}

interface Word {
  text: string
  isPhrase: boolean
}

/** Drops words contained in other words, whose match implies theirs. */
const allOf = (parts: readonly SearchTerms[]): SearchTerms => {
  const texts = [...new Set(parts.filter((part) => typeof part === 'string'))]
  return oneOr(
    [
      ...texts.filter((text) => !texts.some((other) => other !== text && other.includes(text))),
      ...parts.filter((part) => typeof part !== 'string'),
    ],
    (all) => ({ all }),
  )
}

const oneOr = (
  parts: readonly SearchTerms[],
  several: (parts: readonly SearchTerms[]) => SearchTerms,
): SearchTerms => {
  const [first] = parts
  return first !== undefined && parts.length === 1 ? first : several(parts)
}

/** A possible number or part of one: digits, and the usual separators between them. */
const isNumeric = ({ text, isPhrase }: Word) => !isPhrase && /^[\d().+/-]*\d[\d().+/-]*$/.test(text)
const isExtension = ({ text, isPhrase }: Word) => !isPhrase && /^(?:x|ext\.?|#)\d*$/.test(text)
const digitsIn = (text: string) => text.replaceAll(/\D/g, '')

/** Consecutive words that may be parts of one number also match as that number. */
function withNumbers(words: readonly Word[]): SearchTerms[] {
  const terms: SearchTerms[] = []
  for (let at = 0; at < words.length;) {
    let end = at
    for (let word = words[end]; word && (isNumeric(word) || (end > at && isExtension(word)));)
      word = words[++end]
    if (end === at) {
      const text = words[at++]?.text
      if (text !== undefined) terms.push(text)
    } else {
      terms.push(numberTerms(words.slice(at, end).map(({ text }) => text)))
      at = end
    }
  }
  return terms
}

/** A single digit between separators matches only with the separators. */
const minDigits = 2
/** Minimum number of digits of a complete phone number. */
const minPhone = 7

function numberTerms(parts: readonly string[]): SearchTerms {
  const each = allOf(
    parts.map((part) => {
      const found = digitsIn(part)
      return found === part || found.length < minDigits ? part : { any: [part, found] }
    }),
  )
  const whole = parts.join(' ')
  const digits = digitsIn(whole.replaceAll('(0)', ''))
  if (digits.length < minPhone) return each
  const numbers = withoutPrefixes(digits).filter(
    (number) => number !== each && !textsIn(each).includes(number),
  )
  return oneOr([each, ...numbers], (any) => ({ any }))
}

/** The digits of a phone number, and those without its international or national dialling prefix. */
const withoutPrefixes = (digits: string): string[] => {
  const abroad = /^(?:00|011)(\d{7,})$/.exec(digits)?.[1]
  const number = abroad ?? digits
  const inland = /^(?:1(?=\d{10})|0)(\d{6,})$/.exec(number)?.[1]
  return [digits, ...(abroad === undefined ? [] : [abroad]), ...(inland === undefined ? [] : [inland])]
}

/** A predicate that tests whether texts together match a search; always true for an empty search. */
export function searchMatcher(q: string): (texts: readonly (string | null | undefined)[]) => boolean {
  const terms = searchTerms(q, true)
  if (terms === null) return () => true
  return (texts) => {
    const folded = texts.flatMap((text) => (text ? [foldSearched(text), digitsIn(text)] : [])).join('\n')
    return holdsTerms(terms, (text) => folded.includes(text))
  }
}
