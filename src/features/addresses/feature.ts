import { addressesApi } from '../../api/addressesApi'
import { addressPaths } from '../../resources/addresses/paths'
import { withHistory } from '../../resources/kit/historyReads'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const detail = () => import('./DetailPage')
const listed = listRead('addresses', addressesApi.list)
const record = recordRead(addressesApi.row)

/** ADR-1, ADR-2, ADR-3, ADR-5 */
export const addresses: Feature = {
  routes: [
    pageRoute(addressPaths.list, () => import('./ListPage'), listed),
    pageRoute(addressPaths.create(), () => import('./CreatePage')),
    pageRoute(addressPaths.record(':id'), detail, record),
    pageRoute(addressPaths.edit(':id'), () => import('./EditPage'), record),
    pageRoute(addressPaths.tab(':id', ':type'), detail, withHistory('addresses', record)),
  ],
}
