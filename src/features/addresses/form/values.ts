import { array, mixed, number, type ObjectSchema } from 'yup'
import type { Row } from '../../../contract'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../../resources/kit/layout'
import type { LinkingValues } from '../../../resources/organizationAddresses/UnlinkedNotice'
import type { AddressType } from '../../../resources/organizationAddresses/fieldMeta'

/** The writable fields of an address. */
export const layout = defineLayout('addresses', {
  place: { title: 'Address', fields: ['address_street', 'city', 'state', 'zip_code'] },
  coordinates: {
    title: 'Coordinates',
    help: 'They put the address on the map; without them its city or state stands for it.',
    fields: ['latitude', 'longitude'],
  },
})

export type AddressValues = ValuesOf<typeof layout>

/** ADR-5 */
export const schema = layoutSchema(layout)

/** Initial values: of the edited address, or empty. */
export const valuesFrom = (address: Row<'addresses'> | undefined) => layoutValues(layout, address)

/** A new address, and the organizations to link it to. */
export type NewAddressValues = AddressValues & LinkingValues

/** ADR-2 */
export const newSchema: ObjectSchema<NewAddressValues> = schema.shape({
  organizations: array(number().required()).required(),
  address_type: array(mixed<AddressType>().required()).required(),
})
