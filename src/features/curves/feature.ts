import { curvesApi } from '../../api/curvesApi'
import { curvePaths } from '../../resources/curves/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** CRV-1, CRV-2 */
export const curves: Feature = {
  routes: [
    pageRoute(curvePaths.list, () => import('./ListPage'), listRead('curves', curvesApi.list)),
    pageRoute(curvePaths.path(':id'), () => import('./DetailPage'), recordRead(curvesApi.row)),
  ],
}
