import type { Random } from '../fixtures/random'
import { bidAt } from './bids'
import { contactAt, contactsOf } from './contacts'
import { customerOf, opportunityAt } from './opportunities'
import { organizationAt } from './organizations'
import { groupOf, opportunityIndexOf, indexesIn } from './sizes'
import type { World } from './world'

/** The owner of a note or a file, and its content type. */
interface Owner {
  type: 'opportunity' | 'bid' | 'organization' | 'contact'
  contentType: number
  id: number
  created: number
}

const contentTypes = { opportunity: 21, bid: 22, organization: 31, contact: 33 } as const

/** Draws the owner of a note or file: mostly the opportunity, else a bid of it or a contact of its customer. */
export function ownerFor(random: Random, world: World, kind: 'notes' | 'files', index: number): Owner {
  const host = opportunityIndexOf(kind, index)
  const customer = customerOf(world, host)
  const share = random.next()
  const owner = (type: Owner['type'], at: number, { created_at }: { created_at: string }): Owner => ({
    type,
    contentType: contentTypes[type],
    id: at + 1,
    created: Date.parse(created_at),
  })
  if (share < 0.3) {
    const contact = random.pick(contactsOf(customer))
    return owner('contact', contact, contactAt(world, contact))
  }
  if (share < 0.42) {
    const organization = random.pick(customer.organizations)
    return owner('organization', organization, organizationAt(world, organization))
  }
  const bids = bidsOf(host)
  if (share < 0.55 && bids.length > 0) {
    const bid = random.pick(bids)
    return owner('bid', bid, bidAt(world, bid))
  }
  return opportunityOwner(world, host)
}

/** The opportunity at an index as the owner of a note or a file. */
export const opportunityOwner = (world: World, index: number): Owner => ({
  type: 'opportunity',
  contentType: contentTypes.opportunity,
  id: index + 1,
  created: Date.parse(opportunityAt(world, index).created_at),
})

/** The indexes of an opportunity's bids. */
const bidsOf = (opportunity: number): number[] =>
  indexesIn('bids', groupOf('opportunities', opportunity)).filter(
    (bid) => opportunityIndexOf('bids', bid) === opportunity,
  )
