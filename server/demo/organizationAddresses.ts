import { staffIds } from './accounts'
import type { DemoRow } from './rows'
import { groupOf, perGroup } from './sizes'
import { stampsOf } from './stamps'
import { randomFor, remembering, type World } from './world'

/** Which organization of a group uses which of its addresses; an organization's first one is its headquarters. */
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
/** What addresses are used for that are no headquarters; an entry stands as often as it is likely. */
const otherTypes = [
  ['service_location'],
  ['service_location'],
  ['service_location'],
  ['billing_address'],
  ['service_location', 'billing_address'],
] as const

/** The link at an index; ids count from 1. */
export const organizationAddressAt = remembering(
  (world: World, index: number): DemoRow<'organizationAddresses'> => {
    const random = randomFor(world, 'organization_addresses', index)
    const group = groupOf('organizationAddresses', index)
    const offset = index % perGroup.organizationAddresses
    const [organization = 0, address = 0] = uses[offset] ?? []
    const isFirst = uses.findIndex(([other]) => other === organization) === offset
    const billed = random.chance(0.5)
    const type = random.pick(otherTypes)
    const expired = random.chance(0.25)
    return {
      organization_address_id: index + 1,
      organization: group * perGroup.organizations + organization + 1,
      address: group * perGroup.addresses + address + 1,
      address_type: isFirst ? ['headquarters', ...(billed ? (['billing_address'] as const) : [])] : [...type],
      property_status: expired && !isFirst ? 'expired' : 'active',
      ...stampsOf(random, world, staffIds),
    }
  },
)
