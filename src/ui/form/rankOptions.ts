import { foldSearched } from '../../contract/fold'
import { searchMatcher } from '../../contract/searchTerms'
import type { Key, Option } from './PickList'

/** Rank of a name for a folded text, 0 for an exact match. */
const fitOf = (name: string, text: string): number => {
  const known = foldSearched(name).trim()
  if (known === text) return 0
  return known.startsWith(text) ? 1 : 2
}

/** The options that match a search: exact matches first, then those that start with the text. */
export const rankOptions = <O extends Option<Key>>(options: readonly O[], text: string): O[] => {
  const wanted = foldSearched(text).trim()
  if (wanted === '') return [...options]
  const isMatch = searchMatcher(text)
  return options
    .filter(({ names, label }) => isMatch(names ?? [label]))
    .map((option) => ({
      option,
      fit: Math.min(...(option.names ?? [option.label]).map((name) => fitOf(name, wanted))),
    }))
    .sort((a, b) => a.fit - b.fit)
    .map(({ option }) => option)
}
