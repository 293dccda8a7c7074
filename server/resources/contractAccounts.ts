import type { Kysely } from 'kysely'
import type { Row } from '../../src/contract'
import { isDraft } from '../../src/contract/contracts'
import { enrollByOf, flowDaysOf, flowDaysUntil } from '../../src/contract/gas/contracts'
import type { Tables } from '../db/tables'
import type { Write } from '../kit/context'
import { defineResource, withRules } from '../kit/define'
import { ApiError } from '../kit/errors'
import { seenIds } from '../kit/limits'
import { resourceOf } from '../kit/registry'
import { createFromValues } from '../kit/write/create'
import { updateFromValues } from '../kit/write/update'
import { marketCalendarOf } from './market'

declare module '../db/tables' {
  interface ServerColumns {
    contractAccounts: Searched & CascadedColumns
  }
}

type Days = Pick<Row<'contractAccounts'>, 'flow_start' | 'flow_end' | 'enroll_by'>
type Pair = Pick<Row<'contractAccounts'>, 'contract' | 'utility_account'>

export const contractAccounts = defineResource('contractAccounts', {
  description: 'Utility accounts under contracts, each with the days on which it flows.',
  isCascaded: true,
  // Of two at once the second sees what the first has written.
  exclusive: true,
  clashes: true,
  search: ['utility_account.account_number', 'utility_account.name'],
  prepare: async (write, values, { before, sent }) => {
    if (before !== null && isMoved(before, sent)) await assertOfDraft(write, before)
    const days = await daysOf(write.db, values)
    const id = before?.contract_account_id ?? 0
    if (values.status !== 'dropped') await assertFree(write, values, days, id)
    return days
  },
  moved: async (write, id, record) => {
    if (record.deleted_at === null) await assertOfDraft(write, record)
    else if (record.status !== 'dropped') await assertFree(write, record, record, id)
  },
})

const isMoved = (before: Pair, sent: Partial<Pair>): boolean =>
  (['contract', 'utility_account'] as const).some(
    (name) => sent[name] !== undefined && sent[name] !== before[name],
  )

/** @throws ApiError 409 for an account of a contract that is more than a draft: it is dropped, and stays (GAS-3). */
async function assertOfDraft({ db }: Write, record: Row<'contractAccounts'>): Promise<void> {
  const { signed_on } = await db
    .selectFrom('contracts')
    .select('signed_on')
    .where('contract_id', '=', record.contract)
    .executeTakeFirstOrThrow()
  if (!isDraft({ signed_on }))
    throw new ApiError(409, 'refused', 'This contract is signed: drop the account instead.', {
      current: record,
    })
}

/** Accounts under contracts as the server changes them: what has happened is not refused. */
const storedContractAccounts = withRules('contractAccounts', {
  prepare: ({ db }, values) => daysOf(db, values),
})

/** The days of the closing reads of an account's meters from a day on. */
async function readDaysOf(db: Kysely<Tables>, account: number, from: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bill_periods')
    .innerJoin('meters', 'meters.meter_id', 'bill_periods.meter')
    .select('bill_periods.read_to')
    .distinct()
    .where('meters.utility_account', '=', account)
    .where('meters.deleted_at', 'is', null)
    .where('bill_periods.deleted_at', 'is', null)
    .where('bill_periods.status', '=', 'current')
    .where('bill_periods.read_to', '>=', from)
    .execute()
  return rows.map(({ read_to }) => read_to)
}

/** The days of an account under a contract (CTR-4, CTR-5). */
async function daysOf(db: Kysely<Tables>, { contract: id, utility_account }: Pair): Promise<Days> {
  const contract = await db
    .selectFrom('contracts')
    .select(['start_rule', 'start_date', 'end_date', 'terminated_on'])
    .where('contract_id', '=', id)
    .executeTakeFirst()
  const { start_rule = 'first_of_month', start_date = null, end_date = null } = contract ?? {}
  if (start_date === null || end_date === null) return { flow_start: null, flow_end: null, enroll_by: null }
  const flow = await flowDaysIn(db, utility_account, { start_rule, start_date, end_date })
  return {
    ...flowDaysUntil(flow, contract?.terminated_on ?? null),
    enroll_by: await enrollByIn(db, utility_account, start_date),
  }
}

