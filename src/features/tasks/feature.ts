import { taskPaths } from '../../resources/tasks/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import { frameDialog, type Feature } from '../feature'

/** TASK-1, TASK-3 */
export const tasks: Feature = {
  routes: [
    pageRoute(taskPaths.list, () => import('./ListPage')),
    pageRoute(taskPaths.details(':id'), () => import('./DetailPage')),
  ],
  dialogs: [frameDialog('task', 'Create task', () => import('./FrameDialog'))],
}
