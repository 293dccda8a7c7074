import { importsPagePath } from '../../resources/kit/importPaths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** GAS-7 */
export const imports: Feature = {
  routes: [pageRoute(importsPagePath, () => import('./ListPage'))],
}
