import { id, resource, text } from './kit'

/** Brokers and consultants that bring indirect deals; an installation replaces the list by its own (OPN-9). */
export const sourceNames = resource({
  name: 'sourceNames',
  path: '/api/mpg/source-names/',
  title: 'Source name',
  idField: 'source_name_id',
  fields: {
    source_name_id: id(),
    name: text({ required: true }),
  },
  orderings: ['name'],
  defaultOrdering: 'name',
})
