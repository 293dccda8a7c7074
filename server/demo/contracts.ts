import { addDays, addMonths, marketDay, monthOf } from '../../src/contract/gas/calendar'
import { afterEnds } from '../../src/contract/gas/choices'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import { endDateOf, stakeOf } from '../../src/contract/gas/contracts'
import { heatContentOn } from '../../src/contract/gas/units'
import { daysOf } from '../resources/contracts'
import { staffIds } from './accounts'
import { bidAt } from './bids'
import { heatContentsOf, marketDaysOf } from './market'
import { demoTimeZone, quoteAt } from './quotes'
import type { DemoRow } from './rows'
import { groupOf, indexesIn, opportunityIndexOf, perGroup } from './sizes'
import { lastOf, stampsOf } from './stamps'
import { supplierCount } from './suppliers'
import { accountsBroughtBy, utilityAccountAt } from './utilityAccounts'
import { utilityStateAt } from './utilityStates'
import { randomFor, memoized, toDay, type World } from './world'

/** For each contract of a group, the position of the first quote of its bid there. */
const quotePositions = [7, 9, 12, 15, 15] as const
/** The position in a group of the contract that the next one renews. */
const formerPosition = 3

interface Terms {
  quote: DemoRow<'quotes'>
  bid: DemoRow<'bids'>
  isAward: boolean
  isFormer: boolean
  term: number
  start_date: string
}

/** The quote, the bid and the months of the contract at an index: of an award, or of what the customer has so far. */
const termsAt = memoized((world: World, index: number): Terms => {
  const random = randomFor(world, 'contract_terms', index)
  const group = groupOf('contracts', index)
  const position = quotePositions[index % quotePositions.length] ?? quotePositions[0]
  const quote = quoteAt(world, group * perGroup.quotes + position)
  const isFormer = index % perGroup.contracts === formerPosition
  const isAward = quote.awarded_at !== null && !isFormer
  const term = isAward ? quote.term : random.pick([12, 12, 24, 36])
  const end = isFormer
    ? monthOf(termsAt(world, index + 1).start_date)
    : addMonths(monthOf(toDay(world.today)), random.integer(-4, 14))
  const start_date = isAward ? quote.start_date : `${addMonths(end, -term)}-01`
  return { quote, bid: bidAt(world, quote.bid - 1), isAward, isFormer, term, start_date }
})

/** The account of a contract, and whether no other contract has it in the same days. */
interface Place {
  account: number
  isFree: boolean
}

/** The accounts under the contracts of a group: each under one contract at a time (CTR-4). */
const placesOf = memoized((world: World, group: number): ReadonlyMap<number, Place> => {
  const taken: { account: number; from: string; to: string }[] = []
  const indexes = indexesIn('contracts', group)
  const places = new Map<number, Place>()
  // Awards take what is left: they are drafts where their bid has no account that is free.
  for (const awards of [false, true])
    for (const index of indexes) {
      const { quote, bid, isAward, isFormer, term, start_date: from } = termsAt(world, index)
      if (isAward !== awards) continue
      const to = endDateOf(from, term)
      const known = accountsBroughtBy(opportunityIndexOf('contracts', index))
      const own = known.filter((id) => utilityAccountAt(world, id - 1).organization === bid.legal_entity)
      const account = (
        isAward || (isFormer && quote.awarded_at !== null) ? bid.utility_accounts : [...own, ...known]
      ).find((id) => taken.every((other) => other.account !== id || other.to < from || to < other.from))
      if (account !== undefined) taken.push({ account, from, to })
      places.set(index, { account: account ?? known[0] ?? 1, isFree: account !== undefined })
    }
  return places
})

/** The account of the contract at an index. */
export function placeAt(world: World, index: number): Place {
  const place = placesOf(world, groupOf('contracts', index)).get(index)
  if (!place) throw new RangeError(`There is no demo contract ${index}.`)
  return place
}

/** The day on which the contract at an index was signed; null of a draft. */
const signedOn = memoized((world: World, index: number): string | null => {
  if (!placeAt(world, index).isFree) return null
  const random = randomFor(world, 'contract_signatures', index)
  const { quote, isAward, start_date } = termsAt(world, index)
  if (isAward) return random.maybe(0.6, marketDay(quote.awarded_at ?? quote.quoted_at, demoTimeZone))
  const day = `${addMonths(monthOf(start_date), -1)}-${String(random.integer(10, 25))}`
  // While a day begins here, the market still has the one before.
  const latest = addDays(toDay(world.today), -1)
  return day < latest ? day : latest
})

/** The index of the contract that the one at an index renews, of the same account. */
function renewedBy(world: World, index: number): number | null {
  if (index % perGroup.contracts !== formerPosition + 1) return null
  const [own, former] = [placeAt(world, index), placeAt(world, index - 1)]
  return own.isFree && former.isFree && own.account === former.account ? index - 1 : null
}

/**
 * The contract at an index: that of an award, or one that the customer has or had so far; ids count from 1. One without an
 * account of its own is a draft (CTR-2).
 */
export const contractAt = memoized((world: World, index: number): DemoRow<'contracts'> => {
  const random = randomFor(world, 'contracts', index)
  const { quote, bid, isAward, isFormer, term, ...terms } = termsAt(world, index)
  const { account: id, isFree } = placeAt(world, index)
  const account = utilityAccountAt(world, id - 1)
  const month = monthOf(toDay(world.today))
  const start_date = isAward || isFree ? terms.start_date : `${addMonths(month, random.integer(1, 4))}-01`
  const { organization, utility_state } = isAward
    ? { organization: bid.legal_entity, utility_state: bid.utility_state }
    : account
  const signed_on = signedOn(world, index)
  const renewed = renewedBy(world, index)
  const since = quote.awarded_at === null ? lastOf(quote, account) : Date.parse(quote.awarded_at)
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
    organization,
    supplier: offer.supplier,
    utility_state,
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
      heatContentOn(heatContentsOf(world, utilityStateAt(world, utility_state - 1).utility), start_date),
    ),
    signed_on,
    ...endingOf(world, index, { mayEnd: !isAward && !isFormer, start_date, signed_on }),
    renews: renewed === null ? null : renewed + 1,
    renewed_on: isFormer && renewedBy(world, index + 1) === index ? signedOn(world, index + 1) : null,
    renewal: null,
    notes: null,
    ...stampsOf(random, world, staffIds, isFormer ? lastOf(account) : since, isFormer ? since : undefined),
  }
})

/** Of the contracts that run, a few have ended early. */
function endingOf(
  world: World,
  index: number,
  { mayEnd, start_date, signed_on }: { mayEnd: boolean; start_date: string; signed_on: string | null },
): Pick<DemoRow<'contracts'>, 'terminated_on' | 'termination_reason'> {
  const random = randomFor(world, 'contract_endings', index)
  const { term } = termsAt(world, index)
  const today = toDay(world.today)
  const isRunning = signed_on !== null && start_date < today && today <= endDateOf(start_date, term)
  return mayEnd && isRunning && random.chance(0.08)
    ? { terminated_on: addDays(start_date, random.integer(20, 27)), termination_reason: 'Plant closed' }
    : { terminated_on: null, termination_reason: null }
}
