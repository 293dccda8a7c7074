/** Compares the quotes of bids (QUO-7, QUO-12), those awarded by the numbers that were frozen then (QUO-10). */
import { sql } from 'kysely'
import type { Row } from '../../src/contract'
import type { ComparedQuote } from '../../src/contract/comparisons'
import { isOldCurve } from '../../src/contract/gas/calendar'
import { compareDecimals, decimal, type Decimal } from '../../src/contract/gas/decimal'
import {
  quoteDiffers,
  quoteState,
  rankQuotes,
  shownNumbers,
  type QuoteNumbers,
  type QuoteState,
  type Ranks,
} from '../../src/contract/gas/quotes'
import type { GasUnit } from '../../src/contract/gas/units'
import { keptPrepared } from '../db/statements'
import type { Write } from '../kit/context'
import { inTurns } from '../kit/turns'
import { loadRecords } from '../kit/read/records'
import { marketCalendarOf } from './market'
import {
  pricedColumns,
  pricedOn,
  pricingBids,
  pricingCurves,
  type Priced,
  type PricedQuote,
  type PricingBid,
} from './quotePricing'
import { inState, quotes } from './quotes'

type Db = Write['db']
type Quote = Row<'quotes'>

/** A price, and whether the curve that it rests on was old when it was made (CRV-3). */
export interface DatedPrice extends Priced {
  isOldCurve: boolean
}

/** A quote with its price and its place among the others. */
export interface RankedQuote extends DatedPrice {
  quote: Quote
  asked: PricingBid['asked']
  ranks: Ranks
}

const decimals = [
  ...(['all_in_price', 'net_price', 'term_cost', 'annual_cost', 'net_annual_cost'] as const),
  ...(['commission', 'term_volume', 'strip_average', 'load_weighted'] as const),
] as const

/** The numbers of an award as text: decimals keep every digit as strings. */
export const frozenText = ({ numbers, heatContent, curveDate, isOldCurve: isOld }: DatedPrice): string =>
  JSON.stringify({ numbers, heatContent, curveDate, isOldCurve: isOld } satisfies DatedPrice)

function thawed(text: string): DatedPrice {
  const { numbers, ...rest } = JSON.parse(text) as DatedPrice
  const read = (value: Decimal | null) => value && decimal(value)
  return {
    ...rest,
    numbers: {
      ...numbers,
      ...(Object.fromEntries(decimals.map((name) => [name, read(numbers[name])])) as Pick<
        QuoteNumbers,
        (typeof decimals)[number]
      >),
      months: numbers.months.map(({ month, price, volume }) => ({
        month,
        price: read(price),
        volume: read(volume),
      })),
    },
  }
}

/** Columns by which the state of a quote is known. */
const momentColumns = ['valid_until', 'withdrawn_at', 'replaced_at', 'awarded_at', 'lost_at'] as const

/** States of quotes that are compared. */
const compared = ['open', 'expired', 'awarded'] as const satisfies readonly QuoteState[]

/** Whose quotes are compared: those of a bid, or of each bid of an opportunity. */
export type ComparisonScope = { bid: number } | { opportunity: number }

/**
 * The compared quotes with their prices, and their ranks within each bid, as of a moment, and of the curves' prices of a
 * day. Those that are made later are left out.
 */
export async function rankedQuotes(
  db: Db,
  of: ComparisonScope,
  { moment, day }: { moment: string; day: string },
): Promise<RankedQuote[]> {
  const bidIds =
    'bid' in of
      ? sql`${of.bid}`
      : sql`select bid_id from bids where opportunity = ${of.opportunity} and deleted_at is null`
  const [rows, { holidays }, asked] = await Promise.all([
    db
      .selectFrom('quotes')
      .modifyFront(keptPrepared)
      .select([...pricedColumns, ...momentColumns, 'frozen'])
      .where(sql<boolean>`bid in (${bidIds})`)
      .where('deleted_at', 'is', null)
      .where('quoted_at', '<=', moment)
      .where(({ or }) => or(compared.map((state) => inState(state, moment))))
      .orderBy('quote_id')
      .execute(),
    marketCalendarOf(db),
    pricingBids(db, bidIds, true),
  ])
  const known = rows.map((row) => ({
    row,
    text: quoteState(row, moment) === 'awarded' ? row.frozen : null,
  }))
  const unfrozen = known.flatMap(({ row, text }) => (text === null ? [row] : []))
  const ids = rows.map(({ quote_id }) => quote_id)
  const [curves, records] = await Promise.all([
    pricingCurves(db, unfrozen, day),
    loadRecords(db, quotes, ids),
  ])
  const base = { ...asked, ...curves }
  const shown = new Map((records as unknown as Quote[]).map((quote) => [quote.quote_id, quote]))
  const priceOf = (row: PricedQuote): DatedPrice => {
    const price = pricedOn(base, row)
    return { ...price, isOldCurve: price.curveDate !== null && isOldCurve(price.curveDate, day, holidays) }
  }
  const priced = await inTurns(known, ({ row, text }) => {
    const quote = shown.get(row.quote_id)
    const bid = asked.bids.get(row.bid)
    // One that was deleted in between is none, nor one of a bid that was made in between.
    if (!quote || !bid) return []
    const price = text === null ? priceOf(row) : thawed(text)
    return [{ quote: { ...quote, state: quoteState(row, moment) }, asked: bid.asked, ...price }]
  })
  const quoted = priced.flat()
  const ofQuotes = new Set(quoted.map(({ quote }) => quote.bid))
  return [...ofQuotes].flatMap((bid) => rankedWithin(quoted.filter(({ quote }) => quote.bid === bid)))
}

/** Ranks the quotes of one bid. */
function rankedWithin(priced: readonly Omit<RankedQuote, 'ranks'>[]): RankedQuote[] {
  const ranks = rankQuotes(
    priced.map(({ quote: { state, term, pricing_type }, numbers: { all_in_price } }) => ({
      state,
      term,
      pricing_type,
      all_in_price,
    })),
  )
  return priced.flatMap((each, index) => {
    const rank = ranks[index]
    return rank ? [{ ...each, ranks: rank }] : []
  })
}

/**
 * The comparison of quotes: by bid, term and pricing type, the cheapest first.
 * @param unit of prices.
 */
export async function compareQuotes(
  db: Db,
  of: ComparisonScope,
  asOf: { moment: string; day: string },
  unit: GasUnit,
): Promise<ComparedQuote[]> {
  const ranked = await rankedQuotes(db, of, asOf)
  return ranked
    .sort(
      (a, b) =>
        a.quote.bid - b.quote.bid ||
        a.quote.term - b.quote.term ||
        a.quote.pricing_type - b.quote.pricing_type ||
        byPrice(a.numbers.all_in_price, b.numbers.all_in_price) ||
        a.quote.quote_id - b.quote.quote_id,
    )
    .map(({ quote, asked, numbers, heatContent, curveDate, isOldCurve: isOld, ranks }) => ({
      quote,
      state: quote.state,
      ...shownNumbers(numbers, unit, heatContent),
      heat_content: heatContent,
      curve_date: curveDate,
      curve_is_old: isOld,
      ...ranks,
      differs: quoteDiffers(quote, asked),
    }))
}

/** Those whose price is not known stand last. */
const byPrice = (a: Decimal | null, b: Decimal | null): number =>
  a && b ? compareDecimals(a, b) : Number(a === null) - Number(b === null)
