import { todosApi } from '../../api/todosApi'
import type { Row } from '../../contract'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { TaskDialog } from './TaskDialog'

interface EditProps {
  row?: Row<'todos'>
  close: () => void
}

export const Edit = ({ row, close }: EditProps) => <TaskDialog {...(row && { task: row })} close={close} />

interface DeleteProps {
  row: Row<'todos'>
  close: () => void
  /** Called after the deletion; by default closes the dialog. */
  done?: () => void
}

export const Delete = ({ row, close, done = close }: DeleteProps) => {
  const [remove] = todosApi.remove.useMutation()
  return (
    <DeleteDialog
      title="Delete Task"
      name={row.name}
      remove={() => remove(row.id).unwrap()}
      done={done}
      cancel={close}
    />
  )
}
