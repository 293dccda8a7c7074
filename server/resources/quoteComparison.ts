/** Compares the quotes of bids (QUO-7, QUO-12), those awarded by the numbers that were frozen then (QUO-10). */
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
import type { Write } from '../kit/context'
import { inTurns } from '../kit/turns'
import { loadRecords } from '../kit/read/records'
import { marketCalendarOf } from './market'
import { pricedOn, pricingBase, type Priced } from './quotePricing'
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

/** States of quotes that are compared. */
const compared = ['open', 'expired', 'awarded'] as const satisfies readonly QuoteState[]

/**
 * The compared quotes of some bids with their prices, and their ranks within each bid, as of a moment, and of the
 * curves' prices of a day. Those that are made later are left out.
 */
export async function rankedQuotes(
  db: Db,
  bids: readonly number[],
  { moment, day }: { moment: string; day: string },
): Promise<RankedQuote[]> {
  if (bids.length === 0) return []
  const rows = await db
    .selectFrom('quotes')
    .select(['quote_id', 'frozen'])
    .where('bid', 'in', bids)
    .where('deleted_at', 'is', null)
    .where('quoted_at', '<=', moment)
    .where(({ or }) => or(compared.map((state) => inState(state, moment))))
    .orderBy('quote_id')
    .execute()
  const ids = rows.map(({ quote_id }) => quote_id)
  const frozen = new Map(rows.map((row) => [row.quote_id, row.frozen]))
  const records = (await loadRecords(db, quotes, ids)) as unknown as Quote[]
  const shown = records.map((quote) => {
    const state = quoteState(quote, moment)
    const text = state === 'awarded' ? (frozen.get(quote.quote_id) ?? null) : null
    return { quote: { ...quote, state }, text }
  })
  const unfrozen = shown.filter(({ text }) => text === null).map(({ quote }) => quote)
  const [base, { holidays }] = await Promise.all([pricingBase(db, unfrozen, day), marketCalendarOf(db)])
  const priceOf = (quote: Quote): DatedPrice => {
    const price = pricedOn(base, quote)
    return { ...price, isOldCurve: price.curveDate !== null && isOldCurve(price.curveDate, day, holidays) }
  }
  const priced = await inTurns(shown, ({ quote, text }) => ({
    quote,
    ...(text === null ? priceOf(quote) : thawed(text)),
  }))
  return bids.flatMap((bid) => rankedWithin(priced.filter(({ quote }) => quote.bid === bid)))
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

/** The comparison of the quotes of some bids: by bid, term and pricing type, the cheapest first. */
export async function compareQuotes(
  db: Db,
  bids: readonly Pick<Row<'bids'>, 'bid_id' | 'swing' | 'start_date' | 'terms'>[],
  asOf: { moment: string; day: string },
  unit: GasUnit,
): Promise<ComparedQuote[]> {
  const asked = new Map(bids.map((bid) => [bid.bid_id, bid]))
  const all = await rankedQuotes(db, [...asked.keys()], asOf)
  return all
    .sort(
      (a, b) =>
        a.quote.bid - b.quote.bid ||
        a.quote.term - b.quote.term ||
        a.quote.pricing_type - b.quote.pricing_type ||
        byPrice(a.numbers.all_in_price, b.numbers.all_in_price) ||
        a.quote.quote_id - b.quote.quote_id,
    )
    .flatMap(({ quote, numbers, heatContent, curveDate, isOldCurve: isOld, ranks }) => {
      const bid = asked.get(quote.bid)
      if (!bid) return []
      return {
        quote,
        state: quote.state,
        ...shownNumbers(numbers, unit, heatContent),
        heat_content: heatContent,
        curve_date: curveDate,
        curve_is_old: isOld,
        ...ranks,
        differs: quoteDiffers(quote, bid),
      }
    })
}

/** Those whose price is not known stand last. */
const byPrice = (a: Decimal | null, b: Decimal | null): number =>
  a && b ? compareDecimals(a, b) : Number(a === null) - Number(b === null)
