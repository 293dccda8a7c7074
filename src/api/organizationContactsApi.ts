import { crudApi } from './kit/crudApi'

/** Expands of a link's answer. */
export const linkExpands = ['organization', 'contact', 'modified_by'] as const

/** Links of contacts and organizations (CON-12). */
export const organizationContactsApi = crudApi('organizationContacts', { expand: linkExpands })
