import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import { Button } from '../../ui/antd/Button'
import { useChangeTaskStatusMutation } from '../../api/todosApi'
import type { Row } from '../../contract'
import { IfAllowed } from '../../resources/kit/IfAllowed'

/** Completes or reopens a task (TASK-3). */
export const CompleteButton = ({ row }: { row: Row<'todos'> }) => {
  const [mark, { isLoading }] = useChangeTaskStatusMutation()
  const isDone = row.status === 'done'
  const label = isDone ? 'Reopen' : 'Complete'
  return (
    <IfAllowed to="change" of="todos">
      <Button
        type="text"
        size="small"
        icon={isDone ? <FolderOpenOutlined aria-hidden /> : <CheckOutlined aria-hidden />}
        aria-label={`${label} ${row.name}`}
        title={label}
        loading={isLoading}
        onClick={() =>
          void mark({ id: row.id, body: { status: isDone ? 'todo' : 'done' }, version: row.version })
        }
      />
    </IfAllowed>
  )
}
