import { defineFaces, stampFaces, unseen } from '../kit/face'
import { OrganizationLinks } from '../organizations/OrganizationLinks'
import { minutesIn } from './duration'

/** Labels of the statuses of a task. */
const statusNames = { todo: 'To do', in_progress: 'In progress', done: 'Done' } as const

/** fieldMeta of tasks. */
export const taskFaces = defineFaces('todos', {
  id: unseen,
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
  counted_from: unseen,
  due_date: { label: 'Due Date' },
  assignee: { label: 'Assignee' },
  content_type: unseen,
  organizations: {
    label: 'Legal Entity',
    show: ({ organizations: ids }) => <OrganizationLinks ids={ids ?? []} />,
  },
  organizations_todos: unseen,
  ...stampFaces,
})
