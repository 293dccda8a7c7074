import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

const path = '/mpg/connections'

/** TRUST-26 */
export const connections: Feature = {
  routes: [pageRoute(path, () => import('./ListPage'))],
  menu: { label: 'Connections', to: path, Icon: ApiOutlined, for: ['team'] },
}
