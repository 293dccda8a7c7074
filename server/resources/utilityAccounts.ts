import { problems } from '../../src/contract/problems'
import type { Write } from '../kit/context'
import { defineResource, shared } from '../kit/define'
import { duplicate } from '../kit/errors'
import { assertUnderDrafts } from './contractAccounts'
import { markForReadiness } from './readiness'
import { accountsOfUtility, numberMatch } from './usageTotals'

declare module '../db/tables' {
  interface ServerColumns {
    utilityAccounts: Searched & {
      /** The number without spaces and hyphens. */
      number_match: string
      account_number_key: string
      name_key: string | null
      organization_key: string | null
      utility_state_key: string | null
      rate_class_key: string | null
    }
  }
}

/** The fields that the readiness of opportunities rests on. */
const readyBy = ['status', 'address', 'loa_expires_on'] as const

export const utilityAccounts = defineResource('utilityAccounts', {
  description: 'Customer numbers of utilities, each of one place at which gas is delivered.',
  // Of two at once the second sees what the first has written.
  exclusive: true,
  clashes: true,
  limitedThrough: [{ resource: 'organizations', by: 'organization' }],
  search: [
    'account_number',
    'name',
    shared('organization.name'),
    shared('utility_state.utility.name'),
    shared('utility_state.name'),
  ],
  sortKeys: {
    account_number: 'account_number',
    name: 'name',
    organization: 'organization.name',
    utility_state: 'utility_state.utility.name',
    rate_class: 'rate_class',
  },
  check: ({ opened_on, closed_on }) =>
    opened_on && closed_on && closed_on < opened_on ? { closed_on: problems.order } : {},
  compute: ({ account_number }) => ({ number_match: numberMatch(account_number) }),
  prepare: async (write, { account_number, utility_state }, { before }) => {
    await assertOwnNumber(write, { account_number, utility_state, id: before?.utility_account_id ?? 0 })
    return {}
  },
  after: async (write, id, { values, before }) => {
    // No bid names a new one.
    if (before !== null && readyBy.some((name) => values[name] !== undefined))
      await markForReadiness(write, 'account', [id])
  },
  moved: async (write, id, { account_number, utility_state, deleted_at }) => {
    await markForReadiness(write, 'account', [id])
    if (deleted_at !== null) await assertOwnNumber(write, { account_number, utility_state, id })
  },
  // Before it takes its places under contracts along. In the trash it has none.
  assertRemovable: assertUnderDrafts,
  cascades: [
    { resource: 'meters', by: 'utility_account' },
    { resource: 'contractAccounts', by: 'utility_account' },
  ],
})

/** @throws ApiError 409 where the utility has another account with the number (USE-1). */
async function assertOwnNumber(
  { db }: Write,
  { account_number, utility_state, id }: { account_number: string; utility_state: number; id: number },
): Promise<void> {
  const same = await db
    .selectFrom('utility_accounts')
    .select('utility_account_id')
    .where('number_match', '=', numberMatch(account_number))
    .where(accountsOfUtility(utility_state))
    .where('utility_account_id', '!=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (same) throw duplicate('account_number', 'This utility has an account with this number already.')
}
