import { choice, id, one, options, resource, stamps } from './kit'
import { statuses } from './statuses'

/** Which organization uses which address, and what for. A pair stands once; 'expired' ends it. */
export const organizationAddresses = resource({
  name: 'organizationAddresses',
  path: '/api/mpg/organization-addresses/',
  title: 'Organization address',
  idField: 'organization_address_id',
  fields: {
    organization_address_id: id(),
    organization: one('organizations', { required: true }),
    address: one('addresses', { required: true }),
    address_type: options(['service_location', 'billing_address', 'headquarters'], { required: true }),
    property_status: choice(statuses, { default: 'active' }),
    ...stamps,
  },
  orderings: ['organization', 'address', 'property_status', 'created_at', 'modified_at'],
  defaultOrdering: 'organization',
  filters: ['organization', 'address', 'property_status'],
})
