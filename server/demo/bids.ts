import { pricingTypes } from '../../src/contract/bids'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import type { Random } from '../fixtures/random'
import { staffIds } from './accounts'
import { customerAt, ownerOf, type Customer } from './customers'
import { customerOf, opportunityAt } from './opportunities'
import type { DemoRow } from './rows'
import { opportunityIndexOf } from './sizes'
import { stampsOf } from './stamps'
import { accountsOfOrganization, utilityAccountAt } from './utilityAccounts'
import { activeServices } from './utilityStates'
import { bidNames, bidSwings, bidTerms, indexNames, pricingNeeds } from './wordLists/bids'
import { loadProfiles } from './wordLists/customers'
import { randomFor, memoized, toDay, type World } from './world'

type Bid = DemoRow<'bids'>

const thermsPerDekatherm = 10

/** The bid at an index; ids count from 1. */
export const bidAt = memoized((world: World, index: number): Bid => {
  const random = randomFor(world, 'bids', index)
  const host = opportunityIndexOf('bids', index)
  const opportunity = opportunityAt(world, host)
  const { organizations } =
    opportunity.organizations.length > 0 ? opportunity : fallback(customerOf(world, host))
  const entity = random.pick(organizations)
  const customer = customerAt(world, ownerOf(entity - 1).customer)
  const { text, pricing } = random.pick(bidNames)
  const terms = random.sample(bidTerms, random.integer(1, 3)).sort((a, b) => a - b)
  const start = startOf(random, world)
  const sites = random.integer(1, 6)
  const pricingType = random.sample(pricing, random.integer(1, pricing.length)).sort()
  const values = {
    bid_id: index + 1,
    name: random.maybe(0.96, nameOf(text, customer, start, terms)),
    opportunity: opportunity.opportunity_id,
    supplier: random.chance(0.3) ? 'utility' : 'direct',
    legal_entity: entity,
    utility_state: random.pick(activeServices(customer.state)),
    ...volumesOf(random, customer),
    terms,
    swing: [...random.pick(bidSwings)],
    pricing_type: pricingType,
    site_count: random.maybe(0.9, sites),
    meter_count: random.maybe(0.85, sites + random.integer(0, 5)),
    start_date: random.maybe(0.95, start),
    special_pricing_needs: random.maybe(0.3, random.pick(pricingNeeds)),
    new_renewal: random.pick(['New', 'Renewal', 'Renewal', null]),
    index_name: pricingType.includes(pricingTypes.index) ? random.pick(indexNames) : null,
    pricing_point: random.pick(['City Gate', 'City Gate', 'Burner Tip', null]),
    ...stampsOf(random, world, staffIds, Date.parse(opportunity.created_at)),
  } satisfies Omit<Bid, 'utility_accounts'>
  // A bid names accounts that were known when it was made.
  const isKnown = (account: number) => utilityAccountAt(world, account - 1).created_at < values.created_at
  return { ...values, utility_accounts: accountsOfOrganization(entity, host).filter(isKnown) }
})

/** The bids of an opportunity without an organization are for one of its customer's. */
const fallback = ({ organizations }: Customer) => ({ organizations: organizations.map((index) => index + 1) })

const nameOf = (text: string, { name }: Customer, start: string, terms: readonly number[]): string =>
  text.replace('{customer}', name).replace('{year}', start.slice(0, 4)).replace('{months}', terms.join(', '))

/** The first day of a month, from half a year ago to well over a year ahead. */
function startOf(random: Random, { today }: World): string {
  const now = new Date(today)
  return toDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + random.integer(-6, 15), 1))
}

/**
 * A year and its months by the customer's gas usage; now and then with a wrong or a missing month, as typed by a user.
 */
function volumesOf(
  random: Random,
  { annualVolume, kind }: Customer,
): Pick<Bid, 'annual_volume' | 'volume_unit' | (typeof monthlyVolumes)[number]> {
  const unit = random.chance(0.15) ? 'th' : 'dth'
  const units = unit === 'th' ? thermsPerDekatherm : 1
  const annual = Math.round((annualVolume * random.magnitude(0.15, 1) * units) / 10) * 10
  const volumes = loadProfiles[kind.load].map((share) =>
    Math.round(annual * share * (0.95 + random.next() * 0.1)),
  )
  const last = volumes.length - 1
  const rest = volumes.slice(0, last).reduce((sum, volume) => sum - volume, annual)
  volumes[last] = Math.max(rest, 0)
  const known = random.chance(0.82)
  const mistaken = random.chance(0.06) ? random.integer(0, last) : null
  const left = random.chance(0.5)
  const month = (position: number): number | null => {
    const volume = volumes[position] ?? null
    if (!known || volume === null) return null
    return position !== mistaken ? volume : left ? null : volume * 10
  }
  return {
    annual_volume: random.maybe(0.96, annual),
    volume_unit: unit,
    ...(Object.fromEntries(monthlyVolumes.map((name, position) => [name, month(position)])) as Record<
      (typeof monthlyVolumes)[number],
      number | null
    >),
  }
}
