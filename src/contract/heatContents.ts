import { date, id, number, one, resource, stamps } from './fields'
import { heatContentRange } from './gas/choices'

/** The heat content of a utility's gas from a day on; without an entry it is 1.037. */
export const heatContents = resource({
  name: 'heatContents',
  path: '/api/mpg/heat-contents/',
  title: 'Heat content',
  idField: 'heat_content_id',
  fields: {
    heat_content_id: id(),
    utility: one('utilities', { required: true }),
    valid_from: date({ required: true }),
    mmbtu_per_mcf: number({ ...heatContentRange, required: true }),
    ...stamps,
  },
  orderings: ['utility', 'valid_from', 'mmbtu_per_mcf', 'created_at', 'modified_at'],
  defaultOrdering: 'valid_from',
  filters: ['utility'],
})
