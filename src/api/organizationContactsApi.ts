import { plainApi } from './kit/plainApi'

/** Expands of a link's answer. */
export const linkExpands = ['organization', 'contact', 'modified_by'] as const

/** Links of contacts and organizations (CON-12). */
export const organizationContactsApi = plainApi('organizationContacts', { expand: linkExpands })
