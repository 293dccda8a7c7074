import type { RelativeDate } from '../../../contract/filters'

/** The relative dates in words, as they follow the label of a field. */
export const relativeNames: Readonly<Record<RelativeDate, string>> = {
  // What is done may be among them.
  overdue: 'before today',
  today: 'today',
  this_week: 'this week',
  next_7: 'in the next 7 days',
  next_30: 'in the next 30 days',
  next_90: 'in the next 90 days',
  last_7: 'in the last 7 days',
  last_30: 'in the last 30 days',
  last_90: 'in the last 90 days',
  any: 'is not empty',
  none: 'is empty',
}
