import { useCallback } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { todosApi } from '../../api/todosApi'
import type { Row } from '../../contract'
import { taskModel } from '../../contract/todos'
import { Fields } from '../../resources/kit/Fields'
import { RecordDialog } from '../../resources/kit/RecordForm'
import { useRecordForm } from '../../resources/kit/useRecordForm'
import { OrganizationsField } from '../../resources/organizations/OrganizationField'
import { taskFieldMeta } from '../../resources/tasks/fieldMeta'
import { UserField } from '../../resources/users/UserField'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { TimeFields } from './form/TimeFields'
import { createBody, keptOf, layout, schema, valuesFrom } from './form/values'

const none: readonly number[] = []
const inputs = { organizations: (frame: FieldProps) => <OrganizationsField {...frame} /> }
const newInputs = {
  assignee: (frame: FieldProps) => <UserField {...frame} hint="You, unless somebody else is chosen." />,
}

interface TaskDialogProps {
  /** The task to edit; without it, a new one is created. */
  task?: Row<'todos'>
  /** The organizations of a new task. */
  organizations?: readonly number[]
  close: () => void
}

/** Creates or edits a task (TASK-1 to TASK-3). */
export const TaskDialog = ({ task, organizations = none, close }: TaskDialogProps) => {
  const contentType = useAppSelector((state) => state.contentTypes.idByModel[taskModel])
  const [create] = todosApi.create.useMutation()
  const [change] = todosApi.change.useMutation()
  const [read] = todosApi.row.useLazyQuery()
  const form = useRecordForm({
    fieldMeta: taskFieldMeta,
    row: task,
    valuesFrom: useCallback(
      (known?: Row<'todos'>) => valuesFrom(known ?? { organizations: [...organizations] }),
      [organizations],
    ),
    schema,
    make: (values, once) => once(create, createBody(values, contentType)),
    change,
    keptOf,
    owner: organizations.join(),
    ...(task && { readAgain: () => void read(task.id) }),
  })
  return (
    <RecordDialog form={form} title="TASK" width={640} close={close}>
      <Fields of={taskFieldMeta} names={layout.sections.task.fields} inputs={inputs} />
      <TimeFields />
      {task ? (
        <Fields of={taskFieldMeta} names={layout.sections.progress.fields} />
      ) : (
        <Fields of={taskFieldMeta} names={['assignee', 'remind_at']} inputs={newInputs} />
      )}
    </RecordDialog>
  )
}
