import type { GeneratedAlways } from 'kysely'
import { defineResource, digits, shared } from '../kit/define'
import { markOrganizationsOf } from './duplicateMarks'
import { markForReadiness } from './readiness'

declare module '../db/tables' {
  interface ServerColumns {
    addresses: Searched & {
      address_street_key: string
      city_key: string
      /** Sorts behind all others where the text is empty. */
      address_street_ascending: GeneratedAlways<string>
      city_ascending: GeneratedAlways<string>
      zip_code_ascending: GeneratedAlways<string>
      state_key: string | null
      current_organizations_key: string | null
    }
  }
}

export const addresses = defineResource('addresses', {
  description: 'Places where gas is delivered, bills are sent or people sit.',
  links: {
    organizations_addresses: {
      table: 'organization_addresses',
      own: 'address',
      target: 'organization_address_id',
    },
    current_organizations: {
      table: 'organization_addresses',
      own: 'address',
      target: 'organization',
      where: { property_status: 'active' },
    },
  },
  fullName: [['address_street'], ['city'], ['state.acronym', 'zip_code']],
  search: [
    'address_street',
    'city',
    shared('state.name'),
    shared('state.acronym'),
    'zip_code',
    digits('zip_code'),
    'organizations_addresses.organization.name',
  ],
  sortKeys: {
    address_street: 'address_street',
    city: 'city',
    state: 'state.name',
    current_organizations: 'current_organizations.name',
  },
  // Optional in the first address of an organization (ORG-4).
  mayBeEmpty: ['address_street', 'city', 'zip_code'],
  after: async (write, id, { values, before }) => {
    if (before && (['city', 'state'] as const).some((name) => differs(values[name], before[name])))
      await markOrganizationsOf(write, id)
  },
  moved: async (write, id) => {
    await markForReadiness(write, 'address', [id])
    await markOrganizationsOf(write, id)
  },
  cascades: [
    { resource: 'organizationAddresses', by: 'address' },
    { resource: 'notes', by: 'owner_id', where: { owner_type: 'address' } },
    { resource: 'files', by: 'owner_id', where: { owner_type: 'address' } },
  ],
})

const differs = (sent: unknown, before: unknown): boolean => sent !== undefined && sent !== before
