/** The calls of both parts as their screens make them, beyond those in the tests of each resource. */
import { contract, replacementOf, type Row } from '../../src/contract'
import type { Fields } from '../../src/contract/fields'
import { eventPath } from '../../src/contract/mail'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker, type MakeRecord } from '../testing/records'
import { resources } from '.'

let api: TestApi
let make: MakeRecord

beforeAll(async () => {
  api = await startApi()
  make = recordMaker(api)
})
afterAll(() => api.close())

test('[API-1, API-3, CON-7] a contact takes `organization` as the parts expand it: those of its links', async () => {
  const { organization_id: organization } = await make('organizations', { name: 'Tarnwick Foundry' })
  const { contact_id: contact } = await make('contacts')
  await make('organizationContacts', { organization, contact })
  const expand = 'organizations_contacts,organization,created_by,modified_by'
  const { status, body } = await api.asBroker<{
    organizations_contacts: { organization: { name: string } }[]
  }>('GET', `${contract.contacts.path}${contact}/?expand=${expand}`)
  expect(status).toBe(200)
  expect(body.organizations_contacts[0]?.organization.name).toBe('Tarnwick Foundry')
})

test('[API-2] every list takes a search of any length, also where there is no text to search', async () => {
  for (const { contract: resource } of [
    ...Object.values(resources).filter(({ routes }) => routes !== 'own'),
    resources.notes,
    resources.files,
  ])
    for (const q of ['a', 'no such text']) {
      const { status } = await api.asBroker('GET', `${resource.path}?q=${encodeURIComponent(q)}&limit=1`)
      expect([resource.path, q, status]).toEqual([resource.path, q, 200])
    }
})

test('[SCH-1] the scheduler is told of missing fields in its own words', async () => {
  const { status, body } = await api.asBroker('POST', eventPath, { title: ' ', description_text: '<p></p>' })
  expect(status).toBe(400)
  const text = 'Please enter all fields required.'
  expect(body.fields).toEqual({ title: text, description: text, start: text })
})

/** The resources of which a part names a PUT (part 1 §7, part 2 §7). */
const replaced = [
  'opportunities',
  'bids',
  'tags',
  'notes',
  'organizations',
  'addresses',
  'organizationAddresses',
  'contacts',
  'organizationContacts',
  'activities',
  'todos',
] as const

const organization = async () => (await make('organizations')).organization_id
const contact = async () => (await make('contacts')).contact_id
const address = async () => (await make('addresses')).address_id
const opportunity = async () => (await make('opportunities')).opportunity_id
const service = async () => {
  const { utility_id: utility } = await make('utilities')
  return (await make('utilityStates', { utility, state: 44 })).utility_state_id
}

/** How a record is made that names others. */
const makers: { [N in (typeof replaced)[number]]?: () => Promise<Row<N>> } = {
  bids: async () =>
    make('bids', {
      opportunity: await opportunity(),
      legal_entity: await organization(),
      utility_state: await service(),
    }),
  notes: async () => make('notes', { object_id: `opportunity-${await opportunity()}` }),
  organizationAddresses: async () =>
    make('organizationAddresses', { organization: await organization(), address: await address() }),
  organizationContacts: async () =>
    make('organizationContacts', { organization: await organization(), contact: await contact() }),
  activities: async () => {
    const body = { title: 'Plant visit', description: 'Boilers', start: 1_800_000_000, end: 1_800_003_600 }
    return (await api.asBroker<Row<'activities'>>('POST', contract.activities.path, body)).body
  },
}

type Stored = Record<string, unknown> & { version: number }

describe.each(replaced)('[API-1, OPE-5] a whole record of %s', (resource) => {
  const { path, idField } = contract[resource]
  const fields: Fields = contract[resource].fields
  const lists = Object.keys(fields).filter((name) => fields[name]?.kind === 'many' && !fields[name].readOnly)
  /** As it was read, the lists of relations too. */
  const wholeOf = (row: Row<typeof resource>) => ({
    ...replacementOf(resource, row, {}),
    ...Object.fromEntries(lists.map((name) => [name, (row as unknown as Stored)[name]])),
  })
  const send = (id: number, body: object, version?: number, method = 'PUT') =>
    api.asBroker<Stored & { current?: Stored }>(
      method,
      `${path}${id}/`,
      body,
      version === undefined ? {} : { 'if-match': `"${version}"` },
    )
  const made = async () => {
    const row = await (makers[resource] ?? make)(resource as Exclude<typeof resource, 'activities'>)
    return { row, id: (row as unknown as Stored)[idField] as number }
  }

  test('that is put back as it was read is what it was, and counts as a change', async () => {
    const { row, id } = await made()
    const before = row as unknown as Stored
    const { status, body } = await send(id, wholeOf(row), 1)
    expect([status, body.version]).toEqual([200, before.version + 1])
    const kept = (stored: Stored) => ({ ...stored, version: null, modified_at: null })
    expect(kept(body)).toEqual(kept(before))
  })

  test('is refused on an older version with how it is now, by PUT and by PATCH', async () => {
    const { row, id } = await made()
    const whole = wholeOf(row)
    expect((await send(id, whole, 1)).status).toBe(200)
    for (const method of ['PUT', 'PATCH']) {
      const { status, body } = await send(id, whole, 1, method)
      expect([method, status, body.current?.version]).toEqual([method, 409, 2])
    }
    // Lists of relations ask for the version that they build on (TRUST-48).
    expect((await send(id, whole)).status).toBe(lists.length > 0 ? 428 : 200)
  })
})

test('[API-1, K10] a value that could not be given any more is put back, and is no reason to refuse others', async () => {
  const { contact_id, ...contact } = await make('contacts')
  const url = `${contract.contacts.path}${contact_id}/`
  const old = { personal_mobile: '555-0100 ask for Ada', date_of_birth: '1080-05-17' }
  await api.database.db.updateTable('contacts').set(old).where('contact_id', '=', contact_id).execute()
  const whole = replacementOf(
    'contacts',
    { ...contact, contact_id, ...old },
    {
      first_name: 'Mae',
    },
  )
  const put = await api.asBroker<Row<'contacts'>>('PUT', url, whole, { 'if-match': '"1"' })
  expect(put.body).toMatchObject({ ...old, first_name: 'Mae', version: 2 })
  const changed = await api.asBroker('PUT', url, { ...whole, date_of_birth: '1080-05-18' })
  expect([changed.status, Object.keys(changed.body.fields ?? {})]).toEqual([400, ['date_of_birth']])
})

test('[API-1, NOTE-1] a note takes its author in the body, and belongs to the signed-in user', async () => {
  const { opportunity_id } = await make('opportunities')
  const body = { object_id: `opportunity-${opportunity_id}`, description: 'Call them' }
  const own = await api.asBroker<Row<'notes'>>('POST', contract.notes.path, body)
  const { created_by } = own.body
  const told = await api.asBroker<Row<'notes'>>('POST', contract.notes.path, { ...body, created_by: 999_999 })
  expect([told.status, told.body.created_by]).toEqual([201, created_by])
  const put = await api.asBroker<Row<'notes'>>('PUT', `${contract.notes.path}${told.body.id}/`, {
    ...body,
    content: 'Called',
    description: undefined,
    created_by: 999_999,
  })
  expect([put.status, put.body.description, put.body.created_by]).toEqual([200, 'Called', created_by])
})
