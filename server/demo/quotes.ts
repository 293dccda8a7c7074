import { pricingTypes } from '../../src/contract/bids'
import { businessDayFrom, defaultValidUntil, isOldCurve, marketDay } from '../../src/contract/gas/calendar'
import { rounded } from '../../src/contract/gas/decimal'
import { defaultHeatContent } from '../../src/contract/gas/units'
import { frozenText } from '../resources/quoteComparison'
import { pricedOn, storedPrice, type PricedQuote, type PricingBase } from '../resources/quotePricing'
import { staffIds } from './accounts'
import { bidAt } from './bids'
import { curveOnDay, heatContentsOf, marketDaysOf } from './market'
import { bidPositions, quoteRoundOf, type Standing } from './quoteRounds'
import type { DemoRow } from './rows'
import { perGroup } from './sizes'
import { supplierCount } from './suppliers'
import { awardReasons } from './wordLists/suppliers'
import { utilityStateAt } from './utilityStates'
import { dayLength, randomFor, memoized, toDay, toMoment, type World } from './world'

type Quote = DemoRow<'quotes'>
type Bid = DemoRow<'bids'>

/** The demo's market has its office hours here. */
export const demoTimeZone = 'America/New_York'

const sevenQuotes = 7

/** A bid, and the place of a quote among those of it. */
function placeOf(index: number): { bid: number; place: number } {
  const group = Math.floor(index / bidPositions.length)
  const offset = index % bidPositions.length
  const position = bidPositions[offset] ?? 0
  return {
    bid: group * perGroup.bids + position,
    place: offset - bidPositions.findIndex((other) => other === position),
  }
}

type Offer = Pick<
  Quote,
  | 'pricing_type'
  | 'price'
  | 'price_unit'
  | 'pricing_point'
  | 'index_curve'
  | 'basis'
  | 'transport'
  | 'loss_percent'
  | 'monthly_charge'
  | 'fee'
  | 'fee_unit'
  | 'fee_included'
>

const burnerTip: Offer = {
  pricing_type: pricingTypes.fixed,
  price: 0,
  price_unit: 'dth',
  pricing_point: 'Burner Tip',
  index_curve: null,
  basis: null,
  transport: null,
  loss_percent: null,
  monthly_charge: null,
  fee: 0.15,
  fee_unit: 'dth',
  fee_included: true,
}

/** Seven offers in mixed units, of which the lowest number is not the best one. */
function mixedOffer(place: number, level: number): Offer {
  const price = (value: number) => rounded(String(value), 4)
  const cityGate = { pricing_point: 'City Gate', fee_included: false } as const
  const offers: readonly Partial<Offer>[] = [
    { ...cityGate, price: price(level - 0.01), basis: 0.12, loss_percent: 2, transport: 0.08 },
    { price: price((level + 0.05) / 10), price_unit: 'th', fee: 0.012, fee_unit: 'th' },
    { price: price(level + 0.16), price_unit: 'mcf', fee: 0.1, fee_unit: 'mcf', fee_included: false },
    {
      price: price(((level + 0.22) * defaultHeatContent) / 10),
      price_unit: 'ccf',
      fee: 0.014,
      fee_unit: 'ccf',
    },
    { price: price(level + 0.35), monthly_charge: 25 },
    { pricing_type: pricingTypes['nymex+'], index_curve: 1, price: 0.35, fee_included: false },
    {
      ...cityGate,
      pricing_type: pricingTypes.index,
      index_curve: 2,
      price: 0.28,
      loss_percent: 1.5,
      transport: 0.11,
      fee: 0.015,
      fee_unit: 'th',
    },
  ]
  return { ...burnerTip, ...offers[place % offers.length] }
}

/** What the quotes of a bid have in common. */
const roundAt = memoized((world: World, index: number) => {
  const { random, standing } = quoteRoundOf(world, index)
  const bid = bidAt(world, index)
  const { today } = world
  const since = Date.parse(bid.created_at)
  const longAgo = since + Math.floor((today - since) * random.next() * 0.9)
  const quotedAt = standing === 'open' ? Math.max(since, today - dayLength / 3) : longAgo
  return {
    standing,
    quotedAt,
    firstSupplier: random.integer(0, supplierCount - 1),
    level: random.integer(380, 430) / 100,
    term: random.pick(bid.terms),
    start: bid.start_date ?? toDay(today).slice(0, 8) + '01',
  }
})

