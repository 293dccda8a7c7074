import { defineResource } from '../kit/define'
import { duplicate } from '../kit/errors'
import { markForPricing } from './quotePricing'

declare module '../db/tables' {
  interface ServerColumns {
    heatContents: Searched & { utility_key: string | null }
  }
}

export const heatContents = defineResource('heatContents', {
  description: 'The heat content of the gas of utilities, each from a day on.',
  // Of two at once the second sees what the first has written.
  exclusive: true,
  search: ['utility.name'],
  sortKeys: { utility: 'utility.name' },
  prepare: async ({ db }, { utility, valid_from }, { before }) => {
    const same = await db
      .selectFrom('heat_contents')
      .select('heat_content_id')
      .where('utility', '=', utility)
      .where('valid_from', '=', valid_from)
      .where('heat_content_id', '!=', before?.heat_content_id ?? 0)
      .executeTakeFirst()
    if (same) throw duplicate('valid_from', 'This utility has a heat content from this day on already.')
    return {}
  },
  after: async (write, _id, { values, before }) => {
    await markForPricing(write, 'utility', [values.utility, before?.utility])
  },
  moved: (write, _id, { utility }) => markForPricing(write, 'utility', [utility]),
})
