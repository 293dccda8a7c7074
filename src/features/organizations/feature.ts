import { organizationPaths } from '../../resources/organizations/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const detail = () => import('./DetailPage')
const record = { record: 'organizations' } as const

/** ORG-1, ORG-2, ORG-6 */
export const organizations: Feature = {
  routes: [
    pageRoute(organizationPaths.list, () => import('./ListPage'), { list: 'organizations' }),
    pageRoute(organizationPaths.create(), () => import('./CreatePage')),
    pageRoute(organizationPaths.record(':id'), detail, record),
    pageRoute(organizationPaths.edit(':id'), () => import('./EditPage'), record),
    pageRoute(organizationPaths.tab(':id', ':type'), detail, record),
  ],
}
