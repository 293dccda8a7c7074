import { contactPaths } from '../../records/contacts/paths'
import { organizationPaths } from '../../records/organizations/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const detail = () => import('./DetailPage')

/** CON-1, CON-2, CON-6, CON-7 */
export const contacts: Feature = {
  routes: [
    pageRoute(contactPaths.list, () => import('./ListPage'), 'contacts'),
    pageRoute(contactPaths.create, () => import('./NewPage')),
    pageRoute(organizationPaths.createContact(':id'), () => import('./NewWithinPage')),
    pageRoute(contactPaths.record(':id'), detail),
    pageRoute(contactPaths.edit(':id'), () => import('./EditPage')),
    pageRoute(contactPaths.tab(':id', ':type'), detail),
  ],
  menu: { label: 'Contacts', to: contactPaths.list, icon: 'contacts' },
}
