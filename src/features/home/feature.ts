import { dayApi } from '../../api/dayApi'
import { pageRoute, readOf } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** The page of the user's day. */
export const homePath = '/home'

/** HOME-1 */
export const home: Feature = {
  routes: [
    pageRoute(
      homePath,
      () => import('./HomePage'),
      () => [readOf(dayApi.endpoints.day, undefined)],
    ),
  ],
}
