import { defineResourceView } from '../kit/resourceView'
import { marketHolidayPaths } from './paths'

/** Days on which the market is closed although they are no weekend (GAS-6). */
export const marketHolidays = defineResourceView('marketHolidays', {
  noun: ['market holiday', 'market holidays'],
  list: marketHolidayPaths.list,
  creation: { to: marketHolidayPaths.list, isDialog: true },
  emptyDescription: 'Business days skip the holidays of the market: quotes expire and months settle by them.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
