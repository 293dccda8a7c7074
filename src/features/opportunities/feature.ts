import { opportunitiesApi } from '../../api/opportunitiesApi'
import { withHistory } from '../../resources/kit/historyReads'
import { opportunityListRules } from '../../resources/opportunities/listRules'
import { opportunityPaths, type OpportunityTab } from '../../resources/opportunities/paths'
import { quoteReads } from '../../resources/quotes/quoteReads'
import { listRead } from '../../ui/list/listRead'
import { readListState } from '../../ui/list/listState'
import { idFrom } from '../../ui/page/idFrom'
import { pageRoute, recordRead, type ReadAt } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'
import { boardReads } from './board/boardReads'
import { monthReads } from './board/monthArgs'

const list = () => import('./ListPage')
const detail = () => import('./DetailPage')
const tableRead = listRead(
  'opportunities',
  opportunitiesApi.endpoints.opportunitiesList,
  undefined,
  opportunityListRules,
)

/** The list in the shape of its address. */
const listed: ReadAt = (address) => {
  const state = readListState(new URLSearchParams(address.search), opportunityListRules)
  if (state.shape === 'board') return boardReads(state)
  return state.shape === 'calendar' ? monthReads(state) : tableRead(address)
}
const record = recordRead(opportunitiesApi.endpoints.opportunity)

/** An opportunity, and on their tabs the quotes of its bids and its history. */
const tabReads: ReadAt = withHistory('opportunities', (address) => {
  const { id, type } = address.params
  const opportunity = idFrom(id)
  const hasQuotes = opportunity !== null && type === ('quotes' satisfies OpportunityTab)
  return [...record(address), ...(hasQuotes ? quoteReads({ opportunity }, address) : [])]
})

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