/**
 * The end of a quote that is open no more: the usual one, or for those of the last days one between their making and
 * now. With tens of thousands of newest quotes open, no list of a state would be as in use.
 */
const pastEnd = (usual: string, quoted: string, today: number): string =>
  toMoment(
    Math.min(Date.parse(usual), Math.max(Date.parse(quoted) + 120_000, (Date.parse(quoted) + today) / 2)),
  )

/** The quote at an index; ids count from 1. */
export const quoteAt = memoized((world: World, index: number) => {
  const { bid: bidIndex, place } = placeOf(index)
  const bid = bidAt(world, bidIndex)
  const round = roundAt(world, bidIndex)
  const random = randomFor(world, 'quotes', index)
  const { holidays } = marketDaysOf(world)
  // The last one of three is an earlier offer of the second one's supplier.
  const isEarlier = index % bidPositions.length === bidPositions.length - 1
  const like = isEarlier ? place - 1 : place
  const offer = mixedOffer(isEarlier || place === 0 ? like : (like + bidIndex) % sevenQuotes, round.level)
  const quoted = toMoment(
    isEarlier ? Math.max(Date.parse(bid.created_at), round.quotedAt - 2 * dayLength) : round.quotedAt + place,
  )
  const valid_until =
    round.standing === 'open'
      ? defaultValidUntil(`${businessDayFrom(toDay(world.today), place % 4, holidays)}T12:00:00.000Z`, {
          timeZone: demoTimeZone,
          holidays,
        })
      : pastEnd(defaultValidUntil(quoted, { timeZone: demoTimeZone, holidays }), quoted, world.today)
  const settledAt = toMoment(round.quotedAt + 60_000)
  const isAwarded = round.standing === 'awarded' && place === 0
  const author = random.pick(staffIds)
  const quote = {
    quote_id: index + 1,
    bid: bid.bid_id,
    supplier: ((round.firstSupplier + like) % supplierCount) + 1,
    term: round.term,
    start_date: round.start,
    ...offer,
    other_charge: null,
    swing: random.pick(bid.swing),
    quote_kind: isAwarded || place % 2 === 0 ? ('firm' as const) : ('indicative' as const),
    quoted_at: quoted,
    valid_until,
    supplier_reference: random.maybe(0.5, `Q-${random.digits(6)}`),
    notes: null,
    withdrawn_at: round.standing === 'withdrawn' && place === 0 ? settledAt : null,
    replaced_at: isEarlier ? toMoment(round.quotedAt + like) : null,
    lost_at: round.standing === 'awarded' && place > 0 && !isEarlier ? settledAt : null,
    awarded_at: isAwarded ? settledAt : null,
    awarded_by: isAwarded ? author : null,
    award_reason: isAwarded ? random.pick(awardReasons) : null,
    version: 1,
    created_by: author,
    created_at: quoted,
    modified_by: author,
    modified_at: quoted,
  } satisfies Quote
  return { ...quote, ...pricesOf(world, quote, bid, isAwarded ? settledAt : null, round.standing) }
})

/** The stored price of an open quote, and the frozen one of an award. */
function pricesOf(
  world: World,
  quote: PricedQuote,
  bid: Bid,
  awardedAt: string | null,
  standing: Standing,
): { all_in_price: number | null; frozen: string | null } {
  if (awardedAt === null && standing !== 'open') return { all_in_price: null, frozen: null }
  const day = awardedAt === null ? toDay(world.today) : marketDay(awardedAt, demoTimeZone)
  const priced = pricedOn(baseOf(world, quote, bid, day), quote)
  const isOld = priced.curveDate !== null && isOldCurve(priced.curveDate, day, marketDaysOf(world).holidays)
  return awardedAt === null
    ? { all_in_price: storedPrice(priced), frozen: null }
    : { all_in_price: null, frozen: frozenText({ ...priced, isOldCurve: isOld }) }
}

function baseOf(world: World, { index_curve }: PricedQuote, bid: Bid, day: string): PricingBase {
  const { utility } = utilityStateAt(world, bid.utility_state - 1)
  return {
    bids: new Map([[bid.bid_id, { ...bid, utility }]]),
    heatContents: new Map([[utility, heatContentsOf(world, utility)]]),
    curves: new Map(index_curve === null ? [] : [[index_curve, curveOnDay(world, index_curve, day)]]),
    nymex: 1,
  }
}
