import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { Button } from '../../ui/button/Button'
import { useMarkTaskMutation } from '../../api/todosApi'
import type { Row } from '../../contract'

/** Completes a task, or opens it again (TASK-3). */
export const CompleteButton = ({ row }: { row: Row<'todos'> }) => {
  const [mark, { isLoading }] = useMarkTaskMutation()
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
        void mark({ id: row.id, body: { status: isDone ? 'todo' : 'done' }, version: row.version })
      }
    />
  )
}
