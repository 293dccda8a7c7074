import { metersApi } from '../../api/metersApi'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { fieldMeta, fields } from '../../resources/meters/parts'
import { meters } from '../../resources/meters/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/meters/{id} */
export const Page = () => (
  <CrudDetail api={metersApi} view={meters} fieldMeta={fieldMeta} facts={fields} dialogs={dialogs} />
)
