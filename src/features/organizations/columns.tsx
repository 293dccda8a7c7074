import type { Row } from '../../contract'
import { columnOf } from '../../resources/kit/columnOf'
import { organizationFieldMeta } from '../../resources/organizations/fieldMeta'
import { OrganizationLink } from '../../resources/organizations/OrganizationLink'
import type { Column } from '../../ui/table/columns'

/** The organization list, left to right; every column sorts (ORG-1). */
export const columns: readonly Column<Row<'organizations'>>[] = [
  columnOf(organizationFieldMeta, 'name', {
    isName: true,
    width: '36%',
    show: ({ organization_id }) => <OrganizationLink id={organization_id} />,
  }),
  columnOf(organizationFieldMeta, 'tax_id', { width: '16%' }),
  columnOf(organizationFieldMeta, 'duns_number', { width: '16%' }),
  columnOf(organizationFieldMeta, 'bin_number', { width: '16%' }),
  columnOf(organizationFieldMeta, 'zoominfo_id', { width: '16%' }),
]
