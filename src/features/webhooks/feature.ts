import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** Addresses outside that are told of changes. */
export const webhooksPagePath = '/mpg/webhooks'

/** HOOK-5 */
export const webhooks: Feature = {
  routes: [pageRoute(webhooksPagePath, () => import('./ListPage'))],
}
