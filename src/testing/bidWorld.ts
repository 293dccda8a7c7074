import { aBid, anOpportunity, anOrganization, aState, aUtility, aUtilityState } from './builders'
import { createWorld, type World } from './world'

/** A world for bids on 'Alder Creek': three organizations, two active services and an inactive one. */
export const bidWorld = (bids = [aBid({ opportunity: 41 })]): World => {
  const world = createWorld()
  world.tables.organizations = [
    anOrganization(),
    anOrganization({ organization_id: 2, name: 'Lakeside Foods' }),
    anOrganization({ organization_id: 3, name: 'Acme Castings' }),
  ]
  world.tables.opportunities.push(
    anOpportunity({
      opportunity_id: 41,
      opportunity_name: 'Alder Creek',
      tags: [1],
      organizations: [2],
    }),
  )
  world.tables.states = [aState(), aState({ state_id: 2, acronym: 'PA', name: 'Pennsylvania' })]
  world.tables.utilities = [aUtility(), aUtility({ utility_id: 2, name: 'Quillfield Gas Light' })]
  world.tables.utilityStates = [
    aUtilityState(),
    aUtilityState({ utility_state_id: 2, name: 'Rate 70', utility: 2, state: 2 }),
    aUtilityState({ utility_state_id: 3, name: 'Rate 9', utility: 2, status: 'inactive' }),
  ]
  world.tables.bids = bids
  return world
}
