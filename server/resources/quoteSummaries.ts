/** What the list of opportunities shows of their quotes (QUO-12). */
import { sql, type Kysely, type SqlBool } from 'kysely'
import type { QuoteSummary } from '../../src/contract/comparisons'
import { addDays, momentAt } from '../../src/contract/gas/calendar'
import { places, rounded } from '../../src/contract/gas/decimal'
import { nowOf } from '../db/clock'
import type { Tables } from '../db/tables'
import { marketTimeZoneOf, todayOf } from './market'
import { inState } from './quotes'

/** Sums up the open quotes of opportunities. */
export async function quoteSummaries(db: Kysely<Tables>, ids: readonly number[]): Promise<QuoteSummary[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('bids')
    .innerJoin('quotes', 'quotes.bid', 'bids.bid_id')
    .select('bids.opportunity')
    .select(({ fn }) => [
      fn.min('quotes.all_in_price').as('best'),
      fn.min('quotes.valid_until').as('next_expiry'),
      sql<number>`cast(count(*) as integer)`.as('quotes_open'),
    ])
    .where('bids.opportunity', 'in', ids)
    .where('bids.deleted_at', 'is', null)
    .where('quotes.deleted_at', 'is', null)
    .where(sql<SqlBool>`${inState('open', nowOf(db).toISOString())}`)
    .groupBy('bids.opportunity')
    .orderBy('bids.opportunity')
    .execute()
  return rows.map(({ opportunity, best, next_expiry, quotes_open }) => ({
    opportunity,
    best_price: best === null ? null : rounded(best / 10 ** places.price, places.price),
    quotes_open,
    next_expiry,
  }))
}

/** The bids of open quotes that expire before the market's day ends, one for each quote. */
function quotedUntilTonight(db: Kysely<Tables>) {
  const now = nowOf(db).toISOString()
  const end = momentAt(addDays(todayOf(db), 1), 0, marketTimeZoneOf(db))
  return sql`select quotes.bid from quotes
    where quotes.deleted_at is null and quotes.valid_until < ${end} and ${inState('open', now)}`
}

/** The opportunities of open quotes that expire before the market's day ends, one for each bid. */
export const expiringToday = (db: Kysely<Tables>) =>
  sql`select bids.opportunity from bids where bids.deleted_at is null and bids.bid_id in (${quotedUntilTonight(db)})`

/** Whether an opportunity is one of those. */
export const expiresToday = (db: Kysely<Tables>) =>
  sql<SqlBool>`exists (select 1 from bids where bids.opportunity = opportunities.opportunity_id and bids.deleted_at is null
    and exists (${quotedUntilTonight(db)} and quotes.bid = bids.bid_id))`
