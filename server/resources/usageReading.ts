/** Reads usage: months, load profiles, and what an account's usage lacks. */
import { sql, type Kysely, type SqlBool } from 'kysely'
import { addMonths, monthOf } from '../../src/contract/gas/calendar'
import type { GasUnit } from '../../src/contract/gas/choices'
import { sumOf, decimal } from '../../src/contract/gas/decimal'
import {
  coverageOf,
  dthOf,
  gapsOf,
  lastYearsVolume,
  loadProfile,
  longPeriods,
  daysOf,
  outliersOf,
  profileMonths,
  replacementGaps,
  usageMonths,
  type Gap,
  type UsageMonth,
  type UsedPeriod,
} from '../../src/contract/gas/usage'
import { defaultHeatContent, heatContentOn } from '../../src/contract/gas/units'
import type {
  LoadProfileAnswer,
  profileScopes,
  UsageFindings,
  UsageMonthAnswer,
} from '../../src/contract/usage'
import type { Tables } from '../db/tables'
import { usageOfAccount } from './usageTotals'

type Db = Kysely<Tables>

/** Whose usage is read: of several accounts their sum; of all else one. */
export interface Scope {
  of: (typeof profileScopes)[number] | 'contract'
  ids: readonly number[]
}

/** The first and the last month that are read; null: all. */
interface MonthRange {
  from: string | null
  to: string | null
}

/** The accounts of a scope that is more than a meter, as a condition. */
const accountsOf = {
  utility_account: (ids: readonly number[]) =>
    sql<SqlBool>`utility_accounts.utility_account_id in (${sql.join(ids)})`,
  organization: (ids: readonly number[]) => sql<SqlBool>`utility_accounts.organization in (${sql.join(ids)})`,
  bid: (ids: readonly number[]) =>
    sql<SqlBool>`utility_accounts.utility_account_id in (
      select utility_account_id from bid_utility_accounts where bid_id in (${sql.join(ids)}))`,
  opportunity: (ids: readonly number[]) =>
    sql<SqlBool>`utility_accounts.utility_account_id in (
      select bid_utility_accounts.utility_account_id from bid_utility_accounts
      inner join bids on bids.bid_id = bid_utility_accounts.bid_id
      where bids.opportunity in (${sql.join(ids)}) and bids.deleted_at is null)`,
  contract: (ids: readonly number[]) =>
    sql<SqlBool>`utility_accounts.utility_account_id in (
      select utility_account from contract_accounts
      where contract in (${sql.join(ids)}) and status <> 'dropped' and deleted_at is null)`,
} as const satisfies Record<Exclude<Scope['of'], 'meter'>, unknown>

/** A scope that is more than a meter. */
type AccountScope = Scope & { of: keyof typeof accountsOf }

async function monthsOfMeter(db: Db, meter: number, { from, to }: MonthRange): Promise<UsageMonth[]> {
  let query = db
    .selectFrom('meter_months')
    .select(['month', 'volume', 'days_covered'])
    .select(sql<number>`case when estimated then 1 else 0 end`.as('estimated'))
    .where('meter', '=', meter)
  if (from !== null) query = query.where('month', '>=', from)
  if (to !== null) query = query.where('month', '<=', to)
  const rows = await query.orderBy('month').execute()
  return rows.map(({ month, volume, days_covered, estimated }) => ({
    month,
    volume,
    daysCovered: days_covered,
    isEstimated: estimated > 0,
  }))
}

/** An account as far as the sum of several rests on it. */
interface Account {
  utility_account_id: number
  opened_on: string | null
  closed_on: string | null
  mdq: number | null
  address: number | null
  utility: number
  has_usage: boolean
}

