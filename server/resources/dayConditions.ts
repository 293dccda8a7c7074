/** Which opportunities the day asks for, as its numbers and the filters of the list have them (RDY-4). */
import { sql, type Kysely, type SqlBool } from 'kysely'
import { pricingDue } from '../../src/contract/day'
import { addDays, momentAt } from '../../src/contract/gas/calendar'
import { readinessLines } from '../../src/contract/gas/choices'
import type { QuoteState } from '../../src/contract/gas/quotes'
import { nowOf } from '../db/clock'
import type { Tables } from '../db/tables'
import { invalidParameter } from '../kit/errors'
import { parseParameter } from '../kit/input'
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

/** The condition for opportunities whose pricing is due today, or was before: by the index of the due dates. */
export function dateIs(due: (typeof pricingDue)[number], db: Db) {
  const today = todayOf(db)
  if (due === 'overdue') return sql<SqlBool>`(${dueBefore(db, today)})`
  return sql<SqlBool>`(${dueBefore(db, addDays(today, 1))} and opportunities.pricing_due_date >= ${today}
    and not (${dueBefore(db, today)}))`
}

/** The condition for opportunities without an award: what is due of the others is done. */
export const isUnawarded = (db: Db) => sql<SqlBool>`not ${hasQuote(db, ['awarded'])}`

const nothing = '[]'

/** The condition for opportunities that lack nothing, and have no price that can be taken or has been taken. */
export const readyToPrice = (db: Db) =>
  sql<SqlBool>`(opportunities.ready_score = 100 and opportunities.ready_missing = ${nothing}
    and not ${hasQuote(db, ['open', 'awarded'])})`

/** The kept lists that hold one of these lines: an index finds each of them. */
function listsWith(lines: readonly string[]): string[] {
  const subsets = readinessLines.reduce<string[][]>(
    (lists, line) => [...lists, ...lists.map((list) => [...list, line])],
    [[]],
  )
  return subsets
    .filter((list) => list.some((line) => lines.includes(line)))
    .map((list) => JSON.stringify(list))
}

const scoreIn = (name: string, value: string): number =>
  parseParameter(name, { kind: 'integer', min: 0, max: 100 }, value) as number

/** The parameters of the list of opportunities by their readiness and by what is due (RDY-3, RDY-4). */
export const dayParameters: Readonly<Record<string, ListParameter>> = {
  ready_score_from: {
    description: 'Only those with this score or a higher one.',
    condition: (value) => sql<SqlBool>`opportunities.ready_score >= ${scoreIn('ready_score_from', value)}`,
  },
  ready_score_to: {
    description: 'Only those with this score or a lower one.',
    condition: (value) => sql<SqlBool>`opportunities.ready_score <= ${scoreIn('ready_score_to', value)}`,
  },
  ready_missing: {
    description: `Only those that lack one of these, separated by commas: ${readinessLines.join(', ')}.`,
    condition: (value) => {
      const lines = value.split(',').map((line) => line.trim())
      if (lines.some((line) => !readinessLines.some((known) => known === line)))
        throw invalidParameter('ready_missing', `Choose among: ${readinessLines.join(', ')}.`)
      return sql<SqlBool>`opportunities.ready_missing in (${sql.join(listsWith(lines))})`
    },
  },
  ready_to_price: {
    description: 'True: only those that lack nothing, and have neither an open nor an awarded quote.',
    condition: (value, _given, db) => {
      if (value !== 'true') throw invalidParameter('ready_to_price', 'Send true.')
      return readyToPrice(db)
    },
  },
  pricing_due: {
    description: `Only those without an award whose pricing is due on the market's day, or was before: ${pricingDue.join(', ')}.`,
    condition: (value, _given, db) => {
      const due = pricingDue.find((known) => known === value.trim())
      if (!due) throw invalidParameter('pricing_due', `Choose among: ${pricingDue.join(', ')}.`)
      return sql<SqlBool>`(${dateIs(due, db)} and ${isUnawarded(db)})`
    },
  },
}
