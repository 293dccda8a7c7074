/**
 * What meters and accounts used month by month, kept beside the bill periods: written with them, never summed when read
 * (GAS-8), and counted anew in the background where a heat content changes (UNIT-6).
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { contract } from '../../src/contract'
import {
  dthOf,
  periodHeatContent,
  periodVolume,
  usageMonths,
  type MeterUsage,
  type UsedPeriod,
} from '../../src/contract/gas/usage'
import type { OpenDatabase } from '../db/dialects'
import type { Tables } from '../db/tables'
import type { BackgroundJob } from '../kit/backgroundJob'
import { createChangeJob, hasMarks } from '../kit/changeJob'
import type { Write } from '../kit/context'
import { resourceOf } from '../kit/registry'
import { addChangeNotice } from '../kit/write/notices'
import { markForReadiness } from './readiness'

type Db = Kysely<Tables>

/** A number of an account or a meter as it is compared (USE-1). */
export const numberMatch = (number: string): string => number.replaceAll(/[\s-]/g, '')

/** The condition for accounts of the same utility as a service of it. */
export const accountsOfUtility = (utilityState: number | RawBuilder<unknown>) =>
  sql<SqlBool>`utility_accounts.utility_state in (
    select utility_state_id from utility_states where utility =
      (select utility from utility_states where utility_state_id = ${utilityState}))`

/** The heat contents of the utility that a meter belongs to. */
export const heatContentsOfMeter = (db: Db, meter: number) =>
  db
    .selectFrom('heat_contents')
    .innerJoin('utility_states', 'utility_states.utility', 'heat_contents.utility')
    .innerJoin('utility_accounts', 'utility_accounts.utility_state', 'utility_states.utility_state_id')
    .innerJoin('meters', 'meters.utility_account', 'utility_accounts.utility_account_id')
    .select(['heat_contents.valid_from', 'heat_contents.mmbtu_per_mcf'])
    .where('meters.meter_id', '=', meter)
    .execute()

/** The meters of an account with their current periods, as its months rest on them. */
export async function usageOfAccount(
  db: Db,
  account: number,
): Promise<(MeterUsage & { meter_id: number; periods: (UsedPeriod & { bill_period_id: number })[] })[]> {
  const meters = await db
    .selectFrom('meters')
    .select(['meter_id', 'installed_on', 'removed_on'])
    .where('utility_account', '=', account)
    .where('deleted_at', 'is', null)
    .orderBy('meter_id')
    .execute()
  if (meters.length === 0) return []
  const rows = await db
    .selectFrom('bill_periods')
    .select(['bill_period_id', 'meter', 'read_from', 'read_to', 'volume', 'read_type'])
    .where(
      'meter',
      'in',
      meters.map(({ meter_id }) => meter_id),
    )
    // Not by an index: SQLite takes that of all current periods for as good as that of a meter's.
    .where(sql<boolean>`coalesce(status, '') = 'current'`)
    .where('deleted_at', 'is', null)
    .orderBy('read_from')
    .execute()
  return meters.map((meter) => ({
    ...meter,
    periods: rows
      .filter((row) => row.meter === meter.meter_id)
      .map(({ bill_period_id, read_from, read_to, volume, read_type }) => ({
        bill_period_id,
        read_from,
        read_to,
        volume,
        isEstimated: read_type === 'estimated',
      })),
  }))
}

const rowsOf = (meters: readonly MeterUsage[]) =>
  usageMonths(meters).map(({ month, volume, daysCovered, isEstimated }) => ({
    month,
    volume,
    days_covered: daysCovered,
    estimated: isEstimated,
  }))

