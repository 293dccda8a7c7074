import { marketHolidaysApi } from '../../api/marketApi'
import { marketHolidays as view } from '../../resources/marketHolidays/resource'
import { listRead } from '../../ui/list/listRead'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** GAS-4: changed by the provider's team only. */
export const marketHolidays: Feature = {
  routes: [
    pageRoute(view.list, () => import('./ListPage'), listRead('marketHolidays', marketHolidaysApi.list)),
  ],
}
