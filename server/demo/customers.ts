import { nameBeginnings, nameEndings } from '../invented/names'
import { states } from '../invented/places'
import type { Business } from '../ports/bureau'
import { madeUpBusinesses } from '../ports/bureau/businesses'
import { endings } from '../ports/bureau/words'
import { groupOf, perGroup } from './sizes'
import { customerKinds } from './words/customers'
import { randomFor, remembering, type World } from './world'

/** Somebody who burns gas: one or several organizations, and the opportunities that concern them. */
export interface Customer {
  /** The invented part of the name. */
  root: string
  name: string
  kind: (typeof customerKinds)[number]
  /** Dekatherms a year, all sites together. */
  annualVolume: number
  city: string
  /** The postal code of the state. */
  state: string
  areaCode: string
  /** What stands in addresses of the web. */
  slug: string
  /** The indexes of its organizations, the main one first. */
  organizations: readonly number[]
  /** What the built-in bureau knows its main organization as; null where it does not. */
  business: Business | null
}

const stateCodes = Object.keys(states)
const cities = Object.entries(states).flatMap(([state, { areaCode, cities }]) =>
  cities.map((city) => ({ city, state, areaCode })),
)
/** Has no divisor in common with the number of states, so that steps of this length reach them all. */
const stride = 20

/** Which organizations of a group belong to its first, second and third customer. */
const shares: readonly (readonly number[])[] = [[0, 1, 2], [3], [4]]

/** Every customer of so many is one that the built-in bureau knows, as long as it knows enough of them. */
const known = { each: 6, first: 5 } as const
/** Has no divisor in common with how many there are: neighbours come from different states. */
const businessStride = 1_009

const kindOf = ({ primary_industry }: Business) =>
  customerKinds.find(({ industry }) => industry === primary_industry)

let candidates: readonly Business[] | undefined
/** The businesses of the bureau that demo customers can be: of a trade that burns gas, with a plain name. */
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

/** What a business says of a customer, in place of what would have been made up. */
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
export const customerAt = remembering((world: World, index: number): Customer => {
  const random = randomFor(world, 'customers', index)
  const group = groupOf('customers', index)
  const business = businessAt(index)
  const root = random.pick(nameBeginnings) + random.pick(nameEndings)
  const picked = random.pick(customerKinds)
  const invented = { root, name: `${root} ${random.pick(picked.names)}`, kind: picked }
  const traits = { ...invented, ...(business && traitsOf(business)) }
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

/** Every second customer takes the next state, so that none is left out; the others live where cities are. */
function placeAt(index: number, anywhere: (typeof cities)[number], chosen: number): (typeof cities)[number] {
  const state = stateCodes[((index / 2) * stride) % stateCodes.length]
  const place = state === undefined ? undefined : states[state]
  if (state === undefined || !place) return anywhere
  const city = place.cities[Math.floor(chosen * place.cities.length)]
  return city === undefined ? anywhere : { city, state, areaCode: place.areaCode }
}

/** To which customer the organization at an index belongs, and as which of its organizations, from 0. */
export function ownerOf(organization: number): { customer: number; position: number } {
  const group = groupOf('organizations', organization)
  const offset = organization % perGroup.organizations
  const owner = shares.findIndex((share) => share.includes(offset))
  return { customer: group * perGroup.customers + owner, position: shares[owner]?.indexOf(offset) ?? 0 }
}
