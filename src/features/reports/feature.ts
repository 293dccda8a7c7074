import { dayApi } from '../../api/dayApi'
import { opportunitiesApi } from '../../api/opportunitiesApi'
import { reportsApi } from '../../api/reportsApi'
import { pageRoute, readOf } from '../../ui/page/pageRoute'
import { localToday } from '../../ui/value/days'
import type { Feature } from '../feature'
import { createdWithin, decidedWithin, periodAt } from './period'

export const reportsPath = '/mpg/reports'

/** REP-6 */
export const reports: Feature = {
  routes: [
    pageRoute(
      reportsPath,
      () => import('./ReportsPage'),
      ({ search }) => {
        const period = periodAt(search, localToday())
        return [
          readOf(dayApi.endpoints.day, undefined),
          readOf(opportunitiesApi.endpoints.stageTotals, createdWithin(period)),
          readOf(reportsApi.endpoints.wonReport, decidedWithin(period)),
        ]
      },
    ),
  ],
}
