/** The first address of an organization, which the organization's own form edits (ORG-4). */
import { contract, type Row } from '../../src/contract'
import { problems } from '../../src/contract/problems'
import { anyTable, type Write } from '../kit/context'
import type { Changes } from '../kit/declaration'
import { invalidFields, stale } from '../kit/errors'
import { readOnce } from '../kit/write/batch'
import { cascadedIds } from '../kit/write/trash'
import { createFromValues } from '../kit/write/create'
import { deleteRecord } from '../kit/write/remove'
import { updateFromValues } from '../kit/write/update'
import { addresses } from './addresses'
import { organizationAddresses } from './organizationAddresses'
import { findState } from './states'

const texts = ['address_street', 'city', 'zip_code'] as const
const parts = [...texts, 'state'] as const
type Address = Pick<Row<'addresses'>, (typeof parts)[number]>

/** The parts that determine its coordinates. */
const locationFields = ['address_street', 'city', 'state'] as const
/** The coordinates of an address before geocoding. */
const noCoordinates = { latitude: null, longitude: null }

/** Whether a write of an organization concerns its first address. */
export const namesAddress = (values: Changes<'organizations'>): boolean =>
  parts.some((part) => values[part] !== undefined)

/**
 * Creates or changes the first address from the parts sent with an organization. An address shared with other
 * organizations is left unchanged and replaced by a new one, unless `shared_address` is 'update'. An address left with
 * nothing but its state is removed from the organization, which keeps the state itself.
 * @throws ApiError 400 for an invalid state, or for none where there is no address yet; 409 where the first address or
 *   its version is no longer the one that the author has seen (TRUST-27).
 */
export async function keepFirstAddress(
  write: Write,
  organization: number,
  { values, before }: { values: Changes<'organizations'>; before: Row<'organizations'> | null },
): Promise<void> {
  const sent = await sentAddress(write, values)
  if (Object.keys(sent).length === 0) return
  const first = before ? await firstOf(write, organization) : undefined
  if (before) assertAddressVersion(before, first, values.first_address)
  if (!first) {
    const state = sent.state ?? before?.home_state ?? null
    if (hasNoLocation(sent)) {
      // A state alone is no address: the organization keeps it until there is one.
      if (state !== null) await keepHomeState(write, organization, state)
      return
    }
    if (state === null) throw invalidFields({ state: problems.required })
    const blank = { address_street: '', city: '', zip_code: '', ...noCoordinates }
    const address = await createFromValues(write, addresses, { ...blank, ...sent, state })
    if (before) await keepHomeState(write, organization, null)
    await createFromValues(write, organizationAddresses, {
      organization,
      address,
      address_type: ['headquarters'],
      property_status: 'active',
    })
    return
  }
  const { organization_address_id: link, address_id: id } = first
  const wanted: Address = { ...addressOf(first), ...sent }
  if (parts.every((part) => wanted[part] === first[part])) return
  if (hasNoLocation(wanted)) {
    await keepHomeState(write, organization, wanted.state)
    // Unchanged, so that the trash has it whole.
    if (await isUsedElsewhere(write, id)) await deleteRecord(write, organizationAddresses, link, null)
    else await deleteRecord(write, addresses, id, null)
    return
  }
  if (values.shared_address === 'update' || !(await isShared(write, id, organization))) {
    const moves = locationFields.some((part) => wanted[part] !== first[part])
    await updateFromValues(write, addresses, id, { ...wanted, ...(moves && noCoordinates) })
    return
  }
  const address = await createFromValues(write, addresses, { ...noCoordinates, ...wanted })
  await updateFromValues(write, organizationAddresses, link, { address })
}

const firstOf = ({ db }: Write, organization: number) =>
  db
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

/** Whether an address has nothing but its state. */
const hasNoLocation = (address: Partial<Address>): boolean =>
  texts.every((part) => (address[part] ?? '') === '')

const addressOf = ({ address_street, city, zip_code, state }: Address): Address => ({
  address_street,
  city,
  zip_code,
  state,
})

async function keepHomeState(write: Write, organization: number, state: number | null): Promise<void> {
  await write.db
    .updateTable('organizations')
    .set({ home_state: state })
    .where('organization_id', '=', organization)
    .execute()
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

/** The organization's own version does not cover its addresses, which are records of their own. */
function assertAddressVersion(
  before: Row<'organizations'>,
  first: First | undefined,
  seen: string | null | undefined,
): void {
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

/** The address parts of a write; a cleared part is an empty text. */
async function sentAddress(write: Write, values: Changes<'organizations'>): Promise<Partial<Address>> {
  const sent: Partial<Address> = {}
  for (const part of texts) if (values[part] !== undefined) sent[part] = values[part] ?? ''
  if (typeof values.state === 'string') sent.state = await stateId(write, values.state)
  return sent
}

async function stateId(write: Write, text: string): Promise<number> {
  const state = await readOnce(write, `state ${text}`, () => findState(write.db, text))
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

/** Whether anything but one link of an organization references an address. */
async function isUsedElsewhere(write: Write, address: number): Promise<boolean> {
  const db = anyTable(write.db)
  let held = 0
  for (const one of addresses.cascades) held += (await cascadedIds(db, one, [address], null)).length
  return held > 1
}

/** The parts of the first addresses of some organizations, as a form sends them; without one, the state they have. */
export async function firstAddressesOf(
  db: Write['db'],
  organizations: readonly number[],
): Promise<ReadonlyMap<number, Readonly<Record<(typeof parts)[number], string | null>>>> {
  const rows = await db
    .selectFrom('organizations')
    .leftJoin('organization_addresses as link', (join) =>
      join.onRef('link.organization', '=', 'organizations.organization_id').on('link.deleted_at', 'is', null),
    )
    .leftJoin('addresses', 'addresses.address_id', 'link.address')
    .leftJoin('states', (join) =>
      join.on('states.state_id', '=', ({ fn }) => fn.coalesce('addresses.state', 'organizations.home_state')),
    )
    .select(['organizations.organization_id', 'states.acronym as state'])
    .select(['addresses.address_street', 'addresses.city', 'addresses.zip_code'])
    .where('organizations.organization_id', 'in', organizations)
    .orderBy('link.property_status')
    .orderBy('link.organization_address_id')
    .execute()
  const found = new Map<number, Omit<(typeof rows)[number], 'organization_id'>>()
  for (const { organization_id: id, ...address } of rows) if (!found.has(id)) found.set(id, address)
  return found
}
