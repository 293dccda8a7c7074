import { problems } from '../../src/contract/problems'
import type { FieldErrors, Values } from '../kit/declaration'
import { defineResource } from '../kit/define'
import { notifyUsers, settleNotifications } from '../kit/write/notifications'

declare module '../db/tables' {
  interface ServerColumns {
    todos: Searched & {
      name_key: string
      assignee_key: string | null
      organizations_key: string | null
      /** The contract whose notice has made it; null: people have. */
      notice_of: number | null
    }
  }
}

const dayLength = 86_400_000
const lastDay = Date.parse('9999-12-31')

/** '00:{minutes}:00' with 1 to 60 minutes; an hour may be written as one. */
const durations = /^(?:00:(0?[1-9]|[1-5]\d|60):00|0?1:00:00)$/

/** The choice of a custom duration, without the minutes. */
const withoutMinutes = /^(?:custom|00::00)$/i

const dayOf = (value: string | null = null): string | null => value?.slice(0, 10) ?? null

function durationFault(time_needed: string): FieldErrors<'todos'> {
  if (withoutMinutes.test(time_needed)) return { time_needed: 'Please enter custom field.' }
  return durations.test(time_needed) ? {} : { time_needed: 'Enter 1 to 60 minutes as 00:{minutes}:00.' }
}

/** Where one of the two is a day, the days decide. */
function windowFault(start: string | null = null, end: string | null = null): FieldErrors<'todos'> {
  if (start === null || end === null) return {}
  const length = Math.min(start.length, end.length)
  return start.slice(0, length) > end.slice(0, length) ? { end_time: problems.order } : {}
}

/** In a window that ends before it starts, the number of days is wrong as well. */
function spanFault({
  completed_within,
  start_time,
  end_time,
}: Partial<Values<'todos'>>): FieldErrors<'todos'> {
  const fault = windowFault(start_time, end_time)
  const isNegative = typeof completed_within === 'number' && completed_within < 0
  return 'end_time' in fault || !isNegative ? fault : { completed_within: problems.tooLow(0) }
}

/** Other days alone end a window, on whose last day the task would stay due: a person chooses one of the two. */
const endsWindow = (
  { end_time, completed_within }: Partial<Values<'todos'>>,
  before: Partial<Values<'todos'>> | null,
  sent: Partial<Values<'todos'>>,
): boolean =>
  before !== null &&
  sent.start_time === undefined &&
  sent.end_time === undefined &&
  (end_time ?? null) !== null &&
  completed_within !== before.completed_within

/** What needs no look any more once a task is done. */
const taskKinds = ['assigned', 'task_due', 'reminder'] as const

export const todos = defineResource('todos', {
  description: 'Tasks: what has to be done by when, and for which organizations.',
  links: {
    organizations: { table: 'organization_todos', own: 'todo', target: 'organization' },
    organizations_todos: { table: 'organization_todos', own: 'todo', target: 'organization_todo_id' },
  },
  search: ['name', 'description'],
  limitedThrough: [{ resource: 'contracts', by: 'notice_of' }],
  limitedWithAllOf: 'organizations',
  cascades: [{ resource: 'organizationTodos', by: 'todo' }],
  sortKeys: {
    name: 'name',
    assignee: 'assignee.username',
    organizations: 'organizations.name',
  },
  check: (values) => ({
    ...durationFault(values.time_needed ?? ''),
    ...spanFault(values),
  }),
  prepare: (write, values, { before, sent }) =>
    Promise.resolve({
      ...(before === null && values.assignee === null && { assignee: write.actor }),
      ...(endsWindow(values, before, sent) && { start_time: null, end_time: null }),
    }),
  after: async (write, id, { values: { assignee, status, remind_at, due_date }, before }) => {
    const isReassigned = assignee !== undefined && assignee !== before?.assignee
    const isDone = status === 'done' && before?.status !== 'done'
    const hasMoved =
      due_date !== before?.due_date || (remind_at !== undefined && remind_at !== before?.remind_at)
    if (before && (isReassigned || isDone)) await settleNotifications(write, 'todos', id, taskKinds)
    else if (before && hasMoved) await settleNotifications(write, 'todos', id, ['task_due', 'reminder'])
    if (isReassigned && typeof assignee === 'number')
      await notifyUsers(write, [assignee], { kind: 'assigned', resource: 'todos', recordId: id })
  },
  moved: (write, id) => settleNotifications(write, 'todos', id, taskKinds),
  compute: ({ time_needed, completed_within, counted_from, end_time, created_at }) => {
    const minutes = durations.exec(time_needed)?.[1] ?? '60'
    const first = dayOf(counted_from) ?? dayOf(created_at) ?? new Date().toISOString()
    const due = Math.min(Date.parse(first) + completed_within * dayLength, lastDay)
    return {
      time_needed: `00:${minutes.padStart(2, '0')}:00`,
      due_date: dayOf(end_time) ?? new Date(due).toISOString().slice(0, 10),
    }
  },
})
