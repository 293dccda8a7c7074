import { inboxPaths } from '../../records/messages/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import { frameDialog, menuBadge, type Feature } from '../feature'

/** MSG-1, SCREEN-2 */
export const messages: Feature = {
  routes: [
    pageRoute(inboxPaths.list, () => import('./InboxPage')),
    pageRoute(inboxPaths.message(':id'), () => import('./MessagePage')),
  ],
  menu: {
    label: 'Inbox',
    to: inboxPaths.list,
    icon: 'inbox',
    Badge: menuBadge(() => import('./UnreadBadge')),
  },
  dialogs: [frameDialog('message', 'Write message', () => import('./FrameDialog'))],
}
