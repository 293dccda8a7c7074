import { organizationsApi } from '../../api/organizationsApi'
import { organizationPaths } from '../../resources/organizations/paths'
import { withHistory } from '../../resources/kit/historyReads'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const detail = () => import('./DetailPage')
const listed = listRead('organizations', organizationsApi.endpoints.organizationsList)
const record = recordRead(organizationsApi.endpoints.organization)

/** ORG-1, ORG-2, ORG-6 */
export const organizations: Feature = {
  routes: [
    pageRoute(organizationPaths.list, () => import('./ListPage'), listed),
    pageRoute(organizationPaths.create(), () => import('./CreatePage')),
    pageRoute(organizationPaths.record(':id'), detail, record),
    pageRoute(organizationPaths.edit(':id'), () => import('./EditPage'), record),
    pageRoute(organizationPaths.tab(':id', ':type'), detail, withHistory('organizations', record)),
  ],
}
