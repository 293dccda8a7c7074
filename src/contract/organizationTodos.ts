import { id, one, resource, trashed } from './fields'

/** Links of tasks and organizations. */
export const organizationTodos = resource({
  name: 'organizationTodos',
  path: '/api/mpg/organization-todos/',
  title: 'Organization task',
  idField: 'organization_todo_id',
  fields: {
    organization_todo_id: id(),
    organization: one('organizations', { required: true }),
    todo: one('todos', { required: true }),
    ...trashed,
  },
  orderings: ['organization_todo_id'],
  defaultOrdering: 'organization_todo_id',
  filters: ['organization', 'todo'],
  trash: true,
})
