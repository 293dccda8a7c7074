import { marketHolidaysApi } from '../../api/marketApi'
import { marketHolidayPaths } from '../../resources/marketHolidays/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** GAS-4: changed by the provider's team only. */
export const marketHolidays: Feature = {
  routes: [
    pageRoute(
      marketHolidayPaths.list,
      () => import('./ListPage'),
      listRead('marketHolidays', marketHolidaysApi.list),
    ),
  ],
}
