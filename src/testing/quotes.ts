import type { Row } from '../contract'
import type { ComparedQuote, QuoteSummary, Strip } from '../contract/comparisons'
import {
  addMonths,
  isOldCurve,
  lastTradingDay,
  marketDay,
  monthOf,
  monthsFrom,
} from '../contract/gas/calendar'
import { decimal, places, rounded } from '../contract/gas/decimal'
import { priceQuote, quoteDiffers, quoteState, rankQuotes, shownNumbers } from '../contract/gas/quotes'
import { stripAverage } from '../contract/gas/strips'
import { heatContentOn, type GasUnit } from '../contract/gas/units'
import { blank } from './builders'
import type { World } from './world'

/** Quotes of the mocked server, computed by the formulas that both sides share. */

const timeZone = 'America/New_York'

/** An open firm quote of 4.05 $/dth at the burner tip. */
export const aQuote = (given: Partial<Row<'quotes'>> = {}): Row<'quotes'> => ({
  ...blank('quotes'),
  quote_id: 1,
  bid: 1,
  supplier: 1,
  pricing_type: 1,
  term: 12,
  start_date: '2027-01-01',
  price: 4.05,
  price_unit: 'dth',
  pricing_point: 'Burner Tip',
  fee: 0.12,
  fee_unit: 'dth',
  fee_included: true,
  quote_kind: 'firm',
  quoted_at: '2026-01-05T15:04:00.000Z',
  valid_until: '2099-01-05T22:00:00.000Z',
  state: 'open',
  version: 1,
  created_by: 1,
  created_at: '2026-01-05T15:04:00.000Z',
  modified_by: 1,
  modified_at: '2026-01-05T15:04:00.000Z',
  deleted_at: null,
  deleted_by: null,
  ...given,
})

export const aSupplier = (given: Partial<Row<'suppliers'>> = {}): Row<'suppliers'> => ({
  ...blank('suppliers'),
  supplier_id: 1,
  name: 'Copperlamp Energy',
  version: 1,
  created_by: 1,
  created_at: '2026-01-05T15:04:00.000Z',
  modified_by: 1,
  modified_at: '2026-01-05T15:04:00.000Z',
  deleted_at: null,
  deleted_by: null,
  ...given,
})

/** The latest trade date of a curve, and its prices. */
const curveOf = ({ tables }: World, curve: number | null) => {
  const points = tables.curvePoints.filter((point) => point.curve === curve)
  const date = points
    .map(({ trade_date }) => trade_date)
    .sort()
    .at(-1)
  if (date === undefined) return null
  const current = points.filter(({ trade_date }) => trade_date === date)
  return {
    date,
    points: current,
    prices: new Map(current.map((point) => [point.delivery_month, point.price])),
  }
}

/** The day of the market that the handlers know. */
export const marketToday = () => marketDay(new Date().toISOString(), timeZone)

/** The comparison of a bid's quotes (QUO-7). */
export const comparisonOf = (world: World, bidId: number, unit: GasUnit): ComparedQuote[] => {
  const bid = world.tables.bids.find(({ bid_id }) => bid_id === bidId)
  if (!bid) return []
  const now = new Date().toISOString()
  const quotes = world.tables.quotes
    .filter((quote) => quote.bid === bidId)
    .map((quote) => ({ ...quote, state: quoteState(quote, now) }))
  const utility = world.tables.utilityStates.find(
    ({ utility_state_id }) => utility_state_id === bid.utility_state,
  )?.utility
  const entries = world.tables.heatContents.filter((entry) => entry.utility === utility)
  const priced = quotes.map((quote) => {
    const curve = curveOf(world, quote.index_curve)
    const heatContent = heatContentOn(entries, quote.start_date)
    return {
      heatContent,
      curve,
      numbers: priceQuote({ quote, bid, heatContent, curve: curve?.prices ?? null }),
    }
  })
  const ranks = rankQuotes(
    quotes.map((quote, index) => ({ ...quote, all_in_price: priced[index]?.numbers.all_in_price ?? null })),
  )
  return quotes
    .flatMap((quote, index): ComparedQuote[] => {
      const [price, rank] = [priced[index], ranks[index]]
      if (!price || !rank || !['open', 'expired', 'awarded'].includes(quote.state)) return []
      const { numbers, heatContent, curve } = price
      return [
        {
          quote,
          state: quote.state,
          ...shownNumbers(numbers, unit, heatContent),
          heat_content: heatContent,
          curve_date: curve?.date ?? null,
          curve_is_old: curve !== null && isOldCurve(curve.date, marketToday(), new Set()),
          ...rank,
          differs: quoteDiffers(quote, bid),
        },
      ]
    })
    .sort((a, b) => (a.all_in_price ?? Infinity) - (b.all_in_price ?? Infinity))
}

