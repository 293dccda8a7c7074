import { defineFieldMeta, stampFieldMeta, excludedFields } from '../kit/fieldMeta'
import { OrganizationLinks } from '../organizations/OrganizationLinks'

/** The whole minutes in '00:{minutes}:00', the stored form of a task's duration (TASK-2). */
export const minutesIn = (timeNeeded: string): number => Number(timeNeeded.split(':')[1] ?? 0)

/** Whole minutes in the stored form of a task. */
export const timeNeeded = (minutes: number): string => `00:${String(minutes).padStart(2, '0')}:00`

/** Labels of the statuses of a task. */
export const statusNames = { todo: 'To do', in_progress: 'In progress', done: 'Done' } as const

/** Metadata of the fields of tasks. */
export const taskFieldMeta = defineFieldMeta('todos', {
  id: excludedFields,
  name: { label: 'Title', wide: true },
  description: { label: 'Description', wide: true },
  status: { label: 'Status', nameOf: (status: keyof typeof statusNames) => statusNames[status] },
  time_needed: {
    label: 'Time Needed',
    show: ({ time_needed }) => `${minutesIn(time_needed ?? '')} minutes`,
  },
  completed_within: { label: 'Completed Within', unit: () => 'days' },
  start_time: { label: 'From', format: 'day' },
  end_time: { label: 'Until', format: 'day' },
  counted_from: excludedFields,
  due_date: { label: 'Due Date' },
  remind_at: { label: 'Reminder' },
  assignee: { label: 'Assignee' },
  content_type: excludedFields,
  organizations: {
    label: 'Legal Entity',
    show: ({ organizations: ids }) => <OrganizationLinks ids={ids ?? []} />,
  },
  organizations_todos: excludedFields,
  ...stampFieldMeta,
})
