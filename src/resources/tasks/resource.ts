import CarryOutOutlined from '@ant-design/icons/es/icons/CarryOutOutlined'
import { defineResourceView } from '../kit/resourceView'
import { taskPaths } from './paths'

/** TASK-1, TASK-3 */
export const todos = defineResourceView('todos', {
  noun: ['task', 'tasks'],
  list: taskPaths.list,
  path: taskPaths.details,
  menu: { group: 'day', Icon: CarryOutOutlined, to: taskPaths.open, key: 't' },
  emptyDescription: 'Tasks say what has to be done by when, and for which legal entities.',
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
