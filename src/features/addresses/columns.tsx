import type { Row } from '../../contract'
import { AddressLink } from '../../resources/addresses/AddressLink'
import { addressFieldMeta } from '../../resources/addresses/fieldMeta'
import { columnOf } from '../../resources/kit/columnOf'
import { organizationsInRow } from '../../resources/organizations/OrganizationLinks'
import type { Column } from '../../ui/table/columns'

/** The address list, left to right (ADR-1). */
export const columns: readonly Column<Row<'addresses'>>[] = [
  {
    key: 'full_address',
    title: 'Full Address',
    isName: true,
    sortable: true,
    sortsBy: 'address_street',
    width: '27%',
    exported: () => [{ name: 'address_id', title: 'Full Address' }],
    show: ({ address_id }) => <AddressLink id={address_id} />,
  },
  columnOf(addressFieldMeta, 'address_street', { width: '18%', matters: 'wide' }),
  columnOf(addressFieldMeta, 'city', { width: '13%' }),
  columnOf(addressFieldMeta, 'state', { width: '10%' }),
  columnOf(addressFieldMeta, 'zip_code', { width: '10%' }),
  columnOf(addressFieldMeta, 'current_organizations', {
    width: '22%',
    hasLine: true,
    show: ({ current_organizations: ids }) => organizationsInRow(ids),
  }),
]
