import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { todosApi } from '../../api/todosApi'
import type { Row } from '../../contract'
import { ChoiceFilter } from '../../resources/kit/ChoiceFilter'
import { me } from '../../contract/filters'
import { bulkSelectionOf } from '../../resources/kit/bulk/bulkSelection'
import { listFiltersOf } from '../../resources/kit/filters/listFilters'
import { isOneRecord } from '../../resources/kit/RecordFilter'
import { columnOf } from '../../resources/kit/columnOf'
import { CrudList } from '../../resources/kit/CrudList'
import { nameColumn } from '../../resources/kit/nameColumn'
import { organizationsInRow } from '../../resources/organizations/OrganizationLinks'
import { taskFieldMeta } from '../../resources/tasks/fieldMeta'
import { todos } from '../../resources/tasks/resource'
import { allStates, openStates, taskPaths } from '../../resources/tasks/paths'
import { lazyDialogs } from '../../ui/list/useRowDialogs'
import type { ListControl } from '../../ui/list/useListState'
import { DueText } from '../../ui/value/DueText'
import { CompleteButton } from './CompleteButton'
import { MineFilter } from './MineFilter'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** A completed task is no longer due. */
const dueOf = ({ due_date, status }: Row<'todos'>) =>
  due_date && status !== 'done' ? <DueText value={due_date} /> : null

const columns = [
  nameColumn(taskFieldMeta, 'name', { width: '22%' }),
  columnOf(taskFieldMeta, 'status', { width: '10%' }),
  columnOf(taskFieldMeta, 'due_date', { width: '11%' }),
  { key: 'due', sortsBy: 'due_date', sortable: true, title: 'Due in', width: '16%', show: dueOf },
  columnOf(taskFieldMeta, 'time_needed', { width: '10%', matters: 'wide' }),
  columnOf(taskFieldMeta, 'assignee', { width: '14.5%', matters: 'wide' }),
  columnOf(taskFieldMeta, 'organizations', {
    width: '16.5%',
    hasLine: true,
    matters: 'wide',
    show: ({ organizations: ids }) => organizationsInRow(ids),
  }),
]

const fieldFilters = listFiltersOf(taskFieldMeta, {
  shown: ({ status = '', assignee }) => [
    ...(status === openStates || status === allStates || !status.includes(',') ? ['status'] : []),
    ...(isOneRecord(assignee) || assignee === me ? ['assignee'] : []),
  ],
})

const selectable = bulkSelectionOf(taskFieldMeta)

const filters = (list: ListControl) => (
  <>
    <MineFilter list={list} />
    <ChoiceFilter
      list={list}
      of={taskFieldMeta}
      name="status"
      groups={{ [openStates]: 'Open' }}
      all={allStates}
    />
  </>
)

/** /mpg/tasks (TASK-3): open tasks by default. */
export const Page = () => {
  const { key, search } = useLocation()
  const [arrival] = useState(key)
  if (key === arrival && search === '') return <Navigate to={taskPaths.open} replace />
  return (
    <CrudList
      api={todosApi}
      view={todos}
      columns={columns}
      dialogs={dialogs}
      filters={filters}
      fieldFilters={fieldFilters}
      selectable={selectable}
      RowAction={CompleteButton}
    />
  )
}