async function readAccounts(db: Db, scope: AccountScope): Promise<Account[]> {
  const rows = await db
    .selectFrom('utility_accounts')
    .innerJoin('utility_states', 'utility_states.utility_state_id', 'utility_accounts.utility_state')
    .select(['utility_accounts.utility_account_id', 'utility_accounts.opened_on'])
    .select(['utility_accounts.closed_on', 'utility_accounts.mdq', 'utility_accounts.address'])
    .select('utility_states.utility')
    .select(
      sql<number>`case when exists (select 1 from account_months
        where account_months.utility_account = utility_accounts.utility_account_id) then 1 else 0 end`.as(
        'has_usage',
      ),
    )
    .where(accountsOf[scope.of](scope.ids))
    .where('utility_accounts.deleted_at', 'is', null)
    .orderBy('utility_accounts.utility_account_id')
    .execute()
  return rows.map((row) => ({ ...row, has_usage: row.has_usage > 0 }))
}

/** Whether an account is served at all in a month. */
const isServed = ({ opened_on, closed_on }: Account, month: string): boolean =>
  (opened_on === null || monthOf(opened_on) <= month) && (closed_on === null || closed_on > `${month}-01`)

/** The months of accounts: their sum, each covered as far as the least covered account that is served in it. */
async function monthsOfAccounts(
  db: Db,
  scope: AccountScope,
  accounts: readonly Account[],
  { from, to }: MonthRange,
): Promise<UsageMonth[]> {
  const served = sql`((utility_accounts.opened_on is null or substr(utility_accounts.opened_on, 1, 7) <= account_months.month)
    and (utility_accounts.closed_on is null or utility_accounts.closed_on > account_months.month || '-01'))`
  let query = db
    .selectFrom('account_months')
    .innerJoin('utility_accounts', 'utility_accounts.utility_account_id', 'account_months.utility_account')
    .select('account_months.month')
    .select([
      sql<number>`cast(sum(account_months.volume) as bigint)`.as('volume'),
      sql<number | null>`min(case when ${served} then account_months.days_covered end)`.as('least'),
      sql<number>`cast(sum(case when ${served} then 1 else 0 end) as integer)`.as('known'),
      sql<number>`max(case when account_months.estimated then 1 else 0 end)`.as('estimated'),
    ])
    .where(accountsOf[scope.of](scope.ids))
    .where('utility_accounts.deleted_at', 'is', null)
  if (from !== null) query = query.where('account_months.month', '>=', from)
  if (to !== null) query = query.where('account_months.month', '<=', to)
  const rows = await query.groupBy('account_months.month').orderBy('account_months.month').execute()
  const counted = accounts.filter(({ has_usage }) => has_usage)
  return rows.map(({ month, volume, least, known, estimated }) => ({
    month,
    volume,
    daysCovered: known < counted.filter((account) => isServed(account, month)).length ? 0 : (least ?? 0),
    isEstimated: estimated > 0,
  }))
}

/** Usage month by month, in order (USE-6). */
export async function monthsOfScope(
  db: Db,
  { of, ids }: Scope,
  range: MonthRange,
): Promise<UsageMonthAnswer[]> {
  const months =
    of === 'meter'
      ? await monthsOfMeter(db, ids[0] ?? 0, range)
      : await monthsOfAccounts(db, { of, ids }, await readAccounts(db, { of, ids }), range)
  return months.map((month) => ({
    month: month.month,
    volume: dthOf(month.volume),
    days_covered: month.daysCovered,
    coverage: coverageOf(month),
    estimated: month.isEstimated,
  }))
}

