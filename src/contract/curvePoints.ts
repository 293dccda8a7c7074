import { boolean, date, id, number, one, resource, stamps, text } from './fields'

/** The price of a delivery month on a trade date of a curve. */
export const curvePoints = resource({
  name: 'curvePoints',
  path: '/api/mpg/curve-points/',
  title: 'Curve point',
  idField: 'curve_point_id',
  fields: {
    curve_point_id: id(),
    curve: one('curves', { required: true }),
    trade_date: date({ required: true }),
    delivery_month: text({ required: true, max: 7, format: 'month' }),
    price: number({ required: true, apiDescription: '$/dth.' }),
    settled: boolean({ default: false, apiDescription: 'Whether it is the price that settles the month.' }),
    ...stamps,
  },
  orderings: ['trade_date', 'delivery_month', 'price', 'created_at', 'modified_at'],
  defaultOrdering: 'trade_date',
  filters: ['curve', 'trade_date', 'delivery_month', 'settled'],
})
