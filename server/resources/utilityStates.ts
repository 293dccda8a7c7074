import { problems } from '../../src/contract/problems'
import { defineResource, shared } from '../kit/define'
import { markForNotices } from './contractNotices'
import { markForPricing } from './quotePricing'

declare module '../db/tables' {
  interface ServerColumns {
    utilityStates: Searched & {
      name_key: string
      utility_key: string | null
      state_key: string | null
    }
  }
}

export const utilityStates = defineResource('utilityStates', {
  description: 'The services of utilities, each in one state.',
  restrictDelete: true,
  check: ({ enrollment_rule, enrollment_days }) => ({
    ...(enrollment_rule && !enrollment_days ? { enrollment_days: problems.required } : {}),
    ...(enrollment_days && !enrollment_rule ? { enrollment_rule: problems.required } : {}),
  }),
  fullName: [['utility.name'], ['name'], ['state.acronym']],
  search: ['name', shared('utility.name'), shared('state.name'), shared('state.acronym')],
  after: async (write, _id, { values, before }) => {
    // The heat content of its bids is that of its utility.
    if (before !== null && values.utility !== undefined && values.utility !== before.utility)
      await markForPricing(write, 'utility', [values.utility])
    const hasRule = (['enrollment_rule', 'enrollment_days'] as const).some(
      (name) => values[name] !== undefined && values[name] !== before?.[name],
    )
    if (before !== null && hasRule) await markForNotices(write)
  },
  sortKeys: { name: 'name', utility: 'utility.name', state: 'state.name' },
})
