import { metersApi } from '../../api/metersApi'
import { meterPaths } from '../../resources/meters/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** Meters. */
export const meters: Feature = {
  routes: [
    pageRoute(meterPaths.list, () => import('./ListPage'), listRead('meters', metersApi.list)),
    pageRoute(meterPaths.path(':id'), () => import('./DetailPage'), recordRead(metersApi.row)),
  ],
}
