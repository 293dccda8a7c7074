import { marketHolidaysApi } from '../../api/marketApi'
import { CrudList } from '../../resources/kit/CrudList'
import { ImportButton } from '../../resources/kit/ImportButton'
import { marketHolidayImport } from '../../resources/marketHolidays/import'
import { columns } from '../../resources/marketHolidays/parts'
import { marketHolidays } from '../../resources/marketHolidays/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/market-holidays (GAS-6) */
export const Page = () => (
  <CrudList
    api={marketHolidaysApi}
    view={marketHolidays}
    columns={columns}
    dialogs={dialogs}
    actions={<ImportButton view={marketHolidayImport} />}
  />
)
