import { api } from './kit/api'
import type { Found } from './kit/baseQuery'
import { changeMutation, type Change } from './kit/mutations'
import { plainApi } from './kit/plainApi'

const expand = [
  'assignee',
  'organizations',
  'organizations_todos',
  'organizations_todos.organization',
  'created_by',
  'modified_by',
] as const

/** TASK-2, TASK-3 */
export const todosApi = plainApi('todos', {
  expand,
  createFailure: { title: 'Validation', text: 'Cannot add task. Please contact to helpdesk.' },
})

const mark = changeMutation('todos', {
  words: {
    success: { title: 'Update', text: 'Update successfully.' },
    failure: { title: 'Error', text: 'Cannot update this task.' },
  },
  expand,
})

const marksApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Completes or reopens a task; the answer includes concurrent changes (TASK-3). */
    markTask: build.mutation<Found, Change<'todos'>>({
      ...mark,
      invalidatesTags: (found, error, change, meta) =>
        error?.code === 'stale_version'
          ? [{ type: 'todos', id: change.id }]
          : mark.invalidatesTags(found, error, change, meta),
    }),
  }),
})

export const { useMarkTaskMutation } = marksApi
