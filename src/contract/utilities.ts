import { id, resource, stamps, text, trashed } from './fields'

/** Local distribution companies that serve customers. */
export const utilities = resource({
  name: 'utilities',
  path: '/api/mpg/utilities/',
  title: 'Utility',
  idField: 'utility_id',
  nameField: 'name',
  fields: {
    utility_id: id(),
    name: text({ required: true }),
    ...stamps,
    ...trashed,
  },
  orderings: ['name', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
  trash: true,
})
