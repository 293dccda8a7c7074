import { id, one, resource } from './kit'

/** Which task is about which organization. */
export const organizationTodos = resource({
  name: 'organizationTodos',
  path: '/api/mpg/organization-todos/',
  title: 'Organization task',
  idField: 'organization_todo_id',
  fields: {
    organization_todo_id: id(),
    organization: one('organizations', { required: true }),
    todo: one('todos', { required: true }),
  },
  orderings: ['organization_todo_id'],
  defaultOrdering: 'organization_todo_id',
  filters: ['organization', 'todo'],
})
