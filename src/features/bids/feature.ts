import { bidsApi } from '../../api/bidsApi'
import { quotesApi } from '../../api/quotesApi'
import { bidPaths } from '../../resources/bids/paths'
import { withHistory } from '../../resources/kit/historyReads'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { quotePaths } from '../../resources/quotes/paths'
import { quoteReads } from '../../resources/quotes/quoteReads'
import { listRead } from '../../ui/list/listRead'
import { idFrom } from '../../ui/page/idFrom'
import { pageRoute, recordRead, type ReadAt } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const detail = () => import('./DetailPage')
const record = recordRead(bidsApi.endpoints.bid, 'bidId')

/** A bid, and on its tab the history. */
const tabReads = withHistory('bids', record, {
  param: 'bidId',
  tabOf: ({ search }) => new URLSearchParams(search).get('tab'),
})

/** A bid and its quotes. */
const withQuotes: ReadAt = (address) => {
  const bid = idFrom(address.params['bidId'])
  return [...record(address), ...(bid === null ? [] : quoteReads({ bid }, address))]
}

/** BID-1, BID-13, QUO-7. Without an id in the URL, the page redirects to the list. */
export const bids: Feature = {
  routes: [
    pageRoute(bidPaths.list, () => import('./ListPage'), listRead('bids', bidsApi.endpoints.bidsList)),
    pageRoute(bidPaths.create(':id'), () => import('./CreatePage')),
    pageRoute(bidPaths.record(':id', ':bidId'), detail, tabReads),
    pageRoute(quotePaths.ofBid(':id', ':bidId'), () => import('./QuotesPage'), withQuotes),
    pageRoute(quotePaths.record(':id'), () => import('./QuotePage'), recordRead(quotesApi.row)),
    pageRoute(bidPaths.edit(':id', ':bidId'), () => import('./EditPage'), record),
    pageRoute(`${opportunityPaths.record(':id')}/bid`, detail),
    pageRoute(`${opportunityPaths.list}/bid/*`, detail),
  ],
}
