/** The first address of an organization, which the organization's own form edits (ORG-4). */
import { contract } from '../../src/contract'
import { problems } from '../../src/contract/problems'
import type { Write } from '../kit/context'
import { invalidFields, stale } from '../kit/errors'
import { storeChange, storeNew } from '../kit/write/write'
import { addresses } from './addresses'
import { organizationAddresses } from './organizationAddresses'
import { findState } from './states'

type Values = Readonly<Record<string, unknown>>

const parts = ['address_street', 'city', 'zip_code'] as const
/** The parts that say where it lies. */
const placing = ['address_street', 'city', 'state'] as const
/** Where an address lies that has not been looked for yet. */
const unplaced = { latitude: null, longitude: null }

/** Whether a write of an organization says anything of its first address. */
export const namesAddress = (values: Values): boolean =>
  [...parts, 'state'].some((part) => values[part] !== undefined)

/**
 * Makes or changes the first address from what a write of the organization sent of it. An address that other
 * organizations use, too, is left to them and a new one takes its place, unless `shared_address` is 'update'.
 * @throws ApiError 400 for a state that is not one, or for none where there is no address yet; 409 where another address
 * or version of it is the first one by now than the writer has seen (TRUST-27).
 */
export async function keepFirstAddress(
  write: Write,
  organization: number,
  { values, before }: { values: Values; before: Values | null },
): Promise<void> {
  const sent = await sentAddress(write, values)
  if (Object.keys(sent).length === 0) return
  const first = await write.db
    .selectFrom('organization_addresses as link')
    .innerJoin('addresses', 'addresses.address_id', 'link.address')
    .leftJoin('states', 'states.state_id', 'addresses.state')
    .select(['link.organization_address_id', 'addresses.address_id'])
    .select(['addresses.version', 'addresses.modified_at', 'addresses.modified_by', 'states.acronym'])
    .select(['addresses.address_street', 'addresses.city', 'addresses.zip_code', 'addresses.state'])
    .where('link.organization', '=', organization)
    .where('link.deleted_at', 'is', null)
    .orderBy('link.property_status')
    .orderBy('link.organization_address_id')
    .limit(1)
    .executeTakeFirst()
  if (before) refuseUnseen(before, first, values['first_address'])
  if (!first) {
    if (Object.values(sent).every((part) => part === '')) return
    if (sent['state'] === undefined) throw invalidFields({ state: problems.required })
    const blank = { address_street: '', city: '', zip_code: '', ...unplaced }
    const address = await storeNew(write, addresses, { ...blank, ...sent })
    await storeNew(write, organizationAddresses, {
      organization,
      address,
      address_type: ['headquarters'],
      property_status: 'active',
    })
    return
  }
  const { organization_address_id: link, address_id: id } = first
  const known: Values = Object.fromEntries([...parts, 'state' as const].map((part) => [part, first[part]]))
  const wanted: Values = { ...known, ...sent }
  if (Object.entries(known).every(([name, value]) => wanted[name] === value)) return
  if (values['shared_address'] === 'update' || !(await isShared(write, id, organization))) {
    const moves = placing.some((part) => wanted[part] !== known[part])
    await storeChange(write, addresses, id, { ...wanted, ...(moves && unplaced) })
    return
  }
  const address = await storeNew(write, addresses, { ...unplaced, ...wanted })
  await storeChange(write, organizationAddresses, link, { address })
}

interface First {
  address_id: number
  version: number
  modified_at: string
  modified_by: number | null
  address_street: string | null
  city: string | null
  zip_code: string | null
  /** Of its state. */
  acronym: string | null
}

/** The organization's own version does not tell of its addresses, which are records of their own. */
function refuseUnseen(before: Values, first: First | undefined, seen: unknown): void {
  if (seen === undefined) return
  const first_address = first ? `${first.address_id}.${first.version}` : ''
  if (first_address === (seen ?? '')) return
  const { address_street = '', city = '', zip_code = '', acronym: state = '' } = first ?? {}
  throw stale(contract.organizations.title, {
    ...before,
    ...(first && { modified_at: first.modified_at, modified_by: first.modified_by }),
    first_address,
    address_street,
    city,
    zip_code,
    state,
  })
}

/** What a write says of the address; a part that it clears is an empty text. */
async function sentAddress(write: Write, values: Values): Promise<Values> {
  const sent: Record<string, unknown> = {}
  for (const part of parts) if (values[part] !== undefined) sent[part] = values[part] ?? ''
  if (typeof values['state'] === 'string') sent['state'] = await stateId(write, values['state'])
  return sent
}

async function stateId(write: Write, text: string): Promise<number> {
  const state = await findState(write.db, text)
  if (!state) throw invalidFields({ state: 'Choose a state of the list.' })
  return state.state_id
}

const isShared = async (write: Write, address: number, organization: number): Promise<boolean> =>
  (await write.db
    .selectFrom('organization_addresses')
    .select('organization')
    .where('address', '=', address)
    .where('organization', '!=', organization)
    .where('property_status', '=', 'active')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
