import { contactsApi } from '../../api/contactsApi'
import type { PageKind } from '../kit/RecordPage'
import { contactPaths } from './paths'

/** Common settings of the pages of a contact. */
export const contactPage: PageKind<'contacts'> = {
  resource: 'contacts',
  endpoint: contactsApi.endpoints.contact,
  what: 'This contact',
  list: contactPaths.list,
}
