import {
  choice,
  date,
  dayOrMoment,
  epoch,
  html,
  id,
  integer,
  many,
  one,
  resource,
  stamps,
  text,
  trashed,
} from './fields'

/** Tasks: description, time window, duration and organizations. */
export const todos = resource({
  name: 'todos',
  path: '/api/mpg/todos/',
  title: 'Task',
  idField: 'id',
  nameField: 'name',
  fields: {
    id: id({ alias: 'todo_id' }),
    name: text({ required: true, requiredMessage: 'Title is required' }),
    description: html({ required: true, requiredMessage: 'Description is required' }),
    status: choice(['todo', 'in_progress', 'done'], { default: 'todo' }),
    time_needed: text({
      required: true,
      shape: 'identifier',
      requiredMessage: 'Time Needed is required',
      apiDescription: "'00:{minutes}:00', 1 to 60 minutes.",
    }),
    completed_within: integer({
      required: true,
      requiredMessage: 'Completed is required',
      // The minimum is checked with the window, whose error is clearer where the end is before the start.
      max: 3_650,
      apiDescription: 'Days: 0 or more.',
    }),
    start_time: dayOrMoment({ alias: 'start', apiDescription: 'The first day of a custom window.' }),
    end_time: dayOrMoment({ alias: 'end', apiDescription: 'The last day of a custom window.' }),
    counted_from: date({
      apiDescription:
        'The day on which completed_within begins, such as today by the clock of whoever makes the task. Where none is sent, the day of creation in UTC.',
    }),
    due_date: date({
      readOnly: true,
      apiDescription: 'The last day of the custom window, else completed_within days after counted_from.',
    }),
    remind_at: epoch({ apiDescription: 'When the assignee is reminded of it; null: never.' }),
    assignee: one('users', { apiDescription: 'Whoever created it, unless told otherwise.' }),
    content_type: one('contentTypes'),
    organizations: many('organizations', { apiDescription: 'The legal entities that the task is about.' }),
    organizations_todos: many('organizationTodos', { readOnly: true, apiDescription: 'The links to them.' }),
    ...stamps,
    ...trashed,
  },
  orderings: [
    'name',
    'status',
    'time_needed',
    'due_date',
    'assignee',
    'organizations',
    'created_at',
    'modified_at',
  ],
  defaultOrdering: 'due_date',
  filters: ['status', 'assignee', 'organizations'],
  filterable: [
    'name',
    'status',
    'due_date',
    'assignee',
    'organizations',
    'completed_within',
    'created_by',
    'created_at',
    'modified_by',
    'modified_at',
  ],
  bulk: ['status', 'assignee', 'organizations', 'completed_within'],
  trash: true,
})

/** Preset durations of a task in minutes; any other whole number up to the maximum is a custom one (TASK-1). */
export const taskMinutes = [15, 20, 30, 45, 60] as const
export const maxTaskMinutes = 60
/** Preset numbers of days for a task; other values are a custom window. */
export const taskDays = [1, 2, 3, 5, 10, 14] as const
/** The content type model of tasks in requests (TASK-2). */
export const taskModel = 'todo'
