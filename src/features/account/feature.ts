import { selectIsMailExpired } from '../../store/currentUser'
import { userPaths } from '../../resources/users/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import { notice, type Feature } from '../feature'

/** The user's own account, opened from the menu at the user name in the top bar. */
export const account: Feature = {
  routes: [pageRoute(userPaths.account, () => import('./AccountPage'))],
  notice: notice(selectIsMailExpired, () => import('./ReconnectNotice')),
}