/** Counts the months of an account and of its meters anew; readiness rests on both. */
export async function storeMonths(db: Db, account: number): Promise<void> {
  const meters = await usageOfAccount(db, account)
  const ofMeters = meters.flatMap((meter) =>
    rowsOf([meter]).map((row) => ({ meter: meter.meter_id, ...row })),
  )
  const ofAccount = rowsOf(meters).map((row) => ({ utility_account: account, ...row }))
  await db
    .deleteFrom('meter_months')
    .where('meter', 'in', (eb) =>
      eb.selectFrom('meters').select('meters.meter_id').where('utility_account', '=', account),
    )
    .execute()
  await db.deleteFrom('account_months').where('utility_account', '=', account).execute()
  if (ofMeters.length > 0) await db.insertInto('meter_months').values(ofMeters).execute()
  if (ofAccount.length > 0) await db.insertInto('account_months').values(ofAccount).execute()
  const bid = await db
    .selectFrom('bid_utility_accounts')
    .select('bid_id')
    .where('utility_account_id', '=', account)
    .limit(1)
    .executeTakeFirst()
  if (bid) await markForReadiness({ db }, 'account', [account])
}

/** Has the usage counted anew that rests on the heat contents of utilities, once the write is committed. */
export async function markForUsage(
  { db }: Write,
  utilities: readonly (number | null | undefined)[],
): Promise<void> {
  const marks = [...new Set(utilities)].flatMap((utility) => (utility ? [{ utility }] : []))
  if (marks.length > 0) await db.insertInto('usage_marks').values(marks).execute()
}

/** Accounts of a transaction, which holds up other writes for some milliseconds. */
const accountsAtOnce = 5

/** Computes the volumes of an account's periods by the heat contents in force. @returns whether any has changed. */
async function storeVolumes(db: Db, account: number): Promise<boolean> {
  const periods = await db
    .selectFrom('bill_periods')
    .innerJoin('meters', 'meters.meter_id', 'bill_periods.meter')
    .select(['bill_periods.bill_period_id', 'bill_periods.meter', 'bill_periods.read_to'])
    .select(['bill_periods.quantity', 'bill_periods.unit', 'bill_periods.heat_content_used'])
    .where('meters.utility_account', '=', account)
    .where('bill_periods.heat_content', 'is', null)
    .execute()
  const [first] = periods
  if (!first) return false
  const entries = await heatContentsOfMeter(db, first.meter)
  let hasChanged = false
  for (const { bill_period_id, read_to, quantity, unit, heat_content_used } of periods) {
    const heatContent = periodHeatContent({ read_to, heat_content: null }, entries)
    if (heatContent === heat_content_used) continue
    const volume = periodVolume(quantity, unit, heatContent)
    await db
      .updateTable('bill_periods')
      .set({ volume, volume_dth: dthOf(volume), heat_content_used: heatContent })
      .where('bill_period_id', '=', bill_period_id)
      .execute()
    hasChanged = true
  }
  if (hasChanged) await storeMonths(db, account)
  return hasChanged
}

/** Counts marked usage anew while the server listens; work left by a crash is resumed. */
export function createUsageCounter(database: OpenDatabase, log: (error: unknown) => void): BackgroundJob {
  return createChangeJob(database, {
    wokenBy: [contract.heatContents.name],
    log,
    hasWork: hasMarks('usage_marks'),
    work: async (write) => {
      const { db } = write
      const mark = await db.selectFrom('usage_marks').selectAll().orderBy('id').limit(1).executeTakeFirst()
      if (!mark) return false
      const rows = await db
        .selectFrom('utility_accounts')
        .innerJoin('utility_states', 'utility_states.utility_state_id', 'utility_accounts.utility_state')
        .select('utility_accounts.utility_account_id')
        .where('utility_states.utility', '=', mark.utility)
        .where('utility_accounts.utility_account_id', '>', mark.done_to)
        .orderBy('utility_accounts.utility_account_id')
        .limit(accountsAtOnce)
        .execute()
      let hasChanged = false
      for (const { utility_account_id } of rows)
        if (await storeVolumes(db, utility_account_id)) hasChanged = true
      if (hasChanged) addChangeNotice(write, resourceOf('billPeriods'), 'updated', null)
      const last = rows.at(-1)
      if (last === undefined || rows.length < accountsAtOnce)
        await db.deleteFrom('usage_marks').where('id', '=', mark.id).execute()
      else
        await db
          .updateTable('usage_marks')
          .set({ done_to: last.utility_account_id })
          .where('id', '=', mark.id)
          .execute()
      return true
    },
  })
}
