import type { DemoRow } from './rows'
import { stateWords } from './wordLists/states'
import type { World } from './world'

const codes = Object.keys(stateWords)

/** The id of a state in every installation. */
export const stateId = (code: string): number => codes.indexOf(code) + 1

/** The state at an index in every installation. */
export function stateAt(_world: World, index: number): DemoRow<'states'> {
  const acronym = codes[index]
  const words = stateWords[acronym ?? '']
  if (acronym === undefined || !words) throw new RangeError(`There is no state ${index}.`)
  return { state_id: index + 1, acronym, name: words.name }
}
