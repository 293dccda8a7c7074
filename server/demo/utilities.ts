import { staffIds } from './accounts'
import type { DemoRow } from './rows'
import { setUpStamps } from './stamps'
import { utilityWords } from './wordLists/utilities'
import { randomFor, type World } from './world'

export const utilityCount = utilityWords.length

/** The utility at an index; ids count from 1. */
export function utilityAt(world: World, index: number): DemoRow<'utilities'> {
  const words = utilityWords[index]
  if (!words) throw new RangeError(`There is no demo utility ${index}.`)
  const stamps = setUpStamps(randomFor(world, 'utilities', index), world, staffIds)
  return { utility_id: index + 1, name: words.name, ...stamps }
}
