import { defineResource, shared } from '../kit/define'

export const bids = defineResource('bids', {
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
