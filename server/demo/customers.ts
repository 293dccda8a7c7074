import { nameBeginnings, nameEndings } from '../invented/names'
import { states } from '../invented/places'
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
}

const stateCodes = Object.keys(states)
const cities = Object.entries(states).flatMap(([state, { areaCode, cities }]) =>
  cities.map((city) => ({ city, state, areaCode })),
)
/** Has no divisor in common with the number of states, so that steps of this length reach them all. */
const stride = 20

/** Which organizations of a group belong to its first, second and third customer. */
const shares: readonly (readonly number[])[] = [[0, 1, 2], [3], [4]]

/** The customer at an index. */
export const customerAt = remembering((world: World, index: number): Customer => {
  const random = randomFor(world, 'customers', index)
  const group = groupOf('customers', index)
  const root = random.pick(nameBeginnings) + random.pick(nameEndings)
  const kind = random.pick(customerKinds)
  const name = `${root} ${random.pick(kind.names)}`
  return {
    root,
    name,
    kind,
    annualVolume: random.magnitude(...kind.volume),
    slug: name.toLowerCase().replaceAll(' ', '-'),
    ...placeAt(index, random.pick(cities), random.next()),
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
