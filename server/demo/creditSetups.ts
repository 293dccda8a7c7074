import { staffIds } from './accounts'
import { opportunityAt, seekingCredit } from './opportunities'
import type { DemoRow } from './rows'
import { stampsOf } from './stamps'
import { randomFor, type World } from './world'

/** The request at an index, one for each whole group of opportunities; ids count from 1. */
export function creditSetupAt(world: World, index: number): DemoRow<'creditSetups'> {
  const random = randomFor(world, 'creditSetups', index)
  const { opportunity_id, organizations, created_at } = opportunityAt(world, seekingCredit(world, index))
  const stamps = stampsOf(random, world, staffIds, Date.parse(created_at))
  return {
    credit_setup_id: index + 1,
    opportunity: opportunity_id,
    organization: random.pick(organizations),
    ...stamps,
    // Requests are never changed.
    version: 1,
    modified_by: stamps.created_by,
    modified_at: stamps.created_at,
  }
}
