import { staffIds } from './accounts'
import { addressAt } from './addresses'
import { organizationAt } from './organizations'
import type { DemoRow } from './rows'
import { groupOf, perGroup } from './sizes'
import { lastOf, stampsOf } from './stamps'
import { randomFor, memoized, type World } from './world'

/** The addresses of each organization of a group; an organization's first one is its headquarters. */
const uses: readonly (readonly [organization: number, address: number])[] = [
  ...([
    [0, 0],
    [0, 1],
    [0, 2],
  ] as const),
  ...([
    [1, 1],
    [1, 0],
  ] as const),
  ...([[2, 2]] as const),
  ...([
    [3, 3],
    [3, 4],
  ] as const),
  ...([
    [4, 5],
    [4, 6],
  ] as const),
]
/** The other uses of addresses, weighted by repetition. */
const otherTypes = [
  ['service_location'],
  ['service_location'],
  ['service_location'],
  ['billing_address'],
  ['service_location', 'billing_address'],
] as const

/** The link at an index; ids count from 1. */
export const organizationAddressAt = memoized(
  (world: World, index: number): DemoRow<'organizationAddresses'> => {
    const random = randomFor(world, 'organization_addresses', index)
    const group = groupOf('organizationAddresses', index)
    const offset = index % perGroup.organizationAddresses
    const [user = 0, used = 0] = uses[offset] ?? []
    const isFirst = uses.findIndex(([other]) => other === user) === offset
    const organization = group * perGroup.organizations + user
    const address = group * perGroup.addresses + used
    const billed = random.chance(0.5)
    const type = random.pick(otherTypes)
    const expired = random.chance(0.25)
    return {
      organization_address_id: index + 1,
      organization: organization + 1,
      address: address + 1,
      address_type: isFirst ? ['headquarters', ...(billed ? (['billing_address'] as const) : [])] : [...type],
      property_status: expired && !isFirst ? 'expired' : 'active',
      ...stampsOf(
        random,
        world,
        staffIds,
        lastOf(organizationAt(world, organization), addressAt(world, address)),
      ),
    }
  },
)
