import { heatContentsApi } from '../../api/marketApi'
import { heatContentImport } from '../../resources/heatContents/import'
import { columns } from '../../resources/heatContents/parts'
import { heatContents } from '../../resources/heatContents/resource'
import { CrudList } from '../../resources/kit/CrudList'
import { ImportButton } from '../../resources/kit/ImportButton'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/heat-contents (UNIT-6) */
export const Page = () => (
  <CrudList
    api={heatContentsApi}
    view={heatContents}
    columns={columns}
    dialogs={dialogs}
    actions={<ImportButton view={heatContentImport} />}
  />
)
