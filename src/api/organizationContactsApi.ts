import { plainApi } from './kit/plainApi'

/** Which contact works for which organization (CON-12). */
export const organizationContactsApi = plainApi('organizationContacts', {
  expand: ['organization', 'contact', 'modified_by'],
})
