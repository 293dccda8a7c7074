import { contractsApi } from '../../api/contractsApi'
import { contractListRules, renewalListRules, renewalsWithin } from '../../resources/contracts/listRules'
import { contractPaths, renewalsPage } from '../../resources/contracts/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** CTR-1, CTR-8 */
export const contracts: Feature = {
  routes: [
    pageRoute(
      contractPaths.list,
      () => import('./ListPage'),
      listRead('contracts', contractsApi.list, undefined, contractListRules),
    ),
    pageRoute(
      renewalsPage,
      () => import('./RenewalsPage'),
      listRead('contracts', contractsApi.list, () => renewalsWithin, renewalListRules),
    ),
    pageRoute(contractPaths.path(':id'), () => import('./DetailPage'), recordRead(contractsApi.row)),
  ],
}
