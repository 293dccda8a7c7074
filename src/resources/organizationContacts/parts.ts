import { defineParts } from '../kit/resourceView'
import { organizationContactFieldMeta } from './fieldMeta'

/** Links to contacts in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: organizationContactFieldMeta,
  nameOf: ({ organization_contact_id: id }) => `contact link ${id}`,
  search: null,
  trash: { column: 'contact', facts: ['organization', 'job_title'] },
})
