import { heatContentsApi } from '../../api/marketApi'
import { heatContentPaths } from '../../resources/heatContents/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** GAS-4: changed by the provider's team only. */
export const heatContents: Feature = {
  routes: [
    pageRoute(
      heatContentPaths.list,
      () => import('./ListPage'),
      listRead('heatContents', heatContentsApi.list),
    ),
  ],
}
