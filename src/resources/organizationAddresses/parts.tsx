import { defineParts } from '../kit/resourceView'
import { organizationAddressFieldMeta } from './fieldMeta'
import { AddressName } from '../addresses/AddressName'

/** Links to addresses in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: organizationAddressFieldMeta,
  nameOf: ({ organization_address_id: id }) => `address link ${id}`,
  search: null,
  trash: {
    column: 'address',
    show: ({ address }) => <AddressName id={address} />,
    facts: ['organization', 'address_type'],
  },
})
