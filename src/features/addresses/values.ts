import { array, mixed, number, type ObjectSchema } from 'yup'
import type { Row } from '../../contract'
import { problems } from '../../contract/problems'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../records/kit/layout'
import type { LinkingValues } from '../../records/organizationAddresses/UnlinkedNotice'
import type { AddressType } from '../../records/organizationAddresses/faces'

/** What people write of an address. */
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

/** What the form begins with: the address that is changed, or nothing. */
export const valuesFrom = (address: Row<'addresses'> | undefined) => layoutValues(layout, address)

/** A new address, and the organizations that it is linked to. */
export type NewAddressValues = AddressValues & LinkingValues

/** ADR-2: what an organization uses the address for is asked once there is one. */
export const newSchema: ObjectSchema<NewAddressValues> = schema.shape({
  organizations: array(number().required()).required(),
  address_type: array(mixed<AddressType>().required())
    .required()
    .when('organizations', {
      is: (organizations: readonly number[]) => organizations.length > 0,
      then: (types) => types.min(1, problems.required),
    }),
})
