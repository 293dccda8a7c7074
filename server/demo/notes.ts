import { staffIds } from './accounts'
import { ownerFor } from './owners'
import type { DemoRow } from './rows'
import { stampsOf } from './stamps'
import { noteClosings, noteOpenings } from './wordLists/notes'
import { randomFor, type World } from './world'

/** The note at an index; ids count from 1. */
export function noteAt(
  world: World,
  index: number,
): DemoRow<'notes'> & { owner_type: string; owner_id: number } {
  const random = randomFor(world, 'notes', index)
  const { type, contentType, id, created } = ownerFor(random, world, 'notes', index)
  return {
    id: index + 1,
    description: random.pick<string>(noteOpenings[type]) + random.pick(noteClosings),
    object_id: `${type}-${id}`,
    content_type: contentType,
    owner_type: type,
    owner_id: id,
    ...stampsOf(random, world, staffIds, created),
  }
}
