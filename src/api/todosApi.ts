import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import { changeMutation, type Update } from './kit/mutations'
import { crudApi } from './kit/crudApi'

const expand = [
  'assignee',
  'organizations',
  'organizations_todos',
  'organizations_todos.organization',
  'created_by',
  'modified_by',
] as const

/** TASK-2, TASK-3 */
export const todosApi = crudApi('todos', {
  expand,
  createFailure: { title: 'Validation', text: 'Cannot add task. Please contact to helpdesk.' },
})

const changeStatus = changeMutation('todos', {
  messages: {
    failure: { title: 'Error', text: 'Cannot update this task.' },
  },
  expand,
})

const taskStatusApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Completes or reopens a task; the answer includes concurrent changes (TASK-3). */
    changeTaskStatus: build.mutation<NormalizedResult, Update<'todos'>>({
      ...changeStatus,
      invalidatesTags: (found, error, change, meta) =>
        error?.code === 'stale_version'
          ? [{ type: 'todos', id: change.id }]
          : changeStatus.invalidatesTags(found, error, change, meta),
    }),
  }),
})

export const { useChangeTaskStatusMutation } = taskStatusApi
