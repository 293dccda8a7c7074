import { opportunitiesApi } from '../../api/opportunitiesApi'
import { opportunityListRules } from '../../resources/opportunities/listRules'
import { opportunityPaths, type OpportunityTab } from '../../resources/opportunities/paths'
import { quoteReads } from '../../resources/quotes/quoteReads'
import { listRead } from '../../ui/list/listRead'
import { idFrom } from '../../ui/page/idFrom'
import { pageRoute, recordRead, type ReadAt } from '../../ui/page/pageRoute'
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

/** An opportunity, and on their tab the quotes of its bids. */
const tabReads: ReadAt = (address) => {
  const { id, type } = address.params
  const opportunity = idFrom(id)
  const hasQuotes = opportunity !== null && type === ('quotes' satisfies OpportunityTab)
  return [...record(address), ...(hasQuotes ? quoteReads({ opportunity }, address) : [])]
}

/** OPL-1, OPN-1, OPE-1, OPD-1 */
export const opportunities: Feature = {
  routes: [
    pageRoute('/', list, listed),
    pageRoute(opportunityPaths.list, list, listed),
    pageRoute(opportunityPaths.create, () => import('./CreatePage')),
    pageRoute(opportunityPaths.record(':id'), detail, record),
    pageRoute(opportunityPaths.edit(':id'), () => import('./EditPage'), record),
    pageRoute(opportunityPaths.tab(':id', ':type'), detail, tabReads),
  ],
}