/** The days on which an account flows by those of a contract, and by the reads of its meters where these count. */
async function flowDaysIn(
  db: Kysely<Tables>,
  utility_account: number,
  days: Parameters<typeof flowDaysOf>[0],
): Promise<FlowDays> {
  const reads = days.start_rule === 'meter_read' ? await readDaysOf(db, utility_account, days.start_date) : []
  return flowDaysOf(days, reads)
}

async function enrollByIn(db: Kysely<Tables>, account: number, start: string): Promise<string | null> {
  const rule = await db
    .selectFrom('utility_accounts')
    .innerJoin('utility_states', 'utility_states.utility_state_id', 'utility_accounts.utility_state')
    .select(['utility_states.enrollment_rule', 'utility_states.enrollment_days'])
    .where('utility_accounts.utility_account_id', '=', account)
    .executeTakeFirst()
  if (!rule || rule.enrollment_rule === null || rule.enrollment_days === null) return null
  const { holidays } = await marketCalendarOf(db)
  return enrollByOf(start, rule.enrollment_rule, rule.enrollment_days, holidays)
}

/**
 * The days of an account under a contract as far as they are known; those of the contract stand for the others. Under a
 * contract that has ended early, an account without a last day has never flowed.
 */
const spans = (db: Kysely<Tables>) =>
  db
    .selectFrom('contract_accounts')
    .innerJoin('contracts', 'contracts.contract_id', 'contract_accounts.contract')
    .where('contract_accounts.deleted_at', 'is', null)
    .where('contract_accounts.status', '!=', 'dropped')
    .select(({ fn, eb }) => [
      ...(['contracts.contract_id', 'contracts.contract_number'] as const),
      fn.coalesce('contract_accounts.flow_start', 'contracts.start_date').as('first'),
      eb
        .case()
        .when('contracts.terminated_on', 'is', null)
        .then(fn.coalesce('contract_accounts.flow_end', 'contracts.end_date'))
        .else(eb.ref('contract_accounts.flow_end'))
        .end()
        .as('last'),
    ])

type FlowDays = Pick<Days, 'flow_start' | 'flow_end'>

/** The contract under which an account stands already, or flows in some of these days; undefined where it is free. */
async function otherContractOf(
  db: Kysely<Tables>,
  { contract, utility_account }: Pair,
  { flow_start, flow_end }: FlowDays,
  id: number,
) {
  const own = await db
    .selectFrom('contracts')
    .select(['start_date', 'end_date', 'terminated_on'])
    .where('contract_id', '=', contract)
    .executeTakeFirst()
  const isOpen = own?.terminated_on === null
  const first = flow_start ?? own?.start_date ?? null
  const last = flow_end ?? (isOpen ? own.end_date : null)
  const others = await spans(db)
    .where('contract_accounts.utility_account', '=', utility_account)
    .where('contract_accounts.contract_account_id', '!=', id)
    .execute()
  return others.find((each) => each.contract_id === contract || isInDays(each, first, last))
}

/** Whether an account flows in some of these days, as far as both are known. */
const isInDays = (
  other: { first: string | null; last: string | null },
  first: string | null,
  last: string | null,
): boolean =>
  first !== null && last !== null && other.first !== null && other.last !== null
    ? other.first <= last && other.last >= first
    : false

type Other = NonNullable<Awaited<ReturnType<typeof otherContractOf>>>

const calledOf = ({ contract_number, contract_id }: Other): string =>
  `contract ${contract_number ?? `#${contract_id}`}`

const flowText = (other: Other): string =>
  `This account flows under ${calledOf(other)} from ${other.first} to ${other.last}.`

