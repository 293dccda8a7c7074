import { tagsApi } from '../../api/tagsApi'
import { tagPaths } from '../../resources/tags/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** TAG-1 */
export const tags: Feature = {
  routes: [pageRoute(tagPaths.list, () => import('./ListPage'), listRead('tags', tagsApi.list))],
}
