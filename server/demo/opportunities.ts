import { sourceNames } from '../db/migrations/001-baseline/sourceNames'
import type { Random } from '../fixtures/random'
import { salesPeople, staffIds } from './accounts'
import { customerAt, type Customer } from './customers'
import type { DemoRow } from './rows'
import { organizationAt } from './organizations'
import { groupOf, indexesIn, perGroup } from './sizes'
import { stageOf } from './stages'
import { lastOf, stampsOf } from './stamps'
import { tagIds } from './tags'
import { dealNames, dealNotes, passingTagNames, terms } from './wordLists/deals'
import { dayLength, randomFor, memoized, toDay, toMoment, type World } from './world'

type Opportunity = DemoRow<'opportunities'>

const thermsPerDekatherm = 10
/** The first opportunity has the bid with seven quotes; its name begins with the year, so that lists show it first. */
const firstDeal = '{year} supply — {customer}'
const maxTags = 4
/** Tags of the state of work on an opportunity. */
const passingTags = tagIds(passingTagNames)

/** An opportunity as it was entered. */
const enteredAt = memoized((world: World, index: number): Opportunity => {
  const random = randomFor(world, 'opportunities', index)
  const customer = customerAt(world, customerIndex(random, index))
  const deal = random.pick(dealNames)
  const known = lastOf(...customer.organizations.map((organization) => organizationAt(world, organization)))
  const stamps = stampsOf(random, world, staffIds, known)
  const dealt = {
    opportunity_id: index + 1,
    opportunity_name: nameOf(random, world, index === 0 ? firstDeal : deal.text, customer),
    tags: tagsOf(random, deal.tags, customer),
    organizations: organizationsOf(random, customer),
    notes: random.maybe(0.4, random.pick(dealNotes)),
    sales_represented: random.maybe(0.92, random.pick(salesPeople)),
    pricing_due_date: dueDate(random, world, Date.parse(stamps.created_at)),
  }
  return {
    ...dealt,
    credit_request: random.chance(0.35) ? 'yes' : 'no',
    ...termsOf(random, world, customer, deal.tags),
    ...stageOf(world, index, { ...dealt, ...stamps }),
    // Counted when all that it rests on is there.
    ready_score: null,
    team_id: null,
    ready_missing: [],
    ...stamps,
  }
})

/** The opportunity of a whole group with a credit setup: one in that stage, if there is any. */
export const seekingCredit = memoized((world: World, group: number): number => {
  const first = group * perGroup.opportunities
  const entered = indexesIn('opportunities', group).map((index) => enteredAt(world, index))
  const named = entered.filter(({ organizations }) => organizations.length > 0)
  const host = named.find(({ credit_request }) => credit_request === 'yes') ?? named[0]
  return host ? host.opportunity_id - 1 : first
})

/** The opportunity at an index; ids count from 1. */
export const opportunityAt = memoized((world: World, index: number): Opportunity => {
  const entered = enteredAt(world, index)
  return seekingCredit(world, groupOf('opportunities', index)) === index
    ? { ...entered, credit_request: 'yes' }
    : entered
})

/** The customer of the opportunity at an index. */
export const customerOf = (world: World, index: number): Customer =>
  customerAt(world, customerIndex(randomFor(world, 'opportunities', index), index))

/** The first random draw of an opportunity. */
const customerIndex = (random: Random, index: number): number =>
  groupOf('opportunities', index) * perGroup.customers + random.integer(0, perGroup.customers - 1)

function nameOf(random: Random, { today }: World, text: string, { name, city }: Customer): string {
  const year = new Date(today).getUTCFullYear() + random.integer(0, 2)
  return text
    .replace('{customer}', name)
    .replace('{city}', city)
    .replace('{year}', String(year))
    .replace('{months}', String(random.pick(terms)))
}

/** The tags of the deal and of the customer, and some more, up to four in all. */
function tagsOf(random: Random, deal: readonly string[], { kind }: Customer): number[] {
  const certain = tagIds(kind.type === 'Public' ? [...deal, 'Public sector'] : deal)
  const wanted = random.pick([0, 0, 1, 1, 2, 3, maxTags])
  const others = passingTags.filter((id) => !certain.includes(id))
  return [...certain, ...random.sample(others, wanted - certain.length)]
}

/** None, one or several of the customer's organizations. */
function organizationsOf(random: Random, { organizations }: Customer): number[] {
  const wanted = random.chance(0.12) ? 0 : random.integer(1, organizations.length)
  return random.sample(organizations, wanted).map((index) => index + 1)
}

/** Between the opportunity's first day and half a year from now; a day, or a moment in office hours. */
function dueDate(random: Random, { today }: World, created: number): string | null {
  const shape = random.next()
  const day = random.integer(created, today + 180 * dayLength)
  const halfHours = random.integer(28, 44)
  if (shape < 0.15) return null
  if (shape < 0.7) return toDay(day)
  return toMoment(Math.floor(day / dayLength) * dayLength + halfHours * 1_800_000)
}

type Terms = Pick<
  Opportunity,
  | 'broker_name'
  | 'broker_fee'
  | 'sales_annual_volume_manual'
  | 'source_type'
  | 'source_name'
  | 'source_rfp'
  | 'source_fee'
  | 'fee_determinant_indirect'
  | 'fee_determinant_direct'
  | 'dekatherms'
  | 'estimated_annual_volume'
  | 'expected_close_date'
>

/** The source, the value and the unit of the deal: the fields of the creation wizard. */
function termsOf(random: Random, world: World, { annualVolume }: Customer, tags: readonly string[]): Terms {
  const dekatherms = random.pick([true, true, true, true, false, null])
  const units = dekatherms === false ? thermsPerDekatherm : 1
  const volume = round(annualVolume * random.magnitude(0.4, 1.2), -1) * units
  const fee = round(random.integer(8, 100) / 400 / units, 6)
  const shape = tags.includes('RFP') ? 0 : random.next()
  const sourceName = random.pick(sourceNames)
  const rfp = random.integer(1_000, 9_999)
  const closing = toDay(world.today + random.integer(-90, 240) * dayLength)
  const common = {
    broker_fee: random.maybe(0.85, fee),
    sales_annual_volume_manual: random.maybe(0.93, volume),
    dekatherms,
    source_name: null,
    source_rfp: null,
    source_fee: 0,
    fee_determinant_indirect: null,
    fee_determinant_direct: null,
    estimated_annual_volume: null,
    expected_close_date: null,
  }
  if (shape < 0.5)
    return {
      ...common,
      broker_name: sourceName,
      source_type: 'INDIRECT',
      source_name: sourceName,
      source_rfp: shape < 0.3 ? rfp : null,
      source_fee: fee,
      fee_determinant_indirect: dekatherms,
    }
  if (shape < 0.88)
    return {
      ...common,
      broker_name: null,
      source_type: 'DIRECT',
      fee_determinant_direct: dekatherms,
      estimated_annual_volume: round(volume, -2),
      expected_close_date: closing,
    }
  return { ...common, broker_name: random.maybe(0.5, sourceName), source_type: null }
}

/** Rounds to so many decimal places; negative ones round to tens, hundreds and so on. */
const round = (value: number, places: number): number =>
  Number(`${Math.round(Number(`${value}e${places}`))}e${-places}`)
