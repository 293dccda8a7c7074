import { foldSearched } from '../../contract/fold'
import { searchMatcher } from '../../contract/searchTerms'
import type { Group, Option } from './option'

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

/** The groups with an option of exactly this name first, and it first in its group. */
export const exactFirst = (groups: readonly Group[], text: string): Group[] => {
  const name = foldSearched(text)
  const isExact = ({ label }: Option) => foldSearched(label.trim()) === name
  const sorted = groups.map((group) => ({
    ...group,
    options: [...group.options].sort((one, other) => Number(isExact(other)) - Number(isExact(one))),
  }))
  const hasExact = ({ options }: Group) => options[0] !== undefined && isExact(options[0])
  return [...sorted.filter(hasExact), ...sorted.filter((group) => !hasExact(group))]
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
