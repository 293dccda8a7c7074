import { foldSearched } from '../../contract/fold'
import { searchMatcher } from '../../contract/searchTerms'
import type { Group } from './option'

const wordsOf = (text: string) => foldSearched(text).split(/\s+/).filter(Boolean)

/** The groups whose options match each word of the text at the start of a word; all for an empty text. */
export const matching = (groups: readonly Group[], text: string): Group[] => {
  const wanted = wordsOf(text)
  return groups.map(({ title, options }) => ({
    title,
    options: options.filter(({ label }) => {
      const words = wordsOf(label)
      return wanted.every((start) => words.some((word) => word.startsWith(start)))
    }),
  }))
}

/**
 * The detail of a record that contains the whole text, also by its digits, or else its longest word; else the first
 * one.
 */
export const telling = (
  details: readonly (string | null | undefined)[],
  text: string,
): string | undefined => {
  const known = details.filter((detail): detail is string => !!detail)
  const words = wordsOf(text).sort((one, other) => other.length - one.length)
  return (
    [text, ...words]
      .map((part) => known.find((detail) => searchMatcher(part)([detail])))
      .find((detail) => detail !== undefined) ?? known[0]
  )
}
