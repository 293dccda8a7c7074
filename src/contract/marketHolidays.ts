import { date, id, resource, stamps, text } from './fields'

/** Days on which the market is closed although they are no weekend. */
export const marketHolidays = resource({
  name: 'marketHolidays',
  path: '/api/mpg/market-holidays/',
  title: 'Market holiday',
  idField: 'holiday_id',
  nameField: 'name',
  fields: {
    holiday_id: id(),
    day: date({ required: true }),
    name: text({ required: true }),
    ...stamps,
  },
  orderings: ['day', 'name', 'created_at', 'modified_at'],
  defaultOrdering: 'day',
})
