import { choice, id, integer, one, resource, stamps, text, trashed } from './fields'
import { enrollmentRules } from './gas/choices'

/** A utility's service in one state, for which a bid is priced. Bids offer only active ones (BID-5). */
export const utilityStates = resource({
  name: 'utilityStates',
  path: '/api/mpg/utility-states/',
  title: 'Utility state',
  idField: 'utility_state_id',
  nameField: 'name',
  fields: {
    utility_state_id: id(),
    name: text({
      required: true,
      apiDescription: 'What the service is called within the utility and the state.',
    }),
    status: choice(['active', 'inactive'], { default: 'active' }),
    utility: one('utilities', { required: true }),
    state: one('states', { required: true }),
    enrollment_rule: choice(enrollmentRules, {
      apiDescription: 'By when accounts are to be enrolled; without one nothing is told.',
    }),
    enrollment_days: integer({
      min: 1,
      max: 120,
      apiDescription: 'Days before the start, or which business day of the month before it.',
    }),
    ...stamps,
    ...trashed,
  },
  orderings: ['name', 'status', 'utility', 'state', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
  filters: ['status', 'utility', 'state'],
  trash: true,
})
