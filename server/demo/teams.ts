/** One team, to which no record is limited. */
import { staffIds } from './accounts'
import type { DemoRow } from './rows'
import { setUpStamps } from './stamps'
import { randomFor, type World } from './world'

export const teamCount = 1

/** The team at an index; ids count from 1. */
export function teamAt(world: World, index: number): DemoRow<'teams'> {
  const stamps = setUpStamps(randomFor(world, 'teams', index), world, staffIds)
  return { team_id: index + 1, name: 'Large accounts', members: staffIds.slice(0, 3), ...stamps }
}
