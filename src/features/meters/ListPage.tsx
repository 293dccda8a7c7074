import { metersApi } from '../../api/metersApi'
import { CrudList } from '../../resources/kit/CrudList'
import { columns } from '../../resources/meters/parts'
import { meters } from '../../resources/meters/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/meters */
export const Page = () => <CrudList api={metersApi} view={meters} columns={columns} dialogs={dialogs} />
