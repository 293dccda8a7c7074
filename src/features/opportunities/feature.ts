import { opportunitiesApi } from '../../api/opportunitiesApi'
import { opportunityListRules } from '../../resources/opportunities/listRules'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const list = () => import('./ListPage')
const detail = () => import('./DetailPage')
const listed = listRead(
  'opportunities',
  opportunitiesApi.endpoints.opportunitiesList,
  undefined,
  opportunityListRules,
)
const record = recordRead(opportunitiesApi.endpoints.opportunity)

/** OPL-1, OPN-1, OPE-1, OPD-1 */
export const opportunities: Feature = {
  routes: [
    pageRoute('/', list, listed),
    pageRoute(opportunityPaths.list, list, listed),
    pageRoute(opportunityPaths.create, () => import('./CreatePage')),
    pageRoute(opportunityPaths.record(':id'), detail, record),
    pageRoute(opportunityPaths.edit(':id'), () => import('./EditPage'), record),
    pageRoute(opportunityPaths.tab(':id', ':type'), detail, record),
  ],
}
