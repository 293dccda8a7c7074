import { id, resource, text } from './fields'

/** The 50 states and the District of Columbia. */
export const states = resource({
  name: 'states',
  path: '/api/mpg/states/',
  title: 'State',
  idField: 'state_id',
  nameField: 'name',
  fields: {
    state_id: id(),
    acronym: text({ readOnly: true, required: true, max: 2 }),
    name: text({ readOnly: true, required: true }),
  },
  orderings: ['name', 'acronym'],
  defaultOrdering: 'name',
})
