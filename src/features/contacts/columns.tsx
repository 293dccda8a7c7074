import type { Row } from '../../contract'
import { columnOf } from '../../resources/kit/columnOf'
import { nameColumn } from '../../resources/kit/nameColumn'
import { contactFieldMeta } from '../../resources/contacts/fieldMeta'
import { organizationsInRow } from '../../resources/organizations/OrganizationLinks'
import type { Column } from '../../ui/table/columns'

/** The contact list, left to right; every column sorts (CON-1). */
export const columns: readonly Column<Row<'contacts'>>[] = [
  nameColumn(contactFieldMeta, 'name', { width: '17%' }),
  columnOf(contactFieldMeta, 'personal_email', { width: '22%' }),
  columnOf(contactFieldMeta, 'personal_mobile', { width: '14%' }),
  columnOf(contactFieldMeta, 'current_organizations', {
    width: '20%',
    hasLine: true,
    show: ({ current_organizations: ids }) => organizationsInRow(ids),
  }),
  columnOf(contactFieldMeta, 'job_title', { width: '14%', matters: 'wide' }),
  columnOf(contactFieldMeta, 'team_id', { width: '12%', matters: 'wide', isOptional: true }),
  columnOf(contactFieldMeta, 'modified_at', { width: '13%', matters: 'wide', title: 'Modified' }),
]