/** The load profile of a scope as of a day (USE-8). */
export async function loadProfileOf(
  db: Db,
  { of, ids }: Scope,
  asOf: string,
  unit: GasUnit,
): Promise<LoadProfileAnswer> {
  const range = { from: addMonths(monthOf(asOf), -profileMonths), to: addMonths(monthOf(asOf), -1) }
  const meter = of === 'meter' ? (ids[0] ?? 0) : null
  const scope: AccountScope =
    of === 'meter'
      ? { of: 'utility_account', ids: [(await accountOfMeter(db, meter ?? 0)) ?? 0] }
      : { of, ids }
  const accounts = await readAccounts(db, scope)
  const months =
    meter !== null
      ? await monthsOfMeter(db, meter, range)
      : await monthsOfAccounts(db, scope, accounts, range)
  const heat_content = await heatContentOf(db, accounts, asOf)
  const counted = accounts.filter(({ has_usage }) => has_usage)
  const mdqs = counted.flatMap(({ mdq }) => mdq ?? [])
  const mdq =
    mdqs.length > 0 && mdqs.length === counted.length
      ? sumOf(mdqs.map((one) => decimal(one))).toNumber()
      : null
  const profile = loadProfile(months, { asOf, mdq, unit, heatContent: heat_content })
  const used = new Set(profile.months)
  return {
    ...profile,
    unit,
    heat_content,
    estimated: months.some(({ month, isEstimated }) => isEstimated && used.has(month)),
    site_count: new Set(
      accounts.map(({ address, utility_account_id }) => address ?? `account ${utility_account_id}`),
    ).size,
    meter_count: of === 'meter' ? 1 : await metersInService(db, scope, asOf),
    accounts_without_usage: accounts
      .filter(({ has_usage }) => !has_usage)
      .map(({ utility_account_id }) => utility_account_id),
  }
}

async function accountOfMeter(db: Db, meter: number): Promise<number | null> {
  const row = await db
    .selectFrom('meters')
    .select('utility_account')
    .where('meter_id', '=', meter)
    .executeTakeFirst()
  return row?.utility_account ?? null
}

/** Meters of a scope that are not removed by a day. */
async function metersInService(db: Db, scope: AccountScope, day: string): Promise<number> {
  const { count } = await db
    .selectFrom('meters')
    .innerJoin('utility_accounts', 'utility_accounts.utility_account_id', 'meters.utility_account')
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .where(accountsOf[scope.of](scope.ids))
    .where('utility_accounts.deleted_at', 'is', null)
    .where('meters.deleted_at', 'is', null)
    .where(sql<SqlBool>`(meters.removed_on is null or meters.removed_on > ${day})`)
    .executeTakeFirstOrThrow()
  return count
}

/** The heat content in force on a day where all accounts are of one utility; else the usual one. */
async function heatContentOf(db: Db, accounts: readonly Account[], day: string): Promise<number> {
  const [utility, ...others] = new Set(accounts.map((account) => account.utility))
  if (utility === undefined || others.length > 0) return defaultHeatContent
  const entries = await db
    .selectFrom('heat_contents')
    .select(['valid_from', 'mmbtu_per_mcf'])
    .where('utility', '=', utility)
    .execute()
  return heatContentOn(entries, day)
}

/** A gap of a meter, with what the same days used a year before. */
function gapAnswer(
  { meter_id }: { meter_id: number },
  gap: Gap,
  periods: readonly UsedPeriod[],
): UsageFindings['gaps'][number] {
  const volume = lastYearsVolume(gap, periods)
  return { meter: meter_id, ...gap, estimate: volume === null ? null : dthOf(volume) }
}

/** What an account's usage lacks (USE-7). */
export async function findingsOf(db: Db, account: number): Promise<UsageFindings> {
  const meters = await usageOfAccount(db, account)
  const replaced = replacementGaps(meters)
  return {
    gaps: meters.flatMap((meter) => [
      ...replaced
        .filter((one) => one.meter === meter)
        // Last year the other one may have been in place.
        .map(({ gap, other }) => gapAnswer(meter, gap, [...meter.periods, ...other.periods])),
      ...gapsOf(meter.periods).map((gap) => gapAnswer(meter, gap, meter.periods)),
    ]),
    long_periods: meters.flatMap(({ meter_id, periods }) =>
      longPeriods(periods).map((period) => ({
        bill_period: period.bill_period_id,
        meter: meter_id,
        read_from: period.read_from,
        read_to: period.read_to,
        days: daysOf(period),
      })),
    ),
    outliers: outliersOf(usageMonths(meters)).map(({ month, volume }) => ({ month, volume: dthOf(volume) })),
  }
}
