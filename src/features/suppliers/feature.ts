import { suppliersApi } from '../../api/suppliersApi'
import { suppliers as view } from '../../resources/suppliers/resource'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** QUO-1 */
export const suppliers: Feature = {
  routes: [
    pageRoute(view.list, () => import('./ListPage'), listRead('suppliers', suppliersApi.list)),
    pageRoute(view.path(':id'), () => import('./DetailPage'), recordRead(suppliersApi.row)),
  ],
}
