import { contractsApi } from '../../api/contractsApi'
import { contractListRules } from '../../resources/contracts/listRules'
import { contractPaths } from '../../resources/contracts/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** CTR-1 */
export const contracts: Feature = {
  routes: [
    pageRoute(
      contractPaths.list,
      () => import('./ListPage'),
      listRead('contracts', contractsApi.list, undefined, contractListRules),
    ),
    pageRoute(contractPaths.path(':id'), () => import('./DetailPage'), recordRead(contractsApi.row)),
  ],
}
