import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Row } from '../../src/contract'
import { amendedFields, isDraft } from '../../src/contract/contracts'
import { addDays, marketDay, type Holidays } from '../../src/contract/gas/calendar'
import { contractStates, renewalBuckets, type ContractState } from '../../src/contract/gas/choices'
import {
  contractState,
  daysToEndOf,
  endDateOf,
  noticeByOf,
  noticeOpensOf,
  renewalBucketOf,
} from '../../src/contract/gas/contracts'
import { problems } from '../../src/contract/problems'
import { nowOf } from '../db/clock'
import { dialectOf } from '../db/dialects'
import type { Tables } from '../db/tables'
import type { Write } from '../kit/context'
import type { FieldErrors, Values } from '../kit/declaration'
import { defineResource, shared, withRules } from '../kit/define'
import { ApiError, invalidFields, invalidParameter } from '../kit/errors'
import { parseParameter } from '../kit/input'
import { updateFromValues } from '../kit/write/update'
import { refreshContractAccounts } from './contractAccounts'
import { isAtStake, isNotRenewed, isOfSalesPerson, stakeIn } from './contractStakes'
import { moveTasks } from './contractTaskMoves'
import { marketCalendarOf, marketTimeZoneOf } from './market'

declare module '../db/tables' {
  interface ServerColumns {
    contracts: Searched &
      CascadedColumns & {
        contract_number_key: string | null
        organization_key: string | null
        supplier_key: string | null
      }
  }
}

type Contract = Row<'contracts'>

export const contracts = defineResource('contracts', {
  description: 'Contracts of customers with suppliers.',
  // Its opportunity may be another one than theirs, or none.
  limitedThrough: [
    { resource: 'bids', by: 'bid' },
    { resource: 'quotes', by: 'quote' },
  ],
  search: ['contract_number', 'organization.name', shared('supplier.name')],
  sortKeys: {
    contract_number: 'contract_number',
    organization: 'organization.name',
    supplier: 'supplier.name',
  },
  isCascaded: true,
  // A write changes whether the contract that it renews is renewed.
  exclusive: true,
  changesDaily: true,
  listParameters: {
    state: {
      description: `Only those in one of these states, separated by commas: ${contractStates.join(', ')}.`,
      condition: (value, { as_of: asOf }, db) => {
        const day = dayOf(asOf, db)
        const states = value.split(',').map((state) => stateIn(state))
        return sql<SqlBool>`(${sql.join(
          states.map((state) => inState(state, day)),
          sql` or `,
        )})`
      },
    },
    bucket: {
      description: `Only those in this bucket of renewals: ${renewalBuckets.join(', ')}.`,
      condition: (value, { as_of: asOf }, db) => {
        const day = dayOf(asOf, db)
        const place = renewalBuckets.findIndex((bucket) => String(bucket) === value.trim())
        const to = renewalBuckets[place]
        if (to === undefined) throw invalidParameter('bucket', `Choose among: ${renewalBuckets.join(', ')}.`)
        const from = (renewalBuckets[place - 1] ?? -1) + 1
        return sql<SqlBool>`contracts.end_date between ${addDays(day, from)} and ${addDays(day, to)}`
      },
    },
    at_stake: {
      description: 'With `true` only signed ones that end within 180 days, not early, and are not renewed.',
      condition: (value, { as_of: asOf }, db) => {
        if (value !== 'true') throw invalidParameter('at_stake', 'It can be true.')
        return isAtStake(db, dayOf(asOf, db))
      },
    },
    sales_represented: {
      description: 'Only those of opportunities whose sales person’s name begins like this.',
      condition: (value) => isOfSalesPerson(value),
    },
    end_date_from: {
      description: 'Only those that end on this day or later.',
      condition: (value) => sql<SqlBool>`contracts.end_date >= ${dayIn('end_date_from', value)}`,
    },
    end_date_to: {
      description: 'Only those that end on this day or earlier.',
      condition: (value) => sql<SqlBool>`contracts.end_date <= ${dayIn('end_date_to', value)}`,
    },
    notice_within: {
      description:
        'Only those that are signed or active, and whose last day of notice is one of so many days from today on.',
      condition: (value, { as_of: asOf }, db) => {
        const days = parseParameter('notice_within', { kind: 'integer', min: 0, max: 366 }, value) as number
        return noticeWithin(days, dayOf(asOf, db))
      },
    },
    enrollment_late: {
      description:
        'With `true` only those that are signed or active, and have an account that is still pending after its day of enrollment.',
      condition: (value, { as_of: asOf }, db) => {
        if (value !== 'true') throw invalidParameter('enrollment_late', 'It can be true.')
        return enrollmentIsLate(db, dayOf(asOf, db))
      },
    },
    notice_by_from: {
      description: 'Only those whose last day of notice is this one or later.',
      condition: (value) => sql<SqlBool>`contracts.notice_by >= ${dayIn('notice_by_from', value)}`,
    },
    notice_by_to: {
      description: 'Only those whose last day of notice is this one or earlier.',
      condition: (value) => sql<SqlBool>`contracts.notice_by <= ${dayIn('notice_by_to', value)}`,
      columns: ['notice_by'],
    },
  },
  atMoment: (record, moment, db) => momentaryOf(record, marketDay(moment, marketTimeZoneOf(db))),
  check: (values, before) => problemsOf(values, before),
  prepare: async (write, values, { before, sent }) => {
    if (before !== null) assertUnsigned(before, sent)
    assertNoCircle(values, before)
    return derivedOf(write, values)
  },
  after: async (write, id, { values, before }) => {
    await refreshAccounts(write, id, values, before)
    if (before !== null) await moveTasks(write, before, values)
    const isSettled = (['renews', 'signed_on'] as const).every(
      (name) => values[name] === undefined || values[name] === (before?.[name] ?? null),
    )
    if (isSettled) return
    const related = new Set([values.renews ?? before?.renews, before?.renews])
    for (const other of related) if (other) await settleRenewed(write, other)
  },
  cascades: [{ resource: 'contractAccounts', by: 'contract' }],
  moved: async (write, _id, record) => {
    if (!isDraft(record))
      throw new ApiError(409, 'refused', 'Only a draft can be deleted.', { current: record })
    if (record.deleted_at !== null && record.quote !== null) await assertAwarded(write, record, record.quote)
  },
})

