import { marketHolidaysApi } from '../../api/marketApi'
import { CrudList } from '../../resources/kit/CrudList'
import { columns } from '../../resources/marketHolidays/parts'
import { marketHolidays } from '../../resources/marketHolidays/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/market-holidays (GAS-6) */
export const Page = () => (
  <CrudList api={marketHolidaysApi} view={marketHolidays} columns={columns} dialogs={dialogs} />
)
