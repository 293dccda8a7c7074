import { opportunityPaths } from '../../resources/opportunities/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const list = () => import('./ListPage')
const detail = () => import('./DetailPage')
const record = { record: 'opportunities' } as const

/** OPL-1, OPN-1, OPE-1, OPD-1 */
export const opportunities: Feature = {
  routes: [
    pageRoute('/', list, { list: 'opportunities' }),
    pageRoute(opportunityPaths.list, list, { list: 'opportunities' }),
    pageRoute(opportunityPaths.create, () => import('./CreatePage')),
    pageRoute(opportunityPaths.record(':id'), detail, record),
    pageRoute(opportunityPaths.edit(':id'), () => import('./EditPage'), record),
    pageRoute(opportunityPaths.tab(':id', ':type'), detail, record),
  ],
}
