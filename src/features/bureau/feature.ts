import { organizationPaths } from '../../resources/organizations/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** BUR-1 */
export const bureau: Feature = {
  routes: [pageRoute(organizationPaths.bureauSearch(), () => import('./SearchPage'))],
}
