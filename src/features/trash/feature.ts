import { trashPaths } from '../../resources/trash/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const page = () => import('./ListPage')

/** Deleted records. */
export const trash: Feature = {
  routes: [pageRoute(trashPaths.start, page), pageRoute(trashPaths.tab(':tab'), page)],
}
