import type { GeneratedAlways } from 'kysely'
import { defineResource, shared } from '../kit/define'

declare module '../db/tables' {
  interface ServerColumns {
    bids: Searched &
      Held & {
        annual_volume_dth: GeneratedAlways<number | null>
        name_key: string | null
        opportunity_key: string | null
        legal_entity_key: string | null
        utility_state_key: string | null
        pricing_type_key: string | null
        terms_key: string | null
      }
  }
}

export const bids = defineResource('bids', {
  description:
    'Pricing requests to suppliers, each for one opportunity, one legal entity and one service of a utility.',

  search: ['name', 'legal_entity.name', shared('utility_state.utility.name'), shared('utility_state.name')],
  keys: {
    name: 'name',
    opportunity: 'opportunity.opportunity_name',
    legal_entity: 'legal_entity.name',
    utility_state: 'utility_state.utility.name',
    pricing_type: 'pricing_type',
    terms: 'terms',
  },
  orderedBy: { annual_volume: 'annual_volume_dth' },
  heldByOthers: true,
  holds: [
    { resource: 'notes', by: 'owner_id', where: { owner_type: 'bid' } },
    { resource: 'files', by: 'owner_id', where: { owner_type: 'bid' } },
  ],
})
