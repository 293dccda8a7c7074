import { contactsApi } from '../../api/contactsApi'
import { pageKind } from '../kit/RecordPage'
import { contacts } from './resource'

/** Common settings of the pages of a contact. */
export const contactPage = pageKind(contacts, contactsApi.endpoints.contact)
