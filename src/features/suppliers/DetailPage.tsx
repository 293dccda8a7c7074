import { suppliersApi } from '../../api/suppliersApi'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { fieldMeta, fields } from '../../resources/suppliers/parts'
import { suppliers } from '../../resources/suppliers/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/suppliers/{id} */
export const Page = () => (
  <CrudDetail api={suppliersApi} view={suppliers} fieldMeta={fieldMeta} facts={fields} dialogs={dialogs} />
)
