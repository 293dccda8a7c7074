import { defineResource } from '../kit/define'
import { markForPricing } from './quotePricing'

declare module '../db/tables' {
  interface ServerColumns {
    curves: Searched & { name_key: string }
  }
}

export const curves = defineResource('curves', {
  description: 'Forward curves: NYMEX, indices and basis.',
  restrictDelete: true,
  // Of two at once the second sees what the first has written.
  exclusive: true,
  search: ['name'],
  sortKeys: { name: 'name' },
  unique: { name: 'A curve with this name exists already.' },
  after: async (write, id, { values, before }) => {
    // Which curve is that of NYMEX depends on both.
    const pricedBy = ['kind', 'status'] as const
    if (
      before !== null &&
      pricedBy.some((name) => values[name] !== undefined && values[name] !== before[name])
    )
      await markForPricing(write, 'curve', [id])
  },
  moved: (write, id) => markForPricing(write, 'curve', [id]),
})
