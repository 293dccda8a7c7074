import { plainApi } from './kit/plainApi'

/** What an answer about a link brings with it. */
export const linkExpands = ['organization', 'contact', 'modified_by'] as const

/** Which contact works for which organization (CON-12). */
export const organizationContactsApi = plainApi('organizationContacts', { expand: linkExpands })
