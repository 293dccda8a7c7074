import {
  aBid,
  anAddress,
  aNote,
  anOpportunity,
  anOrganization,
  anOrganizationAddress,
  aState,
} from './builders'
import { createWorld } from './world'

/** A world with organization 7 at an address shared with organization 8. */
export const organizationWorld = () => {
  const world = createWorld({ opportunities: 0 })
  world.tables.contentTypes.push({ id: 21, model: 'organization' })
  world.tables.states = [aState(), aState({ state_id: 2, acronym: 'TX', name: 'Texas' })]
  world.tables.organizations = [
    anOrganization({
      organization_id: 7,
      name: 'Alder Foundry',
      tax_id: '12-3456789',
      duns_number: '001234567',
      bin_number: '700012345',
      phone: '312-555-0100',
      web_page: 'https://alder.example/',
      estimated_revenue: 1_500_000,
      last_verification_date: '2026-03-01T00:00:00.000Z',
      naics: ['331511', '3315'],
      version: 3,
      modified_by: 2,
    }),
    anOrganization({ organization_id: 8, name: 'Basin Dairy', tax_id: '98-7654321' }),
  ]
  world.tables.addresses = [anAddress({ address_id: 5, state: 1 })]
  world.tables.organizationAddresses = [
    anOrganizationAddress({ organization_address_id: 1, organization: 7, address: 5 }),
    anOrganizationAddress({ organization_address_id: 2, organization: 8, address: 5 }),
  ]
  world.tables.opportunities = [anOpportunity({ opportunity_id: 41, opportunity_name: 'Alder Creek' })]
  world.tables.bids = [
    aBid({ bid_id: 3, name: 'Winter strip', opportunity: 41, legal_entity: 7, annual_volume: 12_000 }),
    aBid({ bid_id: 4, name: 'Elsewhere', opportunity: 41, legal_entity: 8 }),
  ]
  world.tables.notes = [aNote({ object_id: 'organization-7', content_type: 21 })]
  return world
}
