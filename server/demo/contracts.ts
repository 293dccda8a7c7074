import { addMonths, marketDay, monthOf } from '../../src/contract/gas/calendar'
import { afterEnds } from '../../src/contract/gas/choices'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import { stakeOf } from '../../src/contract/gas/contracts'
import { heatContentOn } from '../../src/contract/gas/units'
import { daysOf } from '../resources/contracts'
import { staffIds } from './accounts'
import { bidAt } from './bids'
import { heatContentsOf, marketDaysOf } from './market'
import { demoTimeZone, quoteAt } from './quotes'
import type { DemoRow } from './rows'
import { perGroup } from './sizes'
import { stampsOf } from './stamps'
import { supplierCount } from './suppliers'
import { utilityStateAt } from './utilityStates'
import { randomFor, memoized, toDay, type World } from './world'

/** For each contract of a group, the position of the first quote of its bid there. */
const quotePositions = [7, 9, 12, 15] as const

/** The contract at an index: that of an award, or the one that the customer has so far; ids count from 1. */
export const contractAt = memoized((world: World, index: number): DemoRow<'contracts'> => {
  const random = randomFor(world, 'contracts', index)
  const group = Math.floor(index / quotePositions.length)
  const quote = quoteAt(
    world,
    group * perGroup.quotes + (quotePositions[index % quotePositions.length] ?? quotePositions[0]),
  )
  const bid = bidAt(world, quote.bid - 1)
  const isAward = quote.awarded_at !== null
  const now = monthOf(toDay(world.today))
  const term = isAward ? quote.term : random.pick([12, 12, 24, 36])
  const start_date = isAward ? quote.start_date : `${addMonths(now, random.integer(-4, 14) - term)}-01`
  const awardDay = marketDay(quote.awarded_at ?? quote.quoted_at, demoTimeZone)
  const signed_on = isAward
    ? random.maybe(0.6, awardDay)
    : `${addMonths(monthOf(start_date), -1)}-${String(random.integer(10, 25))}`
  const notice = {
    notice_days: random.pick([30, 60, 60, 90]),
    notice_kind: 'calendar',
    notice_open_days: 180,
  } as const
  const { holidays } = marketDaysOf(world)
  const offer = isAward
    ? quote
    : {
        ...quote,
        supplier: random.integer(1, supplierCount),
        pricing_type: 1,
        price: random.integer(390, 520) / 100,
        price_unit: 'dth' as const,
        pricing_point: 'Burner Tip' as const,
        index_curve: null,
        fee: 0.12,
        fee_unit: 'dth' as const,
      }
  return {
    contract_id: index + 1,
    contract_number: signed_on === null ? null : `G-${start_date.slice(0, 4)}-${random.digits(5)}`,
    opportunity: isAward ? bid.opportunity : null,
    bid: isAward ? bid.bid_id : null,
    quote: isAward ? quote.quote_id : null,
    organization: bid.legal_entity,
    supplier: offer.supplier,
    utility_state: bid.utility_state,
    pricing_type: offer.pricing_type,
    price: offer.price,
    price_unit: offer.price_unit,
    pricing_point: offer.pricing_point,
    index_curve: offer.index_curve,
    swing: offer.swing,
    fee: offer.fee,
    fee_unit: offer.fee_unit,
    term,
    start_rule: 'first_of_month',
    start_date,
    ...notice,
    ...daysOf({ start_date, term, ...notice }, holidays),
    ...(Object.fromEntries(monthlyVolumes.map((name) => [name, bid[name]])) as Pick<
      typeof bid,
      (typeof monthlyVolumes)[number]
    >),
    volume_unit: bid.volume_unit,
    after_end: random.pick(afterEnds),
    ...stakeOf(
      { ...bid, fee: offer.fee, fee_unit: offer.fee_unit },
      heatContentOn(heatContentsOf(world, utilityStateAt(world, bid.utility_state - 1).utility), start_date),
    ),
    signed_on,
    terminated_on: null,
    termination_reason: null,
    renews: null,
    renewed_on: null,
    renewal: null,
    notes: null,
    ...stampsOf(random, world, staffIds, Date.parse(quote.awarded_at ?? quote.created_at)),
  }
})
