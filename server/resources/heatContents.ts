import { defineResource } from '../kit/define'
import { markForNotices } from './contractNotices'
import { markForPricing } from './quotePricing'
import { markForUsage } from './usageTotals'

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
  uniqueTogether: {
    fields: ['utility', 'valid_from'],
    text: 'This utility has a heat content from this day on already.',
  },
  after: async (write, _id, { values, before }) => {
    await markForPricing(write, 'utility', [values.utility, before?.utility])
    await markForUsage(write, [values.utility, before?.utility])
    await markForNotices(write)
  },
  moved: async (write, _id, { utility }) => {
    await markForPricing(write, 'utility', [utility])
    await markForUsage(write, [utility])
    await markForNotices(write)
  },
})
