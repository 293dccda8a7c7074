import { notificationsPage } from '../../contract/notifications'
import { pageRoute } from '../../ui/page/pageRoute'
import { frameDialog, menuBadge, type Feature } from '../feature'

/** NOTI-1 */
export const notifications: Feature = {
  routes: [pageRoute(notificationsPage, () => import('./NotificationsPage'))],
  dialogs: [
    {
      ...frameDialog('notifications', 'Notifications', () => import('./FrameDialog')),
      Badge: menuBadge(() => import('./UnreadBadge')),
    },
  ],
}
