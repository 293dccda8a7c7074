import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** The past imports. */
export const importsPagePath = '/mpg/imports'

/** GAS-7 */
export const imports: Feature = {
  routes: [pageRoute(importsPagePath, () => import('./ListPage'))],
}
