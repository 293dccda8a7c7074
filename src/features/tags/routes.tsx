import { pageRoute } from '../../ui/pageRoute'

/** TAG-1 */
export const tagRoutes = [pageRoute('/mpg/tags', () => import('./TagsPage'))]
