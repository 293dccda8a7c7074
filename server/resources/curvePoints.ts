import { defineResource, shared } from '../kit/define'
import { duplicate } from '../kit/errors'
import { markForPricing } from './quotePricing'

export const curvePoints = defineResource('curvePoints', {
  description: 'The prices of delivery months on the trade dates of curves.',
  // They go with the import that brought them.
  routes: 'undeletable',
  // Of two at once the second sees what the first has written.
  exclusive: true,
  search: [shared('curve.name')],
  prepare: async ({ db }, { curve, trade_date, delivery_month }, { before }) => {
    const same = await db
      .selectFrom('curve_points')
      .select('curve_point_id')
      .where('curve', '=', curve)
      .where('trade_date', '=', trade_date)
      .where('delivery_month', '=', delivery_month)
      .where('curve_point_id', '!=', before?.curve_point_id ?? 0)
      .executeTakeFirst()
    if (same) throw duplicate('delivery_month', 'This trade date has a price of this month already.')
    return {}
  },
  after: async (write, _id, { values, before }) => {
    await markForPricing(write, 'curve', [values.curve, before?.curve])
  },
})
