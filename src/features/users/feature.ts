import { userPaths } from '../../resources/users/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import { menuBadge, type Feature } from '../feature'

/** AUTH-16 */
export const users: Feature = {
  routes: [
    pageRoute(userPaths.list, () => import('./ListPage')),
    pageRoute(userPaths.serviceTokens, () => import('./ServiceTokensPage')),
  ],
  resource: 'users',
  Badge: menuBadge(() => import('./WaitingBadge')),
}
