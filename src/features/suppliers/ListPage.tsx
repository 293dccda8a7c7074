import { suppliersApi } from '../../api/suppliersApi'
import { ChoiceFilter } from '../../resources/kit/ChoiceFilter'
import { CrudList } from '../../resources/kit/CrudList'
import { columns, fieldMeta } from '../../resources/suppliers/parts'
import { suppliers } from '../../resources/suppliers/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/suppliers (QUO-1) */
export const Page = () => (
  <CrudList
    api={suppliersApi}
    view={suppliers}
    columns={columns}
    dialogs={dialogs}
    filters={(list) => <ChoiceFilter list={list} of={fieldMeta} name="status" />}
  />
)