/** Contracts as the server itself changes them: without the rules for what people send, what follows computed anew. */
export const storedContracts = withRules('contracts', { prepare: derivedOf })

/** The accounts of a contract flow as its days say; those of one that has ended early end with it (CTR-4, CTR-10). */
async function refreshAccounts(
  write: Write,
  contract: number,
  values: Partial<Values<'contracts'>>,
  before: Contract | null,
): Promise<void> {
  if (before === null) return
  const { start_rule, start_date, end_date, terminated_on } = { ...before, ...values }
  const isSame =
    start_rule === before.start_rule &&
    start_date === before.start_date &&
    end_date === before.end_date &&
    terminated_on === before.terminated_on
  if (!isSame)
    await refreshContractAccounts(write, { contract }, { checks: true, ends: terminated_on !== null })
}

/** What follows from the values of a contract, the utility's heat contents and the holidays of the market. */
export async function derivedOf({ db }: Pick<Write, 'db'>, values: Values<'contracts'>) {
  const { holidays } = await marketCalendarOf(db)
  return { ...daysOf(values, holidays), ...(await stakeIn(db, values)) }
}

const dayIn = (name: string, value: string): string => parseParameter(name, { kind: 'date' }, value) as string

const dayOf = (moment: string | undefined, db: Kysely<Tables>): string =>
  marketDay(moment ?? nowOf(db).toISOString(), marketTimeZoneOf(db))

function stateIn(value: string): ContractState {
  const state = contractStates.find((known) => known === value.trim())
  if (!state) throw invalidParameter('state', `Choose among: ${contractStates.join(', ')}.`)
  return state
}

/** How a contract stands on a day (CTR-7). */
function momentaryOf(record: Contract, day: string): Pick<Contract, 'state' | 'days_to_end' | 'bucket'> {
  const { end_date } = record
  const days = end_date === null ? null : daysToEndOf(end_date, day)
  return {
    state: contractState(record, day),
    days_to_end: days,
    bucket: days === null ? null : renewalBucketOf(days),
  }
}

const afterEndOf = {
  ended: 'ends',
  evergreen: 'evergreen',
  holdover: 'holdover',
  auto_renewed: 'auto_renew',
} as const

/**
 * A day by whose own index nothing is selected, as SQLite would: to look up and sort all of those takes longer than to
 * read the index of ends, in whose order the list stands, and which has all that a state depends on.
 */
const withoutIndex = (column: 'signed_on' | 'start_date' | 'terminated_on') =>
  sql`coalesce(${sql.ref(`contracts.${column}`)}, null)`
const signedOn = withoutIndex('signed_on')
const startDate = withoutIndex('start_date')
/** Indexes of those that are signed have to be told that. */
const isSigned = (day: string) => sql`contracts.signed_on is not null and ${signedOn} <= ${day}`

/** The condition for a state on a day, which contractState() tells of a record. */
function inState(state: ContractState, day: string) {
  if (state === 'draft') return sql<SqlBool>`(${signedOn} is null or ${signedOn} > ${day})`
  const signed = sql`${signedOn} <= ${day}`
  if (state === 'terminated') return sql<SqlBool>`(${signed} and ${withoutIndex('terminated_on')} < ${day})`
  const running = sql`${signed} and (contracts.terminated_on is null or contracts.terminated_on >= ${day})`
  // Lists are in the order of their ends.
  if (state === 'signed')
    return sql<SqlBool>`(${running} and ${startDate} > ${day} and contracts.end_date > ${day})`
  if (state === 'active')
    return sql<SqlBool>`(${running} and ${startDate} <= ${day} and contracts.end_date >= ${day})`
  const past = sql`${running} and contracts.end_date < ${day}`
  return state === 'renewed'
    ? sql<SqlBool>`(${past} and contracts.renewed_on <= ${day})`
    : sql<SqlBool>`(${past} and ${isNotRenewed(day)} and contracts.after_end = ${afterEndOf[state]})`
}

