import { addressPaths } from '../../records/addresses/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const detail = () => import('./DetailPage')

/** ADR-1, ADR-2, ADR-3, ADR-5 */
export const addresses: Feature = {
  routes: [
    pageRoute(addressPaths.list, () => import('./ListPage')),
    pageRoute(addressPaths.create(), () => import('./CreatePage')),
    pageRoute(addressPaths.record(':id'), detail),
    pageRoute(addressPaths.edit(':id'), () => import('./EditPage')),
    pageRoute(addressPaths.tab(':id', ':type'), detail),
  ],
  menu: { label: 'Addresses', to: addressPaths.list, icon: 'addresses' },
}
