import { useCallback } from 'react'
import { useAppDispatch, useAppStore } from '../../api/kit/hooks'
import { useChangeTaskStatusMutation } from '../../api/todosApi'
import type { Row } from '../../contract'
import { statusNames } from '../../resources/tasks/fieldMeta'
import { selectRow } from '../../store/entities'
import { toastShown } from '../../store/toasts'

type Task = Row<'todos'>

/** Changes the status of tasks; a success names the task, which may have left the list, and can be taken back (TASK-3). */
export const useTaskStatus = () => {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const [send, { isLoading: isChanging }] = useChangeTaskStatusMutation()
  const change = useCallback(
    async ({ id, name, version, status: before }: Task, status: Task['status']) => {
      const { error } = await send({ id, body: { status }, version })
      if (error) return
      const taken = selectRow(store.getState(), 'todos', id)?.version ?? version + 1
      dispatch(
        toastShown({
          kind: 'success',
          title: 'Update',
          text: `${name}: ${statusNames[status]}.`,
          undo: {
            resource: 'todos',
            id,
            change: { version: taken, body: { status: before }, made: { status } },
          },
        }),
      )
    },
    [dispatch, send, store],
  )
  return { change, isChanging }
}
