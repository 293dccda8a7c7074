/** Compares the quotes of bids (QUO-7, QUO-12), those awarded by the numbers that were frozen then (QUO-10). */
import type { Row } from '../../src/contract'
import type { ComparedQuote } from '../../src/contract/comparisons'
import { compareDecimals, decimal, type Decimal } from '../../src/contract/gas/decimal'
import {
  quoteDiffers,
  quoteState,
  rankQuotes,
  shownNumbers,
  type QuoteNumbers,
  type Ranks,
} from '../../src/contract/gas/quotes'
import type { GasUnit } from '../../src/contract/gas/units'
import type { Write } from '../kit/context'
import { loadRecords } from '../kit/read/records'
import { pricedOn, pricingBase, type Priced } from './quotePricing'
import { quotes } from './quotes'

type Db = Write['db']
type Quote = Row<'quotes'>

/** A quote with its price and its place among the others. */
export interface RankedQuote extends Priced {
  quote: Quote
  ranks: Ranks
}

const names = [
  ...(['all_in_price', 'net_price', 'term_cost', 'annual_cost', 'commission', 'term_volume'] as const),
  ...(['strip_average', 'load_weighted'] as const),
] as const

/** The numbers of an award as text: decimals keep every digit as strings. */
export const frozenText = (priced: Priced): string => JSON.stringify(priced)

function thawed(text: string): Priced {
  const { numbers, ...rest } = JSON.parse(text) as Priced
  const read = (value: Decimal | null) => value && decimal(value)
  return {
    ...rest,
    numbers: {
      ...numbers,
      ...(Object.fromEntries(names.map((name) => [name, read(numbers[name])])) as Pick<
        QuoteNumbers,
        (typeof names)[number]
      >),
      months: numbers.months.map(({ month, price, volume }) => ({
        month,
        price: read(price),
        volume: read(volume),
      })),
    },
  }
}

/**
 * The quotes of some bids with their prices, and their ranks within each bid, as of a moment, and of the curves' prices
 * of a day.
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
    .orderBy('quote_id')
    .execute()
  const ids = rows.map(({ quote_id }) => quote_id)
  const frozen = new Map(rows.map((row) => [row.quote_id, row.frozen]))
  const records = (await loadRecords(db, quotes, ids)) as unknown as Quote[]
  const shown = records.map((quote) => ({ ...quote, state: quoteState(quote, moment) }))
  const base = await pricingBase(db, shown, day)
  const priced = shown.map((quote) => {
    const text = quote.state === 'awarded' ? (frozen.get(quote.quote_id) ?? null) : null
    return text === null ? pricedOn(base, quote) : thawed(text)
  })
  return bids.flatMap((bid) => {
    const own = shown.flatMap((quote, index) => {
      const price = priced[index]
      return quote.bid === bid && price ? [{ quote, ...price }] : []
    })
    const ranks = rankQuotes(
      own.map(({ quote: { state, term, pricing_type }, numbers: { all_in_price } }) => ({
        state,
        term,
        pricing_type,
        all_in_price,
      })),
    )
    return own.flatMap((each, index) => {
      const rank = ranks[index]
      return rank ? [{ ...each, ranks: rank }] : []
    })
  })
}

/** States of quotes that are compared. */
const compared: readonly string[] = ['open', 'expired', 'awarded']

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
    .filter(({ quote }) => compared.includes(quote.state))
    .sort(
      (a, b) =>
        a.quote.bid - b.quote.bid ||
        a.quote.term - b.quote.term ||
        a.quote.pricing_type - b.quote.pricing_type ||
        byPrice(a.numbers.all_in_price, b.numbers.all_in_price) ||
        a.quote.quote_id - b.quote.quote_id,
    )
    .flatMap(({ quote, numbers, heatContent, curveDate, isOldCurve, ranks }) => {
      const bid = asked.get(quote.bid)
      if (!bid) return []
      return {
        quote,
        state: quote.state,
        ...shownNumbers(numbers, unit, heatContent),
        heat_content: heatContent,
        curve_date: curveDate,
        curve_is_old: isOldCurve,
        ...ranks,
        differs: quoteDiffers(quote, bid),
      }
    })
}

/** Those whose price is not known stand last. */
const byPrice = (a: Decimal | null, b: Decimal | null): number =>
  a && b ? compareDecimals(a, b) : Number(a === null) - Number(b === null)
