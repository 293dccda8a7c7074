import { id, many, number, one, resource, stamps, text, trashed } from './fields'

/** Places where gas is delivered, bills are sent or people sit. */
export const addresses = resource({
  name: 'addresses',
  path: '/api/mpg/addresses/',
  title: 'Address',
  idField: 'address_id',
  nameField: 'address_street',
  fields: {
    address_id: id(),
    address_street: text({ required: true }),
    city: text({ required: true }),
    zip_code: text({ required: true, max: 10, shape: 'identifier' }),
    state: one('states', { required: true }),
    latitude: number({ min: -90, max: 90, apiDescription: 'Degrees north.' }),
    longitude: number({ min: -180, max: 180, apiDescription: 'Degrees east.' }),
    organizations_addresses: many('organizationAddresses', {
      readOnly: true,
      apiDescription: 'The links to organizations, active and expired.',
    }),
    current_organizations: many('organizations', {
      readOnly: true,
      apiDescription: 'The organizations whose link to the address is active.',
    }),
    ...stamps,
    ...trashed,
  },
  orderings: [
    'address_street',
    'city',
    'state',
    'zip_code',
    'current_organizations',
    'created_at',
    'modified_at',
  ],
  defaultOrdering: 'address_street',
  filters: ['state'],
  filterable: [
    'address_street',
    'city',
    'zip_code',
    'state',
    'current_organizations',
    'created_by',
    'created_at',
    'modified_by',
    'modified_at',
  ],
  bulk: ['city', 'zip_code', 'state'],
  trash: true,
})
