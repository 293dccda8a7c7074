import { curvesApi } from '../../api/curvesApi'
import { curves as view } from '../../resources/curves/resource'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** CRV-1, CRV-2 */
export const curves: Feature = {
  routes: [
    pageRoute(view.list, () => import('./ListPage'), listRead('curves', curvesApi.list)),
    pageRoute(view.path(':id'), () => import('./DetailPage'), recordRead(curvesApi.row)),
  ],
}
