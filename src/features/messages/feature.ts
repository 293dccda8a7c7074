import { messagesApi } from '../../api/messagesApi'
import { inboxPaths } from '../../resources/messages/paths'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import { frameDialog, menuBadge, type Feature } from '../feature'

/** MSG-1, SCREEN-2 */
export const messages: Feature = {
  routes: [
    pageRoute(inboxPaths.list, () => import('./ListPage')),
    pageRoute(
      inboxPaths.path(':id'),
      () => import('./DetailPage'),
      recordRead(messagesApi.endpoints.message),
    ),
  ],
  resource: 'messages',
  Badge: menuBadge(() => import('./UnreadBadge')),
  dialogs: [frameDialog('message', 'Write message', () => import('./FrameDialog'))],
}
