import type { Row } from '../../contract'
import { columnOf } from '../../records/kit/columnOf'
import { contactFaces } from '../../records/contacts/faces'
import { contactPaths } from '../../records/contacts/paths'
import { organizationsInRow } from '../../records/organizations/OrganizationLinks'
import type { Column } from '../../ui/table/columns'
import { RecordLink } from '../../ui/page/RecordLink'

/** The contact list, left to right; every column sorts (CON-1). */
export const columns: readonly Column<Row<'contacts'>>[] = [
  columnOf(contactFaces, 'name', {
    isName: true,
    width: '17%',
    show: ({ contact_id, name }) => (
      <RecordLink to={contactPaths.details(contact_id)} title={name}>
        {name}
      </RecordLink>
    ),
  }),
  columnOf(contactFaces, 'personal_email', { width: '23%' }),
  columnOf(contactFaces, 'personal_mobile', { width: '13%' }),
  columnOf(contactFaces, 'current_organizations', {
    width: '20%',
    hasLine: true,
    hasLinks: true,
    show: ({ current_organizations: ids }) => organizationsInRow(ids),
  }),
  columnOf(contactFaces, 'job_title', { width: '14%', matters: 'wide' }),
  columnOf(contactFaces, 'modified_at', { width: '13%', matters: 'wide', title: 'Modified' }),
]
