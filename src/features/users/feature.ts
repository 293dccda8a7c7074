import { userPaths } from '../../resources/users/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import { selectOnlyReads } from '../../store/currentUser'
import { menuBadge, notice, type Feature } from '../feature'

/** The administration of users (AUTH-16), and what roles mean to oneself (ROLE-5). */
export const users: Feature = {
  routes: [
    pageRoute(userPaths.list, () => import('./ListPage')),
    pageRoute(userPaths.serviceTokens, () => import('./ServiceTokensPage')),
  ],
  resource: 'users',
  Badge: menuBadge(() => import('./WaitingBadge')),
  notice: notice(selectOnlyReads, () => import('./ReadOnlyNotice')),
}
