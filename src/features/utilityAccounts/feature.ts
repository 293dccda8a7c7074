import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import { utilityAccountPaths } from '../../resources/utilityAccounts/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** Utility accounts. */
export const utilityAccounts: Feature = {
  routes: [
    pageRoute(
      utilityAccountPaths.list,
      () => import('./ListPage'),
      listRead('utilityAccounts', utilityAccountsApi.list),
    ),
    pageRoute(
      utilityAccountPaths.path(':id'),
      () => import('./DetailPage'),
      recordRead(utilityAccountsApi.row),
    ),
    pageRoute(
      utilityAccountPaths.usage(':id'),
      () => import('./UsagePage'),
      recordRead(utilityAccountsApi.row),
    ),
  ],
}
