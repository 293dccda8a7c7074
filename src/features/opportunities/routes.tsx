import { pageRoute } from '../../ui/pageRoute'

const list = () => import('./ListPage')
const detail = () => import('./DetailPage')

/** OPL-1, OPN-1, OPE-1, OPD-1 */
export const opportunityRoutes = [
  pageRoute('/', list),
  pageRoute('/mpg/opportunities', list),
  pageRoute('/mpg/opportunities/new', () => import('./NewPage')),
  pageRoute('/mpg/opportunities/:id', detail),
  pageRoute('/mpg/opportunities/:id/edit', () => import('./EditPage')),
  pageRoute('/mpg/opportunities/:id/:type', detail),
]
