import { defineResource, shared } from '../kit/define'
import { markForPricing } from './quotePricing'

export const curvePoints = defineResource('curvePoints', {
  description: 'The prices of delivery months on the trade dates of curves.',
  // They go with the import that brought them.
  routes: 'undeletable',
  // Of two at once the second sees what the first has written.
  exclusive: true,
  search: [shared('curve.name')],
  uniqueTogether: {
    fields: ['curve', 'trade_date', 'delivery_month'],
    text: 'This trade date has a price of this month already.',
  },
  after: async (write, _id, { values, before }) => {
    await markForPricing(write, 'curve', [values.curve, before?.curve])
  },
})
