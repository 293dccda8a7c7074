import { userPaths } from '../../resources/users/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import { menuBadge, type Feature } from '../feature'

/** AUTH-16 */
export const users: Feature = {
  routes: [pageRoute(userPaths.list, () => import('./ListPage'))],
  menu: {
    label: 'Users',
    to: userPaths.list,
    icon: 'users',
    for: ['team'],
    Badge: menuBadge(() => import('./WaitingBadge')),
  },
  creation: { label: 'Create user', resource: 'users', to: userPaths.list, isDialog: true },
}
