import { plainApi } from './kit/plainApi'

/** TASK-2, TASK-3 */
export const todosApi = plainApi('todos', {
  expand: ['assignee', 'organizations', 'created_by', 'modified_by'],
  createFailure: { title: 'Validation', text: 'Cannot add task. Please contact to helpdesk.' },
})
