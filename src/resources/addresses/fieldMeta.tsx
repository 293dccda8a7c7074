import { defineFieldMeta, stampFieldMeta, excludedFields } from '../kit/fieldMeta'
import { OrganizationLinks } from '../organizations/OrganizationLinks'

/** The dates of an address's metadata have a comma before the clock (ADR-3). */
const moments = { format: 'momentWithComma' } as const

/** Metadata of the fields of addresses. */
export const addressFieldMeta = defineFieldMeta('addresses', {
  address_id: excludedFields,
  address_street: { label: 'Address Street', wide: true },
  city: { label: 'City' },
  state: { label: 'State' },
  zip_code: { label: 'ZIP Code' },
  latitude: { label: 'Latitude', input: 'serial', help: 'Degrees north, from -90 to 90.' },
  longitude: { label: 'Longitude', input: 'serial', help: 'Degrees east, from -180 to 180.' },
  organizations_addresses: excludedFields,
  current_organizations: {
    label: 'Current Organizations',
    show: ({ current_organizations: ids }) => <OrganizationLinks ids={ids ?? []} />,
  },
  ...stampFieldMeta,
  created_at: { ...stampFieldMeta.created_at, ...moments },
  modified_at: { ...stampFieldMeta.modified_at, ...moments },
})
