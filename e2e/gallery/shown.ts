import { contract, type ResourceName, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { callAs } from '../api'

/** The records in the screenshots. */
export interface Shown {
  /** An opportunity with a bid, and one without further data. */
  deal: number
  bid: number
  bare: number
  tag: number
  /** An organization with a contact, and its tax id. */
  organization: number
  taxId: string
  contact: number
  address: number
}

const firstOf = async <N extends ResourceName>(name: N): Promise<Row<N>> => {
  const { results } = await callAs<ListAnswer<Row<N>>>('broker', 'GET', `${contract[name].path}?limit=1`)
  const [first] = results
  if (!first) throw new Error(`The demo data holds none of the ${name}.`)
  return first
}

/** Finds them in the demo data, and adds what is missing. */
export async function findShown(): Promise<Shown> {
  const { opportunities, organizations } = contract
  const bid = await firstOf('bids')
  const link = await firstOf('organizationContacts')
  const taxId = '12-3456789'
  const bare = await callAs<Row<'opportunities'>>('broker', 'POST', opportunities.path, {
    opportunity_name: 'Harbor Mills 2027',
  })
  await callAs('broker', 'PATCH', `${organizations.path}${link.organization}/`, { tax_id: taxId })
  return {
    deal: bid.opportunity,
    bid: bid.bid_id,
    bare: bare.opportunity_id,
    tag: (await firstOf('tags')).tag_id,
    organization: link.organization,
    taxId,
    contact: link.contact,
    address: (await firstOf('addresses')).address_id,
  }
}
