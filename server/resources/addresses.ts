import { defineResource, digits, shared } from '../kit/define'

export const addresses = defineResource('addresses', {
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
  search: [
    'address_street',
    'city',
    shared('state.name'),
    shared('state.acronym'),
    'zip_code',
    digits('zip_code'),
    'organizations_addresses.organization.name',
  ],
  keys: {
    address_street: 'address_street',
    city: 'city',
    state: 'state.name',
    current_organizations: 'current_organizations.name',
  },
  // Optional in the first address of an organization (ORG-4).
  mayBeEmpty: ['address_street', 'city', 'zip_code'],
  holds: [
    { resource: 'organizationAddresses', by: 'address' },
    { resource: 'notes', by: 'owner_id', where: { owner_type: 'address' } },
    { resource: 'files', by: 'owner_id', where: { owner_type: 'address' } },
  ],
})
