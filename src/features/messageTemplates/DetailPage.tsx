import { messageTemplatesApi } from '../../api/messageTemplatesApi'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { facts, fieldMeta } from '../../resources/messageTemplates/parts'
import { messageTemplates } from '../../resources/messageTemplates/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/message-templates/{id} */
export const Page = () => (
  <CrudDetail
    api={messageTemplatesApi}
    view={messageTemplates}
    fieldMeta={fieldMeta}
    facts={facts}
    dialogs={dialogs}
  />
)
