import type { DemoRow } from './rows'
import { staffIds } from './accounts'
import { setUpStamps } from './stamps'
import { tagWords } from './wordLists/tags'
import { randomFor, type World } from './world'

export const tagCount = tagWords.length

/** The ids of the tags with these names. */
export const tagIds = (names: readonly string[]): number[] =>
  tagWords.flatMap(({ name }, index) => (names.includes(name) ? [index + 1] : []))

/** The tag at an index; ids count from 1. */
export function tagAt(world: World, index: number): DemoRow<'tags'> {
  const words = tagWords[index]
  if (!words) throw new RangeError(`There is no demo tag ${index}.`)
  return { tag_id: index + 1, ...words, ...setUpStamps(randomFor(world, 'tags', index), world, staffIds) }
}
