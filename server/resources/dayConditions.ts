/** Which opportunities the day asks for, as its numbers and the filters of the list have them (RDY-4). */
import { sql, type Kysely, type SqlBool } from 'kysely'
import { pricingDue } from '../../src/contract/day'
import { relativeSpan } from '../../src/contract/filters'
import { addDays, momentAt } from '../../src/contract/gas/calendar'
import type { QuoteState } from '../../src/contract/gas/quotes'
import { nowOf } from '../db/clock'
import type { Tables } from '../db/tables'
import { invalidParameter } from '../kit/errors'
import type { ListParameter } from '../kit/resource'
import { marketTimeZoneOf, todayOf } from './market'
import { inState } from './quotes'

type Db = Kysely<Tables>

/** Whether pricing is due before a day of the market; a day as text is before the moments of the same day. */
const dueBefore = (db: Db, day: string) => {
  const start = momentAt(day, 0, marketTimeZoneOf(db))
  return sql<SqlBool>`opportunities.pricing_due_date < ${start} and opportunities.pricing_due_date <> ${day}`
}

/** The condition for opportunities with a quote in one of some states, in bids that are not in the trash. */
const hasQuote = (db: Db, states: readonly QuoteState[]) => {
  const now = nowOf(db).toISOString()
  return sql<SqlBool>`exists (
    select 1 from bids inner join quotes on quotes.bid = bids.bid_id
    where bids.opportunity = opportunities.opportunity_id and bids.deleted_at is null
      and quotes.deleted_at is null and (${sql.join(
        states.map((state) => inState(state, now)),
        sql` or `,
      )}))`
}

/** The condition for opportunities whose pricing is due on some of the market's days: by the index of the due dates. */
export function dateIs(due: (typeof pricingDue)[number], db: Db) {
  const { from, to } = relativeSpan(due, todayOf(db))
  const isBefore = to === null ? sql`true` : dueBefore(db, addDays(to, 1))
  if (from === null) return sql<SqlBool>`(${isBefore})`
  // Where the market is east of Greenwich, the first moments of a day stand before its text.
  const [lowest] = [from, momentAt(from, 0, marketTimeZoneOf(db))].sort()
  return sql<SqlBool>`(${isBefore} and opportunities.pricing_due_date >= ${lowest}
    and not (${dueBefore(db, from)}))`
}

const isUndecided = sql<SqlBool>`(opportunities.stage is null or opportunities.stage not in ('won', 'lost'))`

/** The condition for opportunities that are neither won nor lost, nor have an award: what is due of the others is done. */
export const isOpenWork = (db: Db) => sql<SqlBool>`(${isUndecided} and not ${hasQuote(db, ['awarded'])})`

const nothing = '[]'

/** The condition for undecided opportunities that lack nothing, and have no price that can be taken or has been taken. */
export const readyToPrice = (db: Db) =>
  sql<SqlBool>`(opportunities.ready_score = 100 and opportunities.ready_missing = ${nothing}
    and ${isUndecided} and not ${hasQuote(db, ['open', 'awarded'])})`

/** The parameters of the list of opportunities by what they are ready for and what is due (RDY-3, RDY-4). */
export const dayParameters: Readonly<Record<string, ListParameter>> = {
  ready_to_price: {
    description:
      'True: only those neither won nor lost that lack nothing, and have neither an open nor an awarded quote.',
    condition: (value, _given, db) => {
      if (value !== 'true') throw invalidParameter('ready_to_price', 'Send true.')
      return readyToPrice(db)
    },
    dependsOnMoment: true,
  },
  pricing_due: {
    description: `Only those neither won nor lost, without an award, whose pricing is due on the market's day, was due before, or is due in the seven days that begin with it: ${pricingDue.join(', ')}.`,
    condition: (value, _given, db) => {
      const due = pricingDue.find((known) => known === value.trim())
      if (!due) throw invalidParameter('pricing_due', `Choose among: ${pricingDue.join(', ')}.`)
      return sql<SqlBool>`(${dateIs(due, db)} and ${isOpenWork(db)})`
    },
    dependsOnMoment: true,
  },
}
