import { contactsApi } from '../../api/contactsApi'
import { contactPaths } from '../../resources/contacts/paths'
import { organizationPaths } from '../../resources/organizations/paths'
import { withHistory } from '../../resources/kit/historyReads'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const detail = () => import('./DetailPage')
const listed = listRead('contacts', contactsApi.endpoints.contactsList)
const record = recordRead(contactsApi.endpoints.contact)

/** CON-1, CON-2, CON-6, CON-7 */
export const contacts: Feature = {
  routes: [
    pageRoute(contactPaths.list, () => import('./ListPage'), listed),
    pageRoute(contactPaths.create, () => import('./CreatePage')),
    pageRoute(organizationPaths.createContact(':id'), () => import('./CreateForOrganizationPage')),
    pageRoute(contactPaths.record(':id'), detail, record),
    pageRoute(contactPaths.edit(':id'), () => import('./EditPage'), record),
    pageRoute(contactPaths.tab(':id', ':type'), detail, withHistory('contacts', record)),
  ],
}
