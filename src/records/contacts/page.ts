import { contactsApi } from '../../api/contactsApi'
import type { PageKind } from '../kit/RecordPage'
import { contactPaths } from './paths'

/** What the pages of contacts, and those below them, share. */
export const contactPage: PageKind<'contacts'> = {
  resource: 'contacts',
  endpoint: contactsApi.endpoints.contact,
  what: 'This contact',
  list: contactPaths.list,
}
