import type { Row } from '../../contract'
import { defineFieldMeta, stampFieldMeta, excludedFields } from '../kit/fieldMeta'
import { statusName } from '../../ui/list/StatusFilter'

export type AddressType = Row<'organizationAddresses'>['address_type'][number]

const typeNames: Readonly<Record<AddressType, string>> = {
  service_location: 'Service Location',
  billing_address: 'Billing Address',
  headquarters: 'Headquarters',
}

/** The label of an address type (ADR-6). */
export const addressTypeName = (type: AddressType): string => typeNames[type]

/** Metadata of the fields of the links between addresses and organizations. */
export const organizationAddressFieldMeta = defineFieldMeta('organizationAddresses', {
  organization_address_id: excludedFields,
  organization: { label: 'Organization', wide: true },
  address: { label: 'Address', wide: true },
  address_type: { label: 'Address Type', wide: true, nameOf: addressTypeName },
  property_status: { label: 'Property Status', nameOf: statusName },
  ...stampFieldMeta,
})
