import { addressPaths } from '../../resources/addresses/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const detail = () => import('./DetailPage')
const record = { record: 'addresses' } as const

/** ADR-1, ADR-2, ADR-3, ADR-5 */
export const addresses: Feature = {
  routes: [
    pageRoute(addressPaths.list, () => import('./ListPage'), { list: 'addresses' }),
    pageRoute(addressPaths.create(), () => import('./CreatePage')),
    pageRoute(addressPaths.record(':id'), detail, record),
    pageRoute(addressPaths.edit(':id'), () => import('./EditPage'), record),
    pageRoute(addressPaths.tab(':id', ':type'), detail, record),
  ],
}
