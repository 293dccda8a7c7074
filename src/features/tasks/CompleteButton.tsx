import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { Button } from '../../ui/button/Button'
import { todosApi } from '../../api/todosApi'
import type { Row } from '../../contract'

/** Completes a task, or opens it again (TASK-3). */
export const CompleteButton = ({ row }: { row: Row<'todos'> }) => {
  const [change, { isLoading }] = todosApi.change.useMutation()
  const isDone = row.status === 'done'
  const label = isDone ? 'Reopen' : 'Complete'
  return (
    <Button
      type="text"
      size="small"
      icon={isDone ? <UndoOutlined aria-hidden /> : <CheckOutlined aria-hidden />}
      aria-label={`${label} ${row.name}`}
      title={label}
      loading={isLoading}
      onClick={() =>
        void change({ id: row.id, body: { status: isDone ? 'todo' : 'done' }, version: row.version })
      }
    />
  )
}
