import { selectIsMailExpired } from '../../store/currentUser'
import { userPaths } from '../../records/users/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import { notice, type Feature } from '../feature'

/** One's own account; its way in is the username in the top bar. */
export const account: Feature = {
  routes: [pageRoute(userPaths.account, () => import('./AccountPage'))],
  notice: notice(selectIsMailExpired, () => import('./ReconnectNotice')),
}
