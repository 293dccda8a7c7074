import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import { Button } from '../../ui/antd/Button'
import type { Row } from '../../contract'
import { IfAllowed } from '../../resources/kit/IfAllowed'
import { useTaskStatus } from './useTaskStatus'

/** Completes or reopens a task (TASK-3). */
export const CompleteButton = ({ row }: { row: Row<'todos'> }) => {
  const { change, isChanging } = useTaskStatus()
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
        loading={isChanging}
        onClick={() => void change(row, isDone ? 'todo' : 'done')}
      />
    </IfAllowed>
  )
}
