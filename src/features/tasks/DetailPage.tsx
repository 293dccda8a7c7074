import { todosApi } from '../../api/todosApi'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { taskFieldMeta } from '../../resources/tasks/fieldMeta'
import { todos } from '../../resources/tasks/resource'
import { CompleteButton } from './CompleteButton'
import * as dialogs from './dialogs'

/** /mpg/tasks/{id}/details: one task with its organizations (TASK-3). */
export const Page = () => (
  <CrudDetail
    api={todosApi}
    view={todos}
    fieldMeta={taskFieldMeta}
    facts={['status', 'due_date', 'time_needed', 'assignee', 'organizations', 'description']}
    dialogs={dialogs}
    RowAction={CompleteButton}
  />
)
