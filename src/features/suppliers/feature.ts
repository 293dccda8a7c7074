import { suppliersApi } from '../../api/suppliersApi'
import { supplierPaths } from '../../resources/suppliers/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** QUO-1 */
export const suppliers: Feature = {
  routes: [
    pageRoute(supplierPaths.list, () => import('./ListPage'), listRead('suppliers', suppliersApi.list)),
    pageRoute(supplierPaths.path(':id'), () => import('./DetailPage'), recordRead(suppliersApi.row)),
  ],
}
