import { tagPaths } from '../../resources/tags/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** TAG-1 */
export const tags: Feature = {
  routes: [pageRoute(tagPaths.list, () => import('./ListPage'))],
}
