import { choice, id, resource, stamps, text } from './fields'

/** Forward curves: the prices of delivery months, as of each trade date. */
export const curves = resource({
  name: 'curves',
  path: '/api/mpg/curves/',
  title: 'Curve',
  idField: 'curve_id',
  nameField: 'name',
  fields: {
    curve_id: id(),
    name: text({ required: true }),
    kind: choice(['nymex', 'index', 'basis'], { required: true }),
    status: choice(['active', 'inactive'], { default: 'active' }),
    ...stamps,
  },
  orderings: ['name', 'kind', 'status', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
  filters: ['kind', 'status'],
})
