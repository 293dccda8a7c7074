import { sql } from 'kysely'
import { problems } from '../../src/contract/problems'
import type { Write } from '../kit/context'
import { defineResource } from '../kit/define'
import { duplicate } from '../kit/errors'
import { refreshContractAccounts } from './contractAccounts'
import { accountsOfUtility, numberMatch, storeMonths } from './usageTotals'

declare module '../db/tables' {
  interface ServerColumns {
    meters: Searched &
      CascadedColumns & {
        /** The number without spaces and hyphens. */
        number_match: string
        meter_number_key: string
        utility_account_key: string | null
      }
  }
}

export const meters = defineResource('meters', {
  description: 'Meters of utility accounts.',
  // Of two at once the second sees what the first has written.
  exclusive: true,
  clashes: true,
  isCascaded: true,
  search: ['meter_number', 'utility_account.account_number', 'utility_account.name'],
  sortKeys: { meter_number: 'meter_number', utility_account: 'utility_account.account_number' },
  check: ({ installed_on, removed_on }) =>
    installed_on && removed_on && removed_on < installed_on ? { removed_on: problems.order } : {},
  compute: ({ meter_number }) => ({ number_match: numberMatch(meter_number) }),
  prepare: async (write, { meter_number, utility_account }, { before }) => {
    await assertOwnNumber(write, { meter_number, utility_account, id: before?.meter_id ?? 0 })
    return {}
  },
  after: async (write, _id, { values, before }) => {
    for (const account of new Set([values.utility_account, before?.utility_account]))
      if (account !== undefined) await settleUsage(write, account)
  },
  moved: async (write, id, { meter_number, utility_account, deleted_at }) => {
    if (deleted_at !== null) await assertOwnNumber(write, { meter_number, utility_account, id })
    await settleUsage(write, utility_account)
  },
  cascades: [{ resource: 'billPeriods', by: 'meter' }],
})

/** What follows from the meters of an account: its months, and the days on which it flows by their reads (CTR-4). */
async function settleUsage(write: Write, utility_account: number): Promise<void> {
  await storeMonths(write.db, utility_account)
  await refreshContractAccounts(write, { utility_account }, { checks: false, ends: false })
}

/** @throws ApiError 409 where the utility has another meter with the number (USE-2). */
async function assertOwnNumber(
  { db }: Write,
  { meter_number, utility_account, id }: { meter_number: string; utility_account: number; id: number },
): Promise<void> {
  const same = await db
    .selectFrom('meters')
    .innerJoin('utility_accounts', 'utility_accounts.utility_account_id', 'meters.utility_account')
    .select('meters.meter_id')
    .where('meters.number_match', '=', numberMatch(meter_number))
    .where(
      accountsOfUtility(
        sql`(select utility_state from utility_accounts where utility_account_id = ${utility_account})`,
      ),
    )
    .where('meters.meter_id', '!=', id)
    .where('meters.deleted_at', 'is', null)
    .executeTakeFirst()
  if (same) throw duplicate('meter_number', 'This utility has a meter with this number already.')
}
