import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** The state of the installation's connections. */
export const connectionsPath = '/mpg/connections'

/** TRUST-26 */
export const connections: Feature = {
  routes: [pageRoute(connectionsPath, () => import('./ListPage'))],
}
