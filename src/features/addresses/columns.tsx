import type { Row } from '../../contract'
import { AddressLink } from '../../records/addresses/AddressLink'
import { addressFaces } from '../../records/addresses/faces'
import { columnOf } from '../../records/kit/columnOf'
import { organizationsInRow } from '../../records/organizations/OrganizationLinks'
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
    show: ({ address_id }) => <AddressLink id={address_id} />,
  },
  columnOf(addressFaces, 'address_street', { width: '18%', matters: 'wide' }),
  columnOf(addressFaces, 'city', { width: '13%' }),
  columnOf(addressFaces, 'state', { width: '10%' }),
  columnOf(addressFaces, 'zip_code', { width: '10%' }),
  columnOf(addressFaces, 'current_organizations', {
    width: '22%',
    hasLine: true,
    hasLinks: true,
    show: ({ current_organizations: ids }) => organizationsInRow(ids),
  }),
]
