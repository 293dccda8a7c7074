import { utilityStatesApi } from '../../api/utilityStatesApi'
import { utilityStatePaths } from '../../resources/utilityStates/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** CTR-5: changed by all who are signed in (GAS-4). */
export const utilityStates: Feature = {
  routes: [
    pageRoute(
      utilityStatePaths.list,
      () => import('./ListPage'),
      listRead('utilityStates', utilityStatesApi.list),
    ),
  ],
}
