import { defineFaces, stampFaces, unseen } from '../kit/face'
import { OrganizationLinks } from '../organizations/OrganizationLinks'

/** The dates of an address's metadata have a comma before the clock (ADR-3). */
const moments = { format: 'momentWithComma' } as const

/** fieldMeta of addresses. */
export const addressFaces = defineFaces('addresses', {
  address_id: unseen,
  address_street: { label: 'Address Street', wide: true },
  city: { label: 'City' },
  state: { label: 'State' },
  zip_code: { label: 'ZIP Code' },
  latitude: { label: 'Latitude', input: 'serial', help: 'Degrees north, from -90 to 90.' },
  longitude: { label: 'Longitude', input: 'serial', help: 'Degrees east, from -180 to 180.' },
  organizations_addresses: unseen,
  current_organizations: {
    label: 'Current Organizations',
    show: ({ current_organizations: ids }) => <OrganizationLinks ids={ids ?? []} />,
  },
  ...stampFaces,
  created_at: { ...stampFaces.created_at, ...moments },
  modified_at: { ...stampFaces.modified_at, ...moments },
})
