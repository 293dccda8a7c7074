import { userPaths } from '../../resources/users/paths'
import { users as view } from '../../resources/users/resource'
import { pageRoute } from '../../ui/page/pageRoute'
import { menuBadge, type Feature } from '../feature'

/** AUTH-16 */
export const users: Feature = {
  routes: [pageRoute(userPaths.list, () => import('./ListPage'))],
  view,
  Badge: menuBadge(() => import('./WaitingBadge')),
}
