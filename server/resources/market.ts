/** What the server knows of the market: its time zone, its holidays, its curves. */
import { sql, type Kysely } from 'kysely'
import { addMonths, marketDay, type MarketCalendar } from '../../src/contract/gas/calendar'
import { nowOf } from '../db/clock'
import { keptPrepared } from '../db/statements'
import type { Tables } from '../db/tables'

const zones = new WeakMap<object, string>()
const keyOf = (db: Kysely<Tables>): object => db.getExecutor().adapter

/** Sets the market's time zone for all work on a database. */
export function setMarketTimeZone(db: Kysely<Tables>, timeZone: string): void {
  zones.set(keyOf(db), timeZone)
}

export const marketTimeZoneOf = (db: Kysely<Tables>): string => zones.get(keyOf(db)) ?? 'America/New_York'

/** The market's day by the database's clock (GAS-6). */
export const todayOf = (db: Kysely<Tables>): string =>
  marketDay(nowOf(db).toISOString(), marketTimeZoneOf(db))

/** The market's time zone and holidays. */
export async function marketCalendarOf(db: Kysely<Tables>): Promise<MarketCalendar> {
  const rows = await db.selectFrom('market_holidays').modifyFront(keptPrepared).select('day').execute()
  return { timeZone: marketTimeZoneOf(db), holidays: new Set(rows.map(({ day }) => day)) }
}

/** A curve as of a day: the prices of delivery months, and which of them are settled. */
export interface CurveAsOf {
  /** The latest trade date not after the day. */
  curveDate: string
  prices: ReadonlyMap<string, number>
  settled: ReadonlySet<string>
}

/** Settled months that are read: no term reaches further back. */
const settledMonths = 240

/**
 * Reads a curve: the prices of its latest trade date, and for settled months their settlement (CRV-2).
 * @param day beyond which nothing is known.
 * @param from the first delivery month that is asked for; null: all that can be.
 * @returns null for a curve without prices by then.
 */
export async function curveAsOf(
  db: Kysely<Tables>,
  curve: number,
  day: string,
  from: string | null = null,
): Promise<CurveAsOf | null> {
  const points = db
    .selectFrom('curve_points')
    .select(['trade_date', 'delivery_month', 'price'])
    .where('curve', '=', curve)
    .where('trade_date', '<=', day)
  const latest = points.clearSelect().select('trade_date').orderBy('trade_date', 'desc').limit(1)
  const rows = await points
    .modifyFront(keptPrepared)
    .select(sql<number>`0`.as('is_settlement'))
    .where('trade_date', '=', latest)
    .unionAll(
      points
        .select(sql<number>`1`.as('is_settlement'))
        .where(sql<boolean>`settled`)
        .where('delivery_month', '>=', from ?? addMonths(day.slice(0, 7), -settledMonths)),
    )
    .execute()
  const ofDay = rows.filter((row) => row.is_settlement === 0)
  const curveDate = ofDay[0]?.trade_date
  if (curveDate === undefined) return null
  const settlements = rows
    .filter((row) => row.is_settlement === 1)
    .sort((a, b) => (a.trade_date < b.trade_date ? -1 : 1))
  return {
    curveDate,
    prices: new Map([...ofDay, ...settlements].map(({ delivery_month, price }) => [delivery_month, price])),
    settled: new Set(settlements.map(({ delivery_month }) => delivery_month)),
  }
}
