/** What a supplier's quote costs, which one is the best, and how it stands (QUO-5 to QUO-8). */
import { pricingTypes } from '../bids'
import type { QuoteState } from './choices'
import { monthOf, monthsFrom } from './calendar'
import { compareDecimals, decimal, orZero, places, rounded, sumOf, type Decimal } from './decimal'
import { loadWeighted, stripAverage } from './strips'
import { convertPrice, quantityPlaces, type GasUnit } from './units'
import { annualVolume, volumesOf, type BidVolumes, type VolumeSource } from './volumes'

/** What of a quote its price rests on. */
export interface QuoteTerms {
  readonly pricing_type: number
  /** Months. */
  readonly term: number
  readonly start_date: string
  /** The price itself, or what is added to the curve. */
  readonly price: number
  readonly price_unit: GasUnit
  readonly pricing_point: 'City Gate' | 'Burner Tip'
  readonly basis: number | null
  readonly transport: number | null
  readonly loss_percent: number | null
  readonly monthly_charge: number | null
  readonly other_charge: number | null
  readonly fee: number | null
  readonly fee_unit: GasUnit
  readonly fee_included: boolean
}

/** Prices of delivery months, in $/dth; null where there is no curve. */
export type CurvePrices = ReadonlyMap<string, number> | null

export interface PriceInputs {
  quote: QuoteTerms
  bid: BidVolumes
  heatContent: number
  curve: CurvePrices
}

/** A month of a term: what a metered dekatherm costs and how many there are; null where not known. */
interface PricedMonth {
  month: string
  price: Decimal | null
  volume: Decimal | null
}

/** The numbers of a quote, unrounded, in dekatherms; null where an input is missing. */
export interface QuoteNumbers {
  all_in_price: Decimal | null
  net_price: Decimal | null
  term_cost: Decimal | null
  annual_cost: Decimal | null
  /** The cost of a year without the fee. */
  net_annual_cost: Decimal | null
  commission: Decimal | null
  term_volume: Decimal | null
  strip_average: Decimal | null
  load_weighted: Decimal | null
  volume_source: VolumeSource | null
  /** By how many meters the monthly charge counts. */
  meters: number
  months: PricedMonth[]
  /** The names of the inputs that are missing: fields, or `curve YYYY-MM` for a month of the curve. */
  missing: string[]
}

const isKnown = (value: Decimal | null): value is Decimal => value !== null
const allKnown = (values: readonly (Decimal | null)[]): readonly Decimal[] | null =>
  values.every(isKnown) ? values : null

/** The price of a quote, from its terms, the bid's volumes, the heat content and the curve (QUO-6). */
export function priceQuote({ quote, bid, heatContent, curve }: PriceInputs): QuoteNumbers {
  const months = monthsFrom(monthOf(quote.start_date), quote.term)
  const perDth = (amount: number | null, unit: GasUnit): Decimal =>
    amount ? convertPrice(amount, unit, 'dth', heatContent) : decimal(0)
  const fee = perDth(quote.fee, quote.fee_unit)
  const restsOnCurve = quote.pricing_type !== pricingTypes.fixed
  const curvePrices = restsOnCurve ? months.map((month) => curve?.get(month)) : []
  // What arrives of a dekatherm; a division is left to the end, so that sums are exact.
  const yielded =
    quote.pricing_point === 'City Gate'
      ? decimal(1).minus(orZero(quote.loss_percent).times('0.01'))
      : decimal(1)
  const afterLoss = (value: Decimal): Decimal => (yielded.eq(1) ? value : value.div(yielded))
  const behind = perDth(quote.transport, quote.price_unit).plus(quote.fee_included ? 0 : fee)
  const base = perDth(quote.price, quote.price_unit)
    .plus(perDth(quote.basis, quote.price_unit))
    .plus(behind.times(yielded))
  const gross = months.map((_, index) => {
    const settled = restsOnCurve ? curvePrices[index] : 0
    return settled === undefined ? null : base.plus(settled)
  })

  const { volumes, source, missing: lackingVolumes } = volumesOf(bid, months)
  const knownVolumes = allKnown(volumes)
  const termVolume = knownVolumes && sumOf(knownVolumes)
  const isUseless = termVolume?.eq(0) === true
  const year = annualVolume(bid)
  const lackingMonths = months.filter((_, index) => restsOnCurve && curvePrices[index] === undefined)
  const missing = [
    ...(isUseless || (year === null && lackingVolumes.length === 0) ? ['annual_volume'] : lackingVolumes),
    ...(restsOnCurve && curve === null ? ['index_curve'] : lackingMonths.map((month) => `curve ${month}`)),
  ]

  const knownGross = allKnown(gross)
  const meters = bid.meter_count ?? 1
  const charges = orZero(quote.monthly_charge)
    .times(meters)
    .times(quote.term)
    .plus(orZero(quote.other_charge))
  const termCost =
    knownGross && knownVolumes && !isUseless
      ? afterLoss(sumOf(knownGross.map((monthly, index) => monthly.times(knownVolumes[index] ?? 0)))).plus(
          charges,
        )
      : null
  const allIn = termCost && termVolume && termCost.div(termVolume)
  const net = allIn && allIn.minus(fee)
  const curveKnown = restsOnCurve && curve !== null && lackingMonths.length === 0
  const curveDecimals = curveKnown ? curvePrices.map((value) => decimal(value ?? 0)) : []
  const fixed = restsOnCurve ? null : afterLoss(base)
  // A division takes three times as long as a multiplication, and a term may have 120 months.
  const factor = restsOnCurve && !yielded.eq(1) ? afterLoss(decimal(1)) : null
  return {
    all_in_price: allIn,
    net_price: net,
    term_cost: termCost,
    annual_cost: allIn && year && allIn.times(year),
    net_annual_cost: net && year && net.times(year),
    commission: termVolume && !isUseless ? fee.times(termVolume) : null,
    term_volume: termVolume,
    strip_average: stripAverage(curveDecimals),
    load_weighted: knownVolumes && loadWeighted(curveDecimals, knownVolumes),
    volume_source: source,
    meters,
    months: months.map((month, index) => {
      const monthly = gross[index]
      return {
        month,
        price: fixed ?? (monthly && factor ? monthly.times(factor) : (monthly ?? null)),
        volume: volumes[index] ?? null,
      }
    }),
    missing,
  }
}

