import { organizationPaths } from '../../records/organizations/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const detail = () => import('./DetailPage')

/** ORG-1, ORG-2, ORG-6 */
export const organizations: Feature = {
  routes: [
    pageRoute(organizationPaths.list, () => import('./ListPage'), 'organizations'),
    pageRoute(organizationPaths.create(), () => import('./CreatePage')),
    pageRoute(organizationPaths.record(':id'), detail),
    pageRoute(organizationPaths.edit(':id'), () => import('./EditPage')),
    pageRoute(organizationPaths.tab(':id', ':type'), detail),
  ],
  menu: { label: 'Organizations', to: organizationPaths.list, icon: 'organizations' },
}
