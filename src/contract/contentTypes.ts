import { id, resource, text } from './fields'

/** The kinds of record that can have notes and files; `contact` is 33 on every installation (API-5). */
export const contentTypes = resource({
  name: 'contentTypes',
  path: '/api/mpg/content-types/',
  title: 'Content type',
  idField: 'id',
  fields: {
    id: id(),
    model: text({ readOnly: true, required: true }),
  },
  orderings: ['id', 'model'],
  defaultOrdering: 'id',
})
