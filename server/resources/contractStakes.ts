/** What is at stake where contracts are not renewed, one by one and by bucket (CTR-8). */
import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Row } from '../../src/contract'
import { addDays } from '../../src/contract/gas/calendar'
import { renewalBuckets } from '../../src/contract/gas/choices'
import {
  daysToEndOf,
  renewalBucketOf,
  stakeOf,
  type Stake,
  type StakeValues,
} from '../../src/contract/gas/contracts'
import { places, rounded } from '../../src/contract/gas/decimal'
import { defaultHeatContent, heatContentOn, isVolumeUnit, quantityPlaces } from '../../src/contract/gas/units'
import { noticeSoonDays, type RenewalTotals } from '../../src/contract/renewals'
import type { OpenDatabase } from '../db/dialects'
import type { Tables } from '../db/tables'
import { fold } from '../kit/fold'
import { limitsKey, type Viewer } from '../kit/read/conditions'
import { matchingRows } from '../kit/read/matching'
import { computeOncePerVersion } from '../kit/read/memoizePerVersion'
import type { ListQuery } from '../kit/read/query'
import { resourceOf } from '../kit/registry'
import { todayOf } from './market'

/** What a contract has at stake; volumes in mcf or ccf count by the utility's heat content of its start. */
export async function stakeIn(
  db: Kysely<Tables>,
  values: StakeValues & Partial<Pick<Row<'contracts'>, 'utility_state' | 'start_date'>>,
): Promise<Stake> {
  const { utility_state, volume_unit, fee_unit, start_date } = values
  const countsVolume = [volume_unit, fee_unit].some((unit) => unit && isVolumeUnit(unit))
  if (!countsVolume || !utility_state) return stakeOf(values, defaultHeatContent)
  const heatContents = await db
    .selectFrom('heat_contents')
    .innerJoin('utility_states', 'utility_states.utility', 'heat_contents.utility')
    .select(['heat_contents.valid_from', 'heat_contents.mmbtu_per_mcf'])
    .where('utility_states.utility_state_id', '=', utility_state)
    .execute()
  return stakeOf(values, heatContentOn(heatContents, start_date ?? todayOf(db)))
}

const [longest] = renewalBuckets.toReversed()

/** The condition for contracts of which no renewal has been signed by a day. */
export const isNotRenewed = (day: string) =>
  sql<SqlBool>`(contracts.renewed_on is null or contracts.renewed_on > ${day})`

/** The condition for contracts that are lost unless they are renewed, and end within the last bucket, as of a day. */
export function isAtStake(db: Kysely<Tables>, day: string) {
  // None is signed in the future: from today on there is nothing to compare, and an index has those rows alone.
  const stands =
    day < todayOf(db)
      ? sql`contracts.signed_on <= ${day} and ${isNotRenewed(day)}`
      : sql`contracts.signed_on is not null and contracts.renewed_on is null`
  return sql<SqlBool>`(
    contracts.end_date between ${day} and ${addDays(day, longest ?? 0)}
    and ${stands} and contracts.terminated_on is null)`
}

/** After any text that begins like another one. */
const afterAll = '\uffff'

/** The condition for contracts of opportunities whose sales person's name begins like this. */
export function isOfSalesPerson(name: string) {
  const from = fold(name)
  return sql<SqlBool>`contracts.opportunity in (
    select opportunity_id from opportunities
    where sales_represented_key >= ${from} and sales_represented_key < ${from + afterAll})`
}

const sumColumns = (day: string) =>
  [
    sql<number>`cast(count(*) as integer)`.as('contracts'),
    sql<number>`coalesce(sum(contracts.annual_dth), 0)`.as('annual_dth'),
    sql<number>`coalesce(sum(contracts.yearly_fee), 0)`.as('yearly_fee'),
    sql<number>`cast(count(case when contracts.annual_dth is null then 1 end) as integer)`.as(
      'without_volume',
    ),
    sql<number>`cast(count(case when contracts.notice_by between ${day} and ${addDays(day, noticeSoonDays)}
      then 1 end) as integer)`.as('notice_soon'),
  ] as const

type Sums = Omit<RenewalTotals, 'bucket' | 'yearly_fee'> & { yearly_fee: number }

const totalsOnce = computeOncePerVersion<RenewalTotals[]>(100)

/**
 * Sums up the contracts of a list that are at stake, by bucket, once in each state of the data. One statement reads
 * those that end within half a year, and sums them up by their last day, in which order they stand in an index.
 */
export const renewalTotals = (
  database: OpenDatabase,
  query: ListQuery,
  viewer: Viewer,
  day: string,
): Promise<RenewalTotals[]> =>
  totalsOnce(
    database,
    viewer.dataVersion,
    JSON.stringify([query.q, query.filters, query.own, day, limitsKey()]),
    () => sumUp(database, query, viewer, day),
  )

async function sumUp(
  database: OpenDatabase,
  query: ListQuery,
  viewer: Viewer,
  day: string,
): Promise<RenewalTotals[]> {
  const rows = await matchingRows(database, resourceOf('contracts'), query, viewer)
  const days = (await rows
    .where(isAtStake(database.db, day))
    .select('contracts.end_date')
    .select(sumColumns(day))
    .groupBy('contracts.end_date')
    .orderBy('contracts.end_date')
    .execute()) as (Sums & { end_date: string })[]
  return renewalBuckets.map((bucket) => {
    const within = days.filter(({ end_date }) => renewalBucketOf(daysToEndOf(end_date, day)) === bucket)
    const sum = (name: keyof Sums) => within.reduce((total, each) => total + each[name], 0)
    return {
      bucket,
      contracts: sum('contracts'),
      annual_dth: rounded(sum('annual_dth'), quantityPlaces.dth),
      yearly_fee: rounded(sum('yearly_fee'), places.money),
      without_volume: sum('without_volume'),
      notice_soon: sum('notice_soon'),
    }
  })
}
