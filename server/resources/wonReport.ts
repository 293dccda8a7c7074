/** The outcomes of opportunities, summed up by the database (REP-2, REP-3, REP-4). */
import { sql, type RawBuilder } from 'kysely'
import { monthsFrom } from '../../src/contract/gas/calendar'
import { rounded } from '../../src/contract/gas/decimal'
import { quantityPlaces } from '../../src/contract/gas/units'
import {
  maxReportNames,
  type MonthOutcomes,
  type NamedOutcomes,
  type Outcomes,
  type WonReport,
} from '../../src/contract/reports'
import type { Stage } from '../../src/contract/stages'
import type { OpenDatabase } from '../db/dialects'
import type { Viewer } from '../kit/read/conditions'
import { matchingInFilterIndex } from '../kit/read/matching'
import type { ListQuery } from '../kit/read/query'
import { marketTimeZoneOf } from './market'
import { inDekatherms, opportunities } from './opportunities'

const isIn = (stage: Stage) => sql`opportunities.stage = ${sql.lit(stage)}`
const countOf = (stage: Stage) =>
  sql<number>`cast(coalesce(sum(case when ${isIn(stage)} then 1 else 0 end), 0) as integer)`
const { amount } = inDekatherms('sales_annual_volume_manual')
const volumeOf = (stage: Stage) => sql<number>`coalesce(sum(case when ${isIn(stage)} then ${amount} end), 0)`

const outcomeColumns = [
  countOf('won').as('won'),
  volumeOf('won').as('won_volume'),
  countOf('lost').as('lost'),
  volumeOf('lost').as('lost_volume'),
] as const

const inPlaces = (volume: number) => rounded(volume, quantityPlaces.dth)
const outcomesOf = ({ won, won_volume, lost, lost_volume }: Outcomes): Outcomes => ({
  won,
  won_volume: inPlaces(won_volume),
  lost,
  lost_volume: inPlaces(lost_volume),
})

const none: Outcomes = { won: 0, won_volume: 0, lost: 0, lost_volume: 0 }
const sumOf = (all: readonly Outcomes[]): Outcomes =>
  all.reduce(
    (sum, { won, won_volume, lost, lost_volume }) => ({
      won: sum.won + won,
      won_volume: inPlaces(sum.won_volume + won_volume),
      lost: sum.lost + lost,
      lost_volume: inPlaces(sum.lost_volume + lost_volume),
    }),
    none,
  )

/** The opportunities of a list that are won or lost. */
const decided = (
  database: OpenDatabase,
  query: ListQuery,
  viewer: Viewer,
  stages: readonly Stage[] = ['won', 'lost'],
) =>
  matchingInFilterIndex(
    database,
    opportunities,
    { ...query, filters: [...query.filters, { field: 'stage', operator: 'any', values: stages }] },
    viewer,
  )

async function byMonth(...of: Parameters<typeof decided>): Promise<MonthOutcomes[]> {
  const rows = await decided(...of)
  const found = (await rows
    .select(sql<string>`substr(opportunities.stage_changed_on, 1, 7)`.as('month'))
    .select(outcomeColumns)
    .groupBy('month')
    .orderBy('month')
    .execute()) as unknown as MonthOutcomes[]
  const [first, last] = [found[0], found.at(-1)]
  if (!first || !last) return []
  const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  return monthsFrom(first.month, numberOf(last.month) - numberOf(first.month) + 1).map((month) => ({
    month,
    ...outcomesOf(found.find((each) => each.month === month) ?? none),
  }))
}

/** By a text, in capitals or not; an empty one counts as none. */
async function byName(
  column: 'broker_name' | 'sales_represented',
  ...of: Parameters<typeof decided>
): Promise<NamedOutcomes[]> {
  const rows = await decided(...of)
  const found = (await rows
    .select(sql`coalesce(${sql.ref(`opportunities.${column}_key`)}, '')`.as('folded'))
    .select(sql<string | null>`min(nullif(${sql.ref(`opportunities.${column}`)}, ''))`.as('name'))
    .select(outcomeColumns)
    .groupBy('folded')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('folded')
    .limit(maxReportNames)
    .execute()) as unknown as NamedOutcomes[]
  return found.map(({ name, ...outcomes }) => ({ name, ...outcomesOf(outcomes) }))
}

/** The median of the market's days from the creation to the win: of as many rows as there are different numbers of days. */
async function medianDays(database: OpenDatabase, query: ListQuery, viewer: Viewer): Promise<number | null> {
  const rows = await decided(database, query, viewer, ['won'])
  const days: RawBuilder<number> = database.dialect.daysBetween(
    sql.ref('opportunities.created_at'),
    sql.ref('opportunities.stage_changed_on'),
    marketTimeZoneOf(database.db),
  )
  const found = (await rows
    .select(days.as('days'))
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .groupBy('days')
    .orderBy('days')
    .execute()) as unknown as { days: number; count: number }[]
  const total = found.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const at = (place: number): number => {
    let before = 0
    for (const { days: some, count } of found) {
      before += count
      // The zone of the market may have been another one at the win.
      if (before > place) return Math.max(0, some)
    }
    return 0
  }
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2
}

/** What has become of the opportunities of a list: four statements, none of which returns a row for each of them. */
export const wonReportOf = (database: OpenDatabase, query: ListQuery, viewer: Viewer): Promise<WonReport> =>
  database.dialect.atOneMoment(database, async (one) => {
    const months = await byMonth(one, query, viewer)
    return {
      total: sumOf(months),
      median_days: await medianDays(one, query, viewer),
      months,
      brokers: await byName('broker_name', one, query, viewer),
      sales_people: await byName('sales_represented', one, query, viewer),
    }
  })
