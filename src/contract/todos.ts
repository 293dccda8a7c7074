import { choice, date, dayOrMoment, html, id, integer, many, one, resource, stamps, text } from './kit'

/** Tasks: what has to be done by when, how long it takes, and for which organizations. */
export const todos = resource({
  name: 'todos',
  path: '/api/mpg/todos/',
  title: 'Task',
  idField: 'id',
  nameField: 'name',
  fields: {
    id: id({ alias: 'todo_id' }),
    name: text({ required: true, missing: 'Title is required' }),
    description: html({ required: true, missing: 'Description is required' }),
    status: choice(['todo', 'in_progress', 'done'], { default: 'todo' }),
    time_needed: text({
      required: true,
      missing: 'Time Needed is required',
      about: "'00:{minutes}:00', 1 to 60 minutes.",
    }),
    completed_within: integer({
      required: true,
      missing: 'Completed is required',
      min: 0,
      max: 3_650,
      about: 'Days.',
    }),
    start_time: dayOrMoment({ alias: 'start', about: 'The first day of a custom window.' }),
    end_time: dayOrMoment({ alias: 'end', about: 'The last day of a custom window.' }),
    counted_from: date({
      about:
        'The day on which completed_within begins, such as today by the clock of whoever makes the task. Where none is sent, the day of creation in UTC.',
    }),
    due_date: date({
      readOnly: true,
      about: 'The last day of the custom window, else completed_within days after counted_from.',
    }),
    assignee: one('users', { about: 'Whoever created it, unless told otherwise.' }),
    content_type: one('contentTypes'),
    organizations: many('organizations', { about: 'The legal entities that the task is about.' }),
    organizations_todos: many('organizationTodos', { readOnly: true, about: 'The links to them.' }),
    ...stamps,
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
})

/** How long a task may be said to take, in minutes; any other whole number up to the most is a custom one (TASK-1). */
export const taskMinutes = [15, 20, 30, 45, 60] as const
export const maxTaskMinutes = 60
/** Within how many days a task may be said to be done; anything else is a window of its own. */
export const taskDays = [1, 2, 3, 5, 10, 14] as const
/** The model of the content type that tasks are sent with (TASK-2). */
export const taskModel = 'todo'
