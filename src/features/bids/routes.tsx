import { pageRoute } from '../../ui/pageRoute'

const detail = () => import('./DetailPage')

/** BID-1. Where the address lacks an id, the page leads to the list. */
export const bidRoutes = [
  pageRoute('/mpg/opportunities/:id/bid/new', () => import('./NewPage')),
  pageRoute('/mpg/opportunities/:id/bid/:bidId', detail),
  pageRoute('/mpg/opportunities/:id/bid/:bidId/edit-from-bid', () => import('./EditPage')),
  pageRoute('/mpg/opportunities/:id/bid', detail),
  pageRoute('/mpg/opportunities/bid/*', detail),
]
