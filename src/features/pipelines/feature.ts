import { pageRoute } from '../../ui/page/pageRoute'
import type { Feature } from '../feature'

export const pipelines: Feature = {
  routes: [pageRoute('/mpg/pipelines', () => import('./ListPage'))],
  menu: { label: 'Pipelines', to: '/mpg/pipelines', icon: 'tags' },
}
