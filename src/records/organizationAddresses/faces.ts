import type { Row } from '../../contract'
import { defineFaces, stampFaces, unseen } from '../kit/face'
import { statusName } from '../../ui/list/StatusFilter'

export type AddressType = Row<'organizationAddresses'>['address_type'][number]

const typeNames: Readonly<Record<AddressType, string>> = {
  service_location: 'Service Location',
  billing_address: 'Billing Address',
  headquarters: 'Headquarters',
}

/** The label of an address type (ADR-6). */
export const addressTypeName = (type: AddressType): string => typeNames[type]

/** fieldMeta of the links between addresses and organizations. */
export const organizationAddressFaces = defineFaces('organizationAddresses', {
  organization_address_id: unseen,
  organization: { label: 'Organization', wide: true },
  address: { label: 'Address', wide: true },
  address_type: { label: 'Address Type', wide: true, nameOf: addressTypeName },
  property_status: { label: 'Property Status', nameOf: statusName },
  ...stampFaces,
})