/** The open quotes of opportunities in short (QUO-12). */
export const summariesOf = (world: World, ids: readonly number[]): QuoteSummary[] =>
  ids.flatMap((opportunity) => {
    const bids = world.tables.bids.filter((bid) => bid.opportunity === opportunity)
    const open = bids
      .flatMap(({ bid_id }) => comparisonOf(world, bid_id, 'dth'))
      .filter(({ state }) => state === 'open')
    const prices = open.map(({ all_in_price }) => all_in_price).filter((price) => price !== null)
    const [next_expiry] = open.map(({ quote }) => quote.valid_until).sort()
    return next_expiry === undefined
      ? []
      : [
          {
            opportunity,
            best_price: prices.length === 0 ? null : Math.min(...prices),
            quotes_open: open.length,
            next_expiry,
          },
        ]
  })

/** Consecutive months of a curve (CRV-2); the end of the curve where it lacks one. */
export const stripOf = (
  world: World,
  curve: number,
  first: string | null,
  count: number,
): Strip | { end: string } => {
  const found = curveOf(world, curve)
  const from = first ?? addMonths(monthOf(marketToday()), 1)
  const months = monthsFrom(from, count)
  const last = [...(found?.prices.keys() ?? [])].sort().at(-1) ?? ''
  if (!found || months.some((month) => !found.prices.has(month)))
    return { end: `The curve of ${found?.date ?? ''} ends with ${last}.` }
  const prices = months.map((month) => found.prices.get(month) ?? 0)
  return {
    curve_date: found.date,
    curve_is_old: isOldCurve(found.date, marketToday(), new Set()),
    months: months.map((month, index) => ({
      month,
      price: prices[index] ?? 0,
      settled: found.points.some((point) => point.delivery_month === month && point.settled),
      last_trading_day: lastTradingDay(month, new Set()),
    })),
    strip_average: rounded(stripAverage(prices.map(decimal)) ?? 0, places.price),
    load_weighted: null,
    volume_source: null,
  }
}

/** The refusal of an award as the server words it; null where it is allowed (QUO-10). */
export const awardRefusal = (world: World, quote: Row<'quotes'>): string | null => {
  const winner = world.tables.quotes.find((other) => other.bid === quote.bid && other.awarded_at !== null)
  if (winner) {
    const by = world.tables.users.find(({ id }) => id === winner.awarded_by)
    const to = world.tables.suppliers.find(({ supplier_id }) => supplier_id === winner.supplier)
    return `${by?.first_name} ${by?.last_name} has awarded this bid to ${to?.name} already.`
  }
  if (quote.quote_kind !== 'firm') return 'Only a firm quote can be awarded.'
  const state = quoteState(quote, new Date().toISOString())
  if (state === 'expired') return 'This quote expired on 2026-11-02 at 17:00.'
  return state === 'open' ? null : `A quote that is ${state} cannot be awarded.`
}

/** Awards a quote: the other open ones of its bid are lost. */
export const awardIn = (world: World, quote: Row<'quotes'>, by: number, reason: string | null): void => {
  const now = new Date().toISOString()
  for (const other of world.tables.quotes)
    if (other.bid === quote.bid && other !== quote && quoteState(other, now) === 'open')
      Object.assign(other, { lost_at: now, version: other.version + 1 })
  Object.assign(quote, {
    awarded_at: now,
    awarded_by: by,
    award_reason: reason,
    version: quote.version + 1,
  })
}

/** Fills in what a new quote was sent without (QUO-2, QUO-4). */
export const fillQuote = (world: World, quote: Row<'quotes'>): void => {
  const bid = world.tables.bids.find(({ bid_id }) => bid_id === quote.bid)
  const filled = {
    start_date: bid?.start_date,
    quoted_at: quote.created_at,
    valid_until: '2099-01-05T22:00:00.000Z',
    price_unit: 'dth',
    fee_unit: 'dth',
    fee_included: false,
  }
  for (const [name, value] of Object.entries(filled))
    if ((quote as Readonly<Record<string, unknown>>)[name] == null) Object.assign(quote, { [name]: value })
}
