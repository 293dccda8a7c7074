import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { dayPath, maxDayCount, noticeDays, type DayAnswer, type pricingDue } from '../../src/contract/day'
import { schemaName } from '../../src/contract/schema'
import { minuteOf } from '../db/clock'
import type { Tables } from '../db/tables'
import { documentRoute } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { limitsKey } from '../kit/read/conditions'
import { computeOncePerVersion } from '../kit/read/memoizePerVersion'
import { dateIs, isOpenWork, readyToPrice } from './dayConditions'
import { enrollmentIsLate, noticeWithin } from './contracts'
import { opportunities } from './opportunities'
import { marketTimeZoneOf, todayOf } from './market'
import { expiringToday } from './quoteSummaries'

/** Rows that are looked at for one number at most, where an index alone does not tell it. */
const maxLooked = 2_000

/** Counts rows of a statement, which stops at the last one that is told. */
async function countUp(db: Kysely<Tables>, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ found: number }>`
    select cast(count(*) as integer) as found from (${rows} limit ${maxDayCount}) as few`.execute(db)
  return found[0]?.found ?? 0
}

/** Opportunities whose pricing is due: the latest ones by the index of their due dates, and of these those that are open work. */
const dueRows = (db: Kysely<Tables>, due: (typeof pricingDue)[number]) =>
  sql`select 1 from (
    select opportunity_id, stage from opportunities where deleted_at is null and ${dateIs(due, db)}
    order by pricing_due_date desc limit ${maxLooked}) as opportunities
  where ${isOpenWork(db)}`

/** What the day asks for (RDY-4): a few rows of indexes, however many records there are. */
export async function numbersOfDay(db: Kysely<Tables>): Promise<DayAnswer> {
  const day = todayOf(db)
  const counts = {
    due_today: dueRows(db, 'today'),
    overdue: dueRows(db, 'overdue'),
    quotes_expiring: sql`select distinct opportunity from (${expiringToday(db)}) as quoted`,
    notices: sql`select 1 from contracts where deleted_at is null and ${noticeWithin(noticeDays, day)}`,
    late_enrollments: sql`select 1 from contracts where deleted_at is null and ${enrollmentIsLate(db, day)}`,
    ready: sql`select 1 from (
      select opportunity_id, stage, ready_missing, ready_score from opportunities
      where deleted_at is null and ready_score = 100
      order by opportunity_id desc limit ${maxLooked}) as opportunities
    where ${readyToPrice(db)}`,
  }
  const found = await Promise.all(
    Object.entries(counts).map(async ([name, rows]) => [name, await countUp(db, rows)] as const),
  )
  return {
    day,
    time_zone: marketTimeZoneOf(db),
    ...(Object.fromEntries(found) as Record<keyof typeof counts, number>),
  }
}

const count = (description: string) => Type.Integer({ minimum: 0, maximum: maxDayCount, description })

const dayAnswer = Type.Object({
  day: Type.String({ format: 'date', examples: ['2026-12-01'], description: "The market's day." }),
  time_zone: Type.String({
    examples: ['America/New_York'],
    description: "The market's time zone, by which moments are of a day.",
  }),
  due_today: count(
    'Opportunities neither won nor lost, without an award, whose pricing is due on the day: `pricing_due=today`.',
  ),
  overdue: count(
    `Opportunities neither won nor lost, without an award, whose pricing was due before, among the latest ${maxLooked} of these: \`pricing_due=overdue\`.`,
  ),
  quotes_expiring: count(
    'Opportunities with an open quote that expires on the day: `quotes_expire_today=true`.',
  ),
  notices: count(
    `Contracts of which notice is due within ${noticeDays} days: \`notice_within=${noticeDays}\`.`,
  ),
  late_enrollments: count(
    'Contracts with an account that is still pending after its day of enrollment: `enrollment_late=true`.',
  ),
  ready: count(
    `Opportunities that lack nothing to be priced, neither won nor lost, without an open or an awarded quote, among the latest ${maxLooked} that lack nothing: \`ready_to_price=true\`.`,
  ),
})

/** For teams that see something else, and minutes that are over. */
const numbersOnce = computeOncePerVersion<DayAnswer>(100)

/** The numbers of the day. */
export function dayRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    path: dayPath,
    document: {
      ...documentRoute(schemaName(opportunities.contract), 'Count what is due today', dayAnswer),
      description: `By the market's day. Each number stops at ${maxDayCount}, which stands for more, too.`,
    },
    handler: ({ dataVersion }): Promise<DayAnswer> => {
      const { database } = app
      // Open pages ask for them all at once when something has changed; a quote that expires is told within a minute.
      const what = JSON.stringify([minuteOf(database.db), limitsKey()])
      return numbersOnce(database, dataVersion, what, () => numbersOfDay(database.db))
    },
  })
}
