import { inboxPaths } from '../../resources/messages/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import { frameDialog, menuBadge, type Feature } from '../feature'

/** MSG-1, SCREEN-2 */
export const messages: Feature = {
  routes: [
    pageRoute(inboxPaths.list, () => import('./ListPage')),
    pageRoute(inboxPaths.message(':id'), () => import('./DetailPage')),
  ],
  menu: {
    label: 'Inbox',
    to: inboxPaths.list,
    icon: 'inbox',
    Badge: menuBadge(() => import('./UnreadBadge')),
  },
  dialogs: [frameDialog('message', 'Write message', () => import('./FrameDialog'))],
}
