import { messageTemplatesApi } from '../../api/messageTemplatesApi'
import { CrudList } from '../../resources/kit/CrudList'
import { columns } from '../../resources/messageTemplates/parts'
import { messageTemplates } from '../../resources/messageTemplates/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/message-templates */
export const Page = () => (
  <CrudList
    api={messageTemplatesApi}
    view={messageTemplates}
    columns={columns}
    dialogs={dialogs}
    isPersonal
  />
)
