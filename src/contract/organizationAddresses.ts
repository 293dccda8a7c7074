import { choice, id, one, options, resource, stamps, trashed } from './fields'
import { statuses } from './statuses'

/** Links of organizations and addresses, with their use. A pair is unique; 'expired' ends it. */
export const organizationAddresses = resource({
  name: 'organizationAddresses',
  path: '/api/mpg/organization-addresses/',
  title: 'Organization address',
  idField: 'organization_address_id',
  fields: {
    organization_address_id: id(),
    organization: one('organizations', { required: true }),
    address: one('addresses', { required: true }),
    address_type: options(['service_location', 'billing_address', 'headquarters'], {
      apiDescription: 'What it is used for; a link that is made with a new address may have none.',
    }),
    property_status: choice(statuses, { default: 'active' }),
    ...stamps,
    ...trashed,
  },
  orderings: ['organization', 'address', 'property_status', 'created_at', 'modified_at'],
  defaultOrdering: 'organization',
  filters: ['organization', 'address', 'property_status'],
  trash: true,
})
