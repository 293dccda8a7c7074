import { todosApi } from '../../api/todosApi'
import { taskPaths } from '../../resources/tasks/paths'
import { listRead } from '../../ui/list/listRead'
import { pageRoute, recordRead } from '../../ui/page/pageRoute'
import { frameDialog, type Feature } from '../feature'

const listed = listRead('todos', todosApi.list)

/** TASK-1, TASK-3. Without a query, the list redirects to the open tasks. */
export const tasks: Feature = {
  routes: [
    pageRoute(
      taskPaths.list,
      () => import('./ListPage'),
      (at) => (at.search ? listed(at) : []),
    ),
    pageRoute(taskPaths.details(':id'), () => import('./DetailPage'), recordRead(todosApi.row)),
  ],
  dialogs: [{ ...frameDialog('task', 'Create task', () => import('./FrameDialog')), writes: true }],
}
