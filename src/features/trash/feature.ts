import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { loadParts } from '../../resources'
import { trashPaths } from '../../resources/trash/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

/** The page, with the resources that it lists. */
const page = async () => {
  const [{ pageOf }, resources] = await Promise.all([import('./ListPage'), loadParts()])
  return { Page: pageOf(resources) }
}

/** Deleted records. */
export const trash: Feature = {
  routes: [pageRoute(trashPaths.start, page), pageRoute(trashPaths.tab(':tab'), page)],
  menu: { label: 'Trash', to: trashPaths.start, Icon: DeleteOutlined },
}
