import { messageTemplatesApi } from '../../api/messageTemplatesApi'
import { messageTemplatesPaths } from '../../resources/messageTemplates/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** Message templates (MAIL-4). */
export const messageTemplates: Feature = {
  routes: [
    pageRoute(
      messageTemplatesPaths.list,
      () => import('./ListPage'),
      listRead('messageTemplates', messageTemplatesApi.list),
    ),
    pageRoute(
      messageTemplatesPaths.path(':id'),
      () => import('./DetailPage'),
      recordRead(messageTemplatesApi.row),
    ),
  ],
}
