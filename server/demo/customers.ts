import { nameBeginnings, nameEndings } from '../fixtures/names'
import { states } from '../fixtures/places'
import type { Business } from '../ports/bureau'
import { madeUpBusinesses } from '../ports/bureau/businesses'
import { endings } from '../ports/bureau/wordLists'
import { groupOf, perGroup } from './sizes'
import { customerKinds } from './wordLists/customers'
import { randomFor, memoized, type World } from './world'

/** A gas customer: one or several organizations, and their opportunities. */
export interface Customer {
  /** The fictitious part of the name. */
  root: string
  name: string
  kind: (typeof customerKinds)[number]
  /** Dekatherms a year, all sites together. */
  annualVolume: number
  city: string
  /** The postal code of the state. */
  state: string
  areaCode: string
  /** The name in web addresses. */
  slug: string
  /** The indexes of its organizations, the main one first. */
  organizations: readonly number[]
  /** The built-in bureau's entry of its main organization; null without one. */
  business: Business | null
}

const stateCodes = Object.keys(states)
const cities = Object.entries(states).flatMap(([state, { areaCode, cities }]) =>
  cities.map((city) => ({ city, state, areaCode })),
)
/** Coprime to the number of states, so that steps of this length reach all of them. */
const stride = 20

/** The organizations of a group that belong to its first, second and third customer. */
const shares: readonly (readonly number[])[] = [[0, 1, 2], [3], [4]]

/** One of so many customers has an entry in the built-in bureau, while there are enough of them. */
const known = { each: 6, first: 5 } as const
/** Coprime to the number of businesses: neighbours come from different states. */
const businessStride = 1_009

const kindOf = ({ primary_industry }: Business) =>
  customerKinds.find(({ industry }) => industry === primary_industry)

let candidates: readonly Business[] | undefined
/** The bureau's businesses that can be demo customers: in a trade that uses gas, with a plain name. */
const businesses = () =>
  (candidates ??= madeUpBusinesses().filter(
    (business) => kindOf(business) && /^[\w .]+$/.test(business.business_name),
  ))

function businessAt(index: number): Business | null {
  const all = businesses()
  const place = (index - known.first) / known.each
  return Number.isInteger(place) && place < all.length
    ? (all[(place * businessStride) % all.length] ?? null)
    : null
}

/** The traits of a customer that come from its business instead of being generated. */
function traitsOf(business: Business) {
  const { business_name, city, state } = business
  const ending = endings.find((each) => each !== '' && business_name.endsWith(` ${each}`)) ?? ''
  const kind = kindOf(business)
  return {
    root: business_name.split(' ')[0] ?? business_name,
    name: business_name.slice(0, business_name.length - ending.length).trim(),
    city,
    state,
    ...(kind && { kind }),
    ...(states[state] && { areaCode: states[state].areaCode }),
  }
}

/** The customer at an index. */
export const customerAt = memoized((world: World, index: number): Customer => {
  const random = randomFor(world, 'customers', index)
  const group = groupOf('customers', index)
  const business = businessAt(index)
  const root = random.pick(nameBeginnings) + random.pick(nameEndings)
  const picked = random.pick(customerKinds)
  const generated = { root, name: `${root} ${random.pick(picked.names)}`, kind: picked }
  const traits = { ...generated, ...(business && traitsOf(business)) }
  const annualVolume = random.magnitude(...traits.kind.volume)
  const place = placeAt(index, random.pick(cities), random.next())
  return {
    ...place,
    ...traits,
    business,
    annualVolume,
    slug: traits.name.toLowerCase().replaceAll(/[ .]+/g, '-'),
    organizations: (shares[index % perGroup.customers] ?? []).map(
      (offset) => group * perGroup.organizations + offset,
    ),
  }
})

/** Every second customer takes the next state, so that each state has some; the others are distributed like cities. */
function placeAt(index: number, anywhere: (typeof cities)[number], chosen: number): (typeof cities)[number] {
  const state = stateCodes[((index / 2) * stride) % stateCodes.length]
  const place = state === undefined ? undefined : states[state]
  if (state === undefined || !place) return anywhere
  const city = place.cities[Math.floor(chosen * place.cities.length)]
  return city === undefined ? anywhere : { city, state, areaCode: place.areaCode }
}

/** The customer of the organization at an index, and its position among the customer's organizations, from 0. */
export function ownerOf(organization: number): { customer: number; position: number } {
  const group = groupOf('organizations', organization)
  const offset = organization % perGroup.organizations
  const owner = shares.findIndex((share) => share.includes(offset))
  return { customer: group * perGroup.customers + owner, position: shares[owner]?.indexOf(offset) ?? 0 }
}
