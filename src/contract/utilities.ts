import { id, resource, stamps, text } from './kit'

/** Local distribution companies that a customer is served by. */
export const utilities = resource({
  name: 'utilities',
  path: '/api/mpg/utilities/',
  title: 'Utility',
  idField: 'utility_id',
  fields: {
    utility_id: id(),
    name: text({ required: true }),
    ...stamps,
  },
  orderings: ['name', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
})