/** Why an account cannot flow in the days of a contract that is yet to be made; null where it can (CTR-4). */
export async function flowConflict(
  db: Kysely<Tables>,
  utility_account: number,
  days: Parameters<typeof flowDaysOf>[0],
): Promise<string | null> {
  const { flow_start, flow_end } = await flowDaysIn(db, utility_account, days)
  const [first, last] = [flow_start ?? days.start_date, flow_end ?? days.end_date]
  const others = await spans(db).where('contract_accounts.utility_account', '=', utility_account).execute()
  const other = others.find((each) => isInDays(each, first, last))
  return other ? flowText(other) : null
}

/** @throws ApiError 409 where the account flows under another contract in these days, naming that one where it is seen (CTR-4). */
async function assertFree(write: Write, pair: Pair, days: FlowDays, id: number): Promise<void> {
  const other = await otherContractOf(write.db, pair, days, id)
  if (!other) return
  const seen = await seenIds(write, resourceOf('contracts'), [other.contract_id])
  if (seen?.has(other.contract_id) === false)
    throw new ApiError(409, 'refused', 'This account flows under another contract in these days.')
  throw new ApiError(
    409,
    'refused',
    other.contract_id === pair.contract
      ? `This account is under ${calledOf(other)} already.`
      : flowText(other),
  )
}

/** Which accounts under contracts are computed anew. */
type Affected = Partial<Pair>

/**
 * Computes the days of accounts under contracts anew; those of a contract that has ended early are over.
 * @param checks whether days that another contract has are refused, as by a change of the contract.
 */
export async function refreshContractAccounts(
  write: Write,
  affected: Affected,
  { checks, ends }: { checks: boolean; ends: boolean },
): Promise<void> {
  const { db } = write
  let rows = db.selectFrom('contract_accounts').selectAll().where('deleted_at', 'is', null)
  if (affected.contract !== undefined) rows = rows.where('contract', '=', affected.contract)
  if (affected.utility_account !== undefined)
    rows = rows.where('utility_account', '=', affected.utility_account)
  for (const { contract_account_id, ...row } of await rows.orderBy('contract_account_id').execute()) {
    const days = await daysOf(db, row)
    const status = ends && row.status !== 'dropped' ? ('ended' as const) : row.status
    const isSame =
      status === row.status &&
      (['flow_start', 'flow_end', 'enroll_by'] as const).every((name) => days[name] === row[name])
    if (isSame) continue
    if (checks && status !== 'dropped') await assertFree(write, row, days, contract_account_id)
    await updateFromValues(write, storedContractAccounts, contract_account_id, { ...days, status })
  }
}

/**
 * Puts accounts under a draft, as pending. Those that flow under another contract in its days stay out: an award is not
 * refused for them, and the page of the contract tells why where they are added by hand (CTR-2, CTR-4).
 */
export async function addPendingAccounts(
  write: Write,
  contract: number,
  accounts: readonly number[],
): Promise<void> {
  for (const utility_account of accounts) {
    const pair = { contract, utility_account }
    const days = await daysOf(write.db, pair)
    if (await otherContractOf(write.db, pair, days, 0)) continue
    await createFromValues(write, storedContractAccounts, { ...pair, status: 'pending' })
  }
}

/** @throws ApiError 409 for a utility account under a contract that is more than a draft, dropped or not (GAS-3). */
export async function assertUnderDrafts({ db }: Write, utility_account: number): Promise<void> {
  const signed = await db
    .selectFrom('contract_accounts')
    .innerJoin('contracts', 'contracts.contract_id', 'contract_accounts.contract')
    .select('contracts.contract_id')
    .where('contract_accounts.utility_account', '=', utility_account)
    .where('contract_accounts.deleted_at', 'is', null)
    .where('contracts.signed_on', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (signed) throw new ApiError(409, 'refused', 'This account has a signed contract.')
}

/** The accounts under a contract that are not dropped, as far as they are not in the trash. */
export async function accountsUnder({ db }: Pick<Write, 'db'>, contract: number): Promise<number[]> {
  const rows = await db
    .selectFrom('contract_accounts')
    .select('utility_account')
    .where('contract', '=', contract)
    .where('status', '!=', 'dropped')
    .where('deleted_at', 'is', null)
    .orderBy('contract_account_id')
    .execute()
  return rows.map(({ utility_account }) => utility_account)
}