/** Rounds the numbers of a quote for an answer; prices are per `unit`, volumes in dekatherms. */
export function shownNumbers(numbers: QuoteNumbers, unit: GasUnit, heatContent: number) {
  const price = (value: Decimal | null) =>
    value && rounded(convertPrice(value, 'dth', unit, heatContent), places.price)
  const money = (value: Decimal | null) => value && rounded(value, places.money)
  const volume = (value: Decimal | null) => value && rounded(value, quantityPlaces.dth)
  return {
    all_in_price: price(numbers.all_in_price),
    net_price: price(numbers.net_price),
    term_cost: money(numbers.term_cost),
    annual_cost: money(numbers.annual_cost),
    net_annual_cost: money(numbers.net_annual_cost),
    commission: money(numbers.commission),
    term_volume: volume(numbers.term_volume),
    strip_average: price(numbers.strip_average),
    load_weighted: price(numbers.load_weighted),
    volume_source: numbers.volume_source,
    meters: numbers.meters,
    months: numbers.months.map((month) => ({
      month: month.month,
      price: price(month.price),
      volume: volume(month.volume),
    })),
    missing: numbers.missing,
  }
}
export type ShownNumbers = ReturnType<typeof shownNumbers>

export { quoteStates, type QuoteState } from './choices'

/** The moments from which on a quote stands otherwise. */
export interface QuoteMoments {
  readonly valid_until: string
  readonly withdrawn_at: string | null
  readonly replaced_at: string | null
  readonly awarded_at: string | null
  readonly lost_at: string | null
}

/** The state of a quote at a moment (QUO-5). */
export function quoteState(quote: QuoteMoments, asOf: string): QuoteState {
  const now = Date.parse(asOf)
  const isPast = (moment: string | null) => moment !== null && Date.parse(moment) <= now
  if (isPast(quote.awarded_at)) return 'awarded'
  if (isPast(quote.withdrawn_at)) return 'withdrawn'
  if (isPast(quote.lost_at)) return 'lost'
  if (isPast(quote.replaced_at)) return 'replaced'
  return isPast(quote.valid_until) ? 'expired' : 'open'
}

/** What ranking needs of a quote. */
export interface Ranked {
  state: QuoteState
  term: number
  pricing_type: number
  all_in_price: Decimal | null
}

export interface Ranks {
  /** Among open quotes of the same term and pricing type; null for one that is not open or whose price is not known. */
  rank: number | null
  /** Among open quotes of the same term. */
  rank_term: number | null
  /** Whether none of its column costs less; equal ones share it. */
  best: boolean
}

/** Ranks quotes of one bid by their unrounded all-in prices; equal ones share a rank (QUO-7). */
export function rankQuotes(quotes: readonly Ranked[]): Ranks[] {
  const open = quotes.flatMap(({ state, all_in_price, term, pricing_type }) =>
    state === 'open' && all_in_price ? [{ all_in_price, term, pricing_type }] : [],
  )
  return quotes.map(({ state, all_in_price, term, pricing_type }) => {
    if (state !== 'open' || !all_in_price) return { rank: null, rank_term: null, best: false }
    const cheaper = open.filter(
      (other) => other.term === term && compareDecimals(other.all_in_price, all_in_price) < 0,
    )
    const rank = cheaper.filter((other) => other.pricing_type === pricing_type).length + 1
    return { rank, rank_term: cheaper.length + 1, best: rank === 1 }
  })
}

/** In what a quote may differ from the bid's request. */
export const quoteDifferences = ['swing', 'start_date', 'term'] as const
export type QuoteDifference = (typeof quoteDifferences)[number]

/** In what a quote differs from what its bid asks for (QUO-8); what either leaves open differs in nothing. */
export function quoteDiffers(
  quote: { readonly swing: number | null; readonly start_date: string; readonly term: number },
  bid: {
    readonly swing: readonly number[]
    readonly start_date: string | null
    readonly terms: readonly number[]
  },
): QuoteDifference[] {
  const { swing, start_date, term } = quote
  const differs: Readonly<Record<QuoteDifference, boolean>> = {
    swing: swing !== null && !bid.swing.includes(swing),
    start_date: bid.start_date !== null && bid.start_date !== start_date,
    term: !bid.terms.includes(term),
  }
  return quoteDifferences.filter((name) => differs[name])
}
