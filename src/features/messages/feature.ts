import { messagesApi } from '../../api/messagesApi'
import { inboxPaths } from '../../resources/messages/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import { frameDialog, menuBadge, type Feature } from '../feature'
import { folderOf } from './folder'

/** Received or sent messages. */
const listed = listRead('messages', messagesApi.endpoints.messagesList, (state) => ({
  direction: folderOf(state),
}))

/** MSG-1, SCREEN-2 */
export const messages: Feature = {
  routes: [
    pageRoute(inboxPaths.list, () => import('./ListPage'), listed),
    pageRoute(
      inboxPaths.path(':id'),
      () => import('./DetailPage'),
      recordRead(messagesApi.endpoints.message),
    ),
  ],
  resource: 'messages',
  Badge: menuBadge(() => import('./UnreadBadge')),
  dialogs: [{ ...frameDialog('message', 'Write message', () => import('./FrameDialog')), writes: true }],
}
