import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Button } from '../../ui/antd/Button'
import { useState } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { todosApi } from '../../api/todosApi'
import type { Row } from '../../contract'
import { RecordFacts } from '../../resources/kit/RecordFacts'
import { RecordMetadata } from '../../resources/kit/RecordMetadata'
import { pageKind, RecordPage } from '../../resources/kit/RecordPage'
import { taskFieldMeta } from '../../resources/tasks/fieldMeta'
import { taskPaths } from '../../resources/tasks/paths'
import { todos } from '../../resources/tasks/resource'
import { useNavigateAfterDelete } from '../../ui/page/useGoBack'
import { PageHeader } from '../../ui/page/PageHeader'
import { CompleteButton } from './CompleteButton'
import { Delete, Edit } from './dialogs'

const taskPage = pageKind(todos, todosApi.row)

const Task = ({ task }: { task: Row<'todos'> }) => {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const list = useAppSelector(({ visitedLists }) => visitedLists.todos?.address) ?? taskPaths.open
  const leave = useNavigateAfterDelete(list)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title={task.name}
        trail={[{ label: 'Tasks', to: list }]}
        actions={
          <>
            <CompleteButton row={task} />
            <Button data-key="edit" icon={<EditOutlined aria-hidden />} onClick={() => setOpen('edit')}>
              Edit
            </Button>
            <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setOpen('delete')}>
              Delete
            </Button>
          </>
        }
      />
      <RecordFacts
        title="Task"
        of={taskFieldMeta}
        names={['status', 'due_date', 'time_needed', 'assignee', 'organizations', 'description']}
        row={task}
      />
      <RecordMetadata of={taskFieldMeta} row={task} />
      {open === 'edit' && <Edit row={task} close={close} />}
      {open === 'delete' && <Delete row={task} close={close} done={leave} />}
    </>
  )
}

/** /mpg/tasks/{id}/details: one task with its organizations (TASK-3). */
export const Page = () => <RecordPage of={taskPage}>{(task) => <Task task={task} />}</RecordPage>