/** The condition for contracts that run, and of which notice is due from a day on within so many days (RDY-4). */
export const noticeWithin = (days: number, day: string) =>
  sql<SqlBool>`(contracts.notice_by between ${day} and ${addDays(day, days)}
    and ${isRunning(day)})`

/** Signed or active: none is signed without a start and an end, by which the list is ordered. */
const isRunning = (day: string) =>
  sql<SqlBool>`${isSigned(day)} and contracts.end_date >= ${day}
    and (contracts.terminated_on is null or contracts.terminated_on >= ${day})`

/** The condition for contracts that run, with an account that is pending after its day of enrollment (CTR-5). */
export function enrollmentIsLate(db: Kysely<Tables>, day: string) {
  const late = sql`select contract from contract_accounts
    where status = 'pending' and enroll_by < ${day} and deleted_at is null`
  const isAmong = dialectOf(db).search.isAmong(sql.ref('contracts.contract_id'), late)
  return sql<SqlBool>`(${isAmong} and ${isRunning(day)})`
}

function problemsOf(
  { start_rule, start_date, supplier, price, pricing_type, signed_on }: Partial<Values<'contracts'>>,
  before: Contract | null,
): FieldErrors<'contracts'> {
  return {
    ...(start_rule === 'meter_read' && start_date && !start_date.endsWith('-01')
      ? { start_date: 'Choose the first day of a month: flow starts with a reading in it.' }
      : {}),
    ...(price && price < 0 && pricing_type === 1 ? { price: problems.tooLow(0) } : {}),
    ...((signed_on ?? before?.signed_on ?? null) !== null && supplier === null
      ? { supplier: problems.required }
      : {}),
  }
}

/** @throws ApiError 409 for a change that needs an amendment (CTR-2), or that takes its opportunity away. */
function assertUnsigned(before: Contract, sent: Partial<Contract>): void {
  if (isDraft(before)) return
  const changed = amendedFields.find((name) => sent[name] !== undefined && sent[name] !== before[name])
  if (changed)
    throw new ApiError(
      409,
      'refused',
      'A signed contract changes its price, term, fee and dates by amendment only.',
      {
        current: before,
      },
    )
  // Without it, nothing would keep the opportunity from the trash (GAS-3). Contracts of existing customers may get one.
  const { opportunity } = before
  if (opportunity !== null && sent.opportunity !== undefined && sent.opportunity !== opportunity)
    throw new ApiError(409, 'refused', 'A signed contract keeps its opportunity.', { current: before })
}

function assertNoCircle({ renews }: Values<'contracts'>, before: Contract | null): void {
  if (before !== null && renews === before.contract_id)
    throw invalidFields({ renews: 'A contract cannot renew itself.' })
}

/** The days that follow from others, with the holidays of the market (CTR-3, CTR-6). */
export function daysOf(
  {
    start_date = null,
    term = null,
    notice_days = null,
    notice_kind,
    notice_open_days = null,
  }: Partial<Values<'contracts'>>,
  holidays: Holidays,
): Pick<Contract, 'end_date' | 'notice_by' | 'notice_opens'> {
  if (start_date === null || term === null) return { end_date: null, notice_by: null, notice_opens: null }
  const end_date = endDateOf(start_date, term)
  const rules = { end_date, notice_kind: notice_kind ?? 'calendar' }
  return {
    end_date,
    notice_by: notice_days === null ? null : noticeByOf({ ...rules, notice_days }, holidays),
    notice_opens: notice_open_days === null ? null : noticeOpensOf(end_date, notice_open_days),
  }
}

/** Has a contract know since when a signed one renews it (CTR-7). */
async function settleRenewed(write: Write, id: number): Promise<void> {
  const { db } = write
  const first = await db
    .selectFrom('contracts')
    .select('signed_on')
    .where('renews', '=', id)
    .where('signed_on', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('signed_on')
    .limit(1)
    .executeTakeFirst()
  const own = await db
    .selectFrom('contracts')
    .select('renewed_on')
    .where('contract_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const renewed_on = first?.signed_on ?? null
  if (own && own.renewed_on !== renewed_on) await updateFromValues(write, storedContracts, id, { renewed_on })
}

/** @throws ApiError 409 for a draft that comes back although its quote is awarded no longer. */
async function assertAwarded({ db }: Write, record: Contract, quote: number): Promise<void> {
  const awarded = await db
    .selectFrom('quotes')
    .select('quote_id')
    .where('quote_id', '=', quote)
    .where('awarded_at', 'is not', null)
    .executeTakeFirst()
  const other = await db
    .selectFrom('contracts')
    .select('contract_id')
    .where('quote', '=', quote)
    .where('contract_id', '!=', record.contract_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!awarded || other)
    throw new ApiError(
      409,
      'refused',
      other ? 'Its quote has another contract.' : 'The award of its quote was revoked.',
      { current: record },
    )
}
