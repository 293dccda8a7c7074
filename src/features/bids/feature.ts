import { bidPaths } from '../../resources/bids/paths'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const detail = () => import('./DetailPage')

/** BID-1. Without an id in the URL, the page redirects to the list. */
export const bids: Feature = {
  routes: [
    pageRoute(bidPaths.create(':id'), () => import('./CreatePage')),
    pageRoute(bidPaths.record(':id', ':bidId'), detail),
    pageRoute(bidPaths.edit(':id', ':bidId'), () => import('./EditPage')),
    pageRoute(`${opportunityPaths.record(':id')}/bid`, detail),
    pageRoute(`${opportunityPaths.list}/bid/*`, detail),
  ],
}
