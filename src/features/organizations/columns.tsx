import type { Row } from '../../contract'
import { columnOf } from '../../records/kit/columnOf'
import { organizationFaces } from '../../records/organizations/faces'
import { OrganizationLink } from '../../records/organizations/OrganizationLink'
import type { Column } from '../../ui/table/columns'

/** The organization list, left to right; every column sorts (ORG-1). */
export const columns: readonly Column<Row<'organizations'>>[] = [
  columnOf(organizationFaces, 'name', {
    isName: true,
    width: '36%',
    show: ({ organization_id }) => <OrganizationLink id={organization_id} />,
  }),
  columnOf(organizationFaces, 'tax_id', { width: '16%' }),
  columnOf(organizationFaces, 'duns_number', { width: '16%' }),
  columnOf(organizationFaces, 'bin_number', { width: '16%' }),
  columnOf(organizationFaces, 'zoominfo_id', { width: '16%' }),
]
