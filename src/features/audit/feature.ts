import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** Who did what. */
export const auditPagePath = '/mpg/audit'

/** AUD-6 */
export const audit: Feature = {
  routes: [pageRoute(auditPagePath, () => import('./ListPage'))],
}
