import { states } from '../fixtures/places'
import type { Random } from '../fixtures/random'
import { staffIds } from './accounts'
import { customerAt, type Customer } from './customers'
import type { DemoRow } from './rows'
import { groupOf, perGroup } from './sizes'
import { addressBookStamps } from './stamps'
import { stateId } from './states'
import { stateWords } from './wordLists/states'
import { streetKinds, streetNames, units } from './wordLists/streets'
import { randomFor, memoized, type World } from './world'

/** The customer of each address of a group. */
const owners = [0, 0, 0, 1, 1, 2, 2] as const
/** Maximum distance of a street from the centre of its city, in degrees. */
const cityRadius = 0.04

/** The address at an index; ids count from 1. A customer's first one is in its own city, the others in its state. */
export const addressAt = memoized((world: World, index: number): DemoRow<'addresses'> => {
  const random = randomFor(world, 'addresses', index)
  const offset = index % perGroup.addresses
  const owner = owners[offset] ?? 0
  const customer = customerAt(world, groupOf('addresses', index) * perGroup.customers + owner)
  const { business } = customer
  const isFirst = owners.indexOf(owner) === offset
  const place = states[customer.state]
  const city = isFirst || !place ? customer.city : random.pick(place.cities)
  return {
    address_id: index + 1,
    address_street: streetOf(random),
    city,
    zip_code: `${place?.zip ?? '000'}${String(random.integer(1, 99)).padStart(2, '0')}`,
    ...(isFirst && business && { address_street: business.street, zip_code: business.zip }),
    state: stateId(customer.state),
    ...locationOf(random, customer, city),
    ...addressBookStamps(random, world, staffIds),
  }
})

function streetOf(random: Random): string {
  const street = `${random.integer(1, 9_800)} ${random.pick(streetNames)} ${random.pick(streetKinds)}`
  const unit = `${random.pick(units)} ${random.integer(1, 40)}`
  return random.chance(0.15) ? `${street}, ${unit}` : street
}

/** A place in the city; null for a few addresses without coordinates. */
function locationOf(
  random: Random,
  { state }: Customer,
  city: string,
): Pick<DemoRow<'addresses'>, 'latitude' | 'longitude'> {
  const position = states[state]?.cities.indexOf(city) ?? -1
  const [latitude, longitude] = stateWords[state]?.locations.slice(position * 2, position * 2 + 2) ?? []
  const near = (degrees: number) => Number((degrees + (random.next() * 2 - 1) * cityRadius).toFixed(5))
  const located = random.chance(0.9)
  return {
    latitude: located && latitude !== undefined ? near(latitude) : null,
    longitude: located && longitude !== undefined ? near(longitude) : null,
  }
}
