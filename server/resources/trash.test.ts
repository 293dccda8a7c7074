import { contract, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/kit'
import { startApi, type TestApi } from '../testing/api'
import { formType, formBody } from '../testing/forms'
import { recordMaker, type MakeRecord } from '../testing/records'

type Nested = Record<string, unknown>

let api: TestApi
let make: MakeRecord
let utilityState: number
beforeAll(async () => {
  api = await startApi()
  make = recordMaker(api)
  const { utility_id: utility } = await make('utilities')
  utilityState = (await make('utilityStates', { utility, state: 44 })).utility_state_id
})
afterAll(() => api.close())

const status = async (method: string, path: string, body?: object) =>
  (await api.asBroker(method, path, body)).status
const read = async (path: string) => (await api.asBroker<Nested>('GET', path)).body
const idsOf = async (path: string, idField: string) =>
  (await api.asBroker<ListAnswer<Nested>>('GET', path)).body.results.map((row) => row[idField])

const organizationAt = (id: number) => `/api/mpg/organizations/${id}/`
const contactAt = (id: number) => `/api/mpg/contacts/${id}/`
const addressAt = (id: number) => `/api/mpg/addresses/${id}/`
const opportunityAt = (id: number) => `/api/mpg/opportunities/${id}/`
const bidAt = (id: number) => `/api/mpg/bids/${id}/`

const remove = async (path: string) => expect(await status('DELETE', path)).toBe(204)
const restore = async (path: string) => expect(await status('POST', `${path}restore/`)).toBe(200)

const makeBid = (opportunity: number, legal_entity: number) =>
  make('bids', { opportunity, legal_entity, utility_state: utilityState })

async function upload(object_id: string): Promise<number> {
  const { access } = await api.signIn()
  const response = await fetch(`${api.url}/api/mpg/file/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': formType },
    body: new Uint8Array(
      formBody([
        { name: 'filename', value: 'usage.csv' },
        { name: 'object_id', value: object_id },
        { name: 'file', value: 'therms\n12', filename: 'usage.csv' },
      ]),
    ),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as Row<'files'>).file_id
}

const trashed = [
  ['organizations', (): Promise<Nested> => make('organizations')],
  ['contacts', (): Promise<Nested> => make('contacts')],
  ['addresses', (): Promise<Nested> => make('addresses')],
  ['opportunities', (): Promise<Nested> => make('opportunities')],
] as const

describe.each(trashed)('%s', (name, makeOne) => {
  const { path, idField, title } = contract[name]
  const gone = { detail: `${title} not found.`, code: 'not_found' }

  test('[API-1, TRUST-10] what is deleted is in the trash and nowhere else, like what never was', async () => {
    const record = await makeOne()
    const id = record[idField]
    const one = `${path}${String(id)}/`
    expect(await idsOf(`${path}trash/`, idField)).not.toContain(id)
    await remove(one)
    expect(await idsOf(`${path}trash/`, idField)).toContain(id)
    expect(await idsOf(path, idField)).not.toContain(id)
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await api.asBroker(method, one, method === 'GET' ? undefined : {})
      expect([method, answer.status]).toEqual([method, 404])
      expect(answer.body).toMatchObject(gone)
    }
    const note = { object_id: `${title.toLowerCase()}-${String(id)}`, description: 'Too late' }
    const refused = await api.asBroker('POST', '/api/mpg/notes/', note)
    expect([refused.status, refused.body.fields]).toEqual([404, { object_id: `${title} not found.` }])
  })

  test('[API-1, API-6] it is restored as it was, once', async () => {
    const record = await makeOne()
    const one = `${path}${String(record[idField])}/`
    const notInTrash = await api.asBroker('POST', `${one}restore/`)
    expect([notInTrash.status, notInTrash.body.detail]).toEqual([404, gone.detail])
    const before = await read(one)
    await remove(one)
    const restored = await api.asBroker<Nested>('POST', `${one}restore`)
    expect([restored.status, restored.headers.get('etag')]).toEqual([200, '"1"'])
    expect(restored.body).toEqual(before)
    expect(await read(one)).toEqual(before)
    expect(await status('POST', `${one}restore/`)).toBe(404)
    expect(await idsOf(`${path}trash/`, idField)).not.toContain(record[idField])
    expect(await status('POST', `${path}999999/restore/`)).toBe(404)
  })

  test('[API-2, TRUST-12] the trash is a list like any other', async () => {
    const made: unknown[] = []
    for (let count = 0; count < 3; count++) {
      const id = (await makeOne())[idField]
      made.push(id)
      await remove(`${path}${String(id)}/`)
    }
    const all = await api.asBroker<ListAnswer<Nested>>(
      'GET',
      `${path}trash?ordering=-created_at&expand=created_by`,
    )
    expect(all.body.results.slice(0, 3).map((row) => row[idField])).toEqual(made.reverse())
    expect(all.body.results[0]).toMatchObject({ created_by: { username: 'broker' } })
    expect(await idsOf(`${path}trash/?ordering=-created_at&limit=1&offset=2`, idField)).toEqual([made[2]])
    expect(await status('GET', `${path}trash/?ordering=search`)).toBe(400)
  })

  test('[TRUST-38] both ways are audited', async () => {
    const id = (await makeOne())[idField] as number
    await remove(`${path}${id}/`)
    await restore(`${path}${id}/`)
    const rows = await api.database.db
      .selectFrom('audit')
      .select('action')
      .where('resource', '=', name)
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['create', 'delete', 'restore'])
  })
})

describe('what belongs to a record', () => {
  test.each([
    ['organization', async () => organizationAt((await make('organizations')).organization_id)],
    ['contact', async () => contactAt((await make('contacts')).contact_id)],
    ['opportunity', async () => opportunityAt((await make('opportunities')).opportunity_id)],
  ])(
    '[NOTE-1, FILE-3, TRUST-10] notes and files of an %s go with it and come back',
    async (kind, makeOne) => {
      const one = await makeOne()
      const object_id = `${kind}-${/(\d+)\/$/.exec(one)?.[1] ?? ''}`
      const { id: note } = await make('notes', { object_id })
      const { id: deleted } = await make('notes', { object_id })
      await remove(`/api/mpg/notes/${deleted}/`)
      const file = await upload(object_id)
      const link = (await api.asBroker<Row<'files'>>('GET', `/api/mpg/file/${file}/`)).body.file
      const shown = async () => [
        await idsOf(`/api/mpg/notes/?object_id=${object_id}`, 'id'),
        await idsOf(`/api/mpg/file/?object_id=${object_id}`, 'file_id'),
        await status('GET', `/api/mpg/notes/${note}/`),
        await status('GET', `/api/mpg/file/${file}/`),
        (await fetch(api.url + String(link))).status,
      ]
      const all = [[note], [file], 200, 200, 200]
      expect(await shown()).toEqual(all)
      await remove(one)
      expect(await shown()).toEqual([[], [], 404, 404, 404])
      expect(await status('PATCH', `/api/mpg/notes/${note}/`, { description: 'Changed' })).toBe(404)
      expect(await status('DELETE', `/api/mpg/file/${file}/`)).toBe(404)
      await restore(one)
      expect(await shown()).toEqual(all)
    },
  )

  test('[BID-9, TRUST-10] bids, their notes and files go with their opportunity and come back', async () => {
    const { organization_id: organization } = await make('organizations')
    const { opportunity_id: opportunity } = await make('opportunities')
    const { bid_id: bid } = await makeBid(opportunity, organization)
    const { bid_id: deleted } = await makeBid(opportunity, organization)
    await remove(bidAt(deleted))
    const { id: note } = await make('notes', { object_id: String(bid) })
    const file = await upload(String(bid))
    const shown = async () => [
      await status('GET', bidAt(bid)),
      await idsOf(`/api/mpg/bids/?opportunity=${opportunity}`, 'bid_id'),
      (await read(organizationAt(organization)))['bids'],
      await status('GET', `/api/mpg/notes/${note}/`),
      await idsOf(`/api/mpg/file/?object_id=${bid}`, 'file_id'),
    ]
    const all = [200, [bid], [bid], 200, [file]]
    expect(await shown()).toEqual(all)
    await remove(opportunityAt(opportunity))
    expect(await shown()).toEqual([404, [], [], 404, []])
    expect(await status('PATCH', bidAt(bid), { name: 'Changed' })).toBe(404)
    await restore(opportunityAt(opportunity))
    expect(await shown()).toEqual(all)
  })

  test('[BID-8] bids outlive their legal entity and keep its name', async () => {
    const { organization_id: organization } = await make('organizations', { name: 'Kept Name Brewery' })
    const { opportunity_id: opportunity } = await make('opportunities', { organizations: [organization] })
    const { bid_id: bid } = await makeBid(opportunity, organization)
    await remove(organizationAt(organization))
    expect(await read(`${bidAt(bid)}?expand=legal_entity`)).toMatchObject({
      legal_entity: { organization_id: organization, name: 'Kept Name Brewery' },
    })
    expect(await idsOf('/api/mpg/bids/?q=kept name', 'bid_id')).toEqual([bid])
    expect((await read(opportunityAt(opportunity)))['organizations']).toEqual([])
    await restore(organizationAt(organization))
    expect((await read(opportunityAt(opportunity)))['organizations']).toEqual([organization])
  })

  test('[TASK-3] a task loses sight of an organization in the trash and finds it again', async () => {
    const { organization_id: organization } = await make('organizations')
    const { id: task } = await make('todos', { organizations: [organization] })
    const links = async () => {
      const { organizations, organizations_todos } = await read(`/api/mpg/todos/${task}/`)
      return [organizations, (organizations_todos as unknown[]).length]
    }
    expect(await links()).toEqual([[organization], 1])
    await remove(organizationAt(organization))
    expect(await links()).toEqual([[], 0])
    await restore(organizationAt(organization))
    expect(await links()).toEqual([[organization], 1])
  })
})

describe('links between two records', () => {
  const linkedContact = async () => {
    const { organization_id: organization } = await make('organizations')
    const { contact_id: contact } = await make('contacts')
    const link = await make('organizationContacts', { organization, contact, job_title: 'Buyer' })
    const url = `/api/mpg/organization-contacts/${link.organization_contact_id}/`
    return {
      ends: [organizationAt(organization), contactAt(contact)] as const,
      link: url,
      /** What the two say of each other; null for one that is not there. */
      shown: async () => [
        await status('GET', url),
        (await read(organizationAt(organization)))['contacts'] ?? null,
        (await read(contactAt(contact)))['current_organizations'] ?? null,
        (await read(contactAt(contact)))['job_title'] ?? null,
      ],
      whole: [200, [contact], [organization], 'Buyer'],
    }
  }

  test('[CON-8, ORG-8] a link goes with either end, and comes back with it', async () => {
    const { ends, shown, whole } = await linkedContact()
    const [organization, contact] = ends
    expect(await shown()).toEqual(whole)
    await remove(organization)
    expect(await shown()).toEqual([404, null, [], null])
    await restore(organization)
    expect(await shown()).toEqual(whole)
    await remove(contact)
    expect(await shown()).toEqual([404, [], null, null])
    await restore(contact)
    expect(await shown()).toEqual(whole)
  })

  test.each([
    ['the first one first', 0, 1],
    ['the last one first', 1, 0],
  ] as const)(
    '[CON-8, ORG-8] with both ends in the trash and %s restored, it waits for both',
    async (_how, a, b) => {
      const { ends, link, shown, whole } = await linkedContact()
      await remove(ends[0])
      await remove(ends[1])
      await restore(ends[a])
      expect(await status('GET', link)).toBe(404)
      await restore(ends[b])
      expect(await shown()).toEqual(whole)
    },
  )

  test('[CON-8, ORG-8] it waits as long when both ends were deleted in the same moment', async () => {
    const { ends, link, shown, whole } = await linkedContact()
    for (const end of ends) await remove(end)
    const moment = '2026-01-01T00:00:00.000Z'
    for (const table of ['organizations', 'contacts', 'organization_contacts'] as const)
      await api.database.db
        .updateTable(table)
        .set({ deleted_at: moment })
        .where('deleted_at', 'is not', null)
        .execute()
    await restore(ends[0])
    expect(await status('GET', link)).toBe(404)
    await restore(ends[1])
    expect(await shown()).toEqual(whole)
  })

  test('[CON-8] a link that was deleted before its organization does not come back with it', async () => {
    const { ends, link, shown } = await linkedContact()
    await remove(link)
    await remove(ends[0])
    await restore(ends[0])
    expect(await shown()).toEqual([404, [], [], null])
  })

  test('[ADR-3, ORG-9] the same holds for addresses, in either order', async () => {
    for (const order of [[0, 1] as const, [1, 0] as const]) {
      const { organization_id: organization, addresses } = await make('organizations')
      const { address_id: address } = await make('addresses')
      const link = await make('organizationAddresses', { organization, address })
      const url = `/api/mpg/organization-addresses/${link.organization_address_id}/`
      const ends = [organizationAt(organization), addressAt(address)] as const
      const shown = async () => [
        await status('GET', url),
        (await read(ends[0]))['addresses'],
        (await read(ends[1]))['current_organizations'],
      ]
      const whole = [200, [...addresses, address], [organization]]
      expect(await shown()).toEqual(whole)
      await remove(ends[1])
      expect(await shown()).toEqual([404, addresses, undefined])
      await remove(ends[0])
      for (const end of order) {
        expect(await status('GET', url)).toBe(404)
        await restore(ends[end])
      }
      expect(await shown()).toEqual(whole)
    }
  })

  test('[TRUST-10] nothing new can name a record in the trash', async () => {
    const { organization_id: organization } = await make('organizations')
    const { contact_id: contact } = await make('contacts')
    const { address_id: address } = await make('addresses')
    const { opportunity_id: opportunity } = await make('opportunities')
    const { organization_id: alive } = await make('organizations')
    const { contact_id: livingContact } = await make('contacts')
    const living = await make('organizationContacts', { organization: alive, contact: livingContact })
    await remove(organizationAt(organization))
    await remove(contactAt(contact))
    await remove(addressAt(address))
    await remove(opportunityAt(opportunity))
    const bid = {
      supplier: 'direct',
      utility_state: utilityState,
      terms: [1],
      swing: [0.5],
      pricing_type: [2],
    }
    const writes: [string, string, object, Record<string, string>][] = [
      [
        'POST',
        'organization-contacts/',
        { organization, contact: livingContact },
        { organization: 'Organization not found.' },
      ],
      ['POST', 'organization-contacts/', { organization: alive, contact }, { contact: 'Contact not found.' }],
      [
        'PATCH',
        `organization-contacts/${living.organization_contact_id}/`,
        { organization },
        { organization: 'Organization not found.' },
      ],
      [
        'POST',
        'organization-addresses/',
        { organization: alive, address, address_type: ['headquarters'] },
        { address: 'Address not found.' },
      ],
      [
        'POST',
        'bids/',
        { ...bid, opportunity, legal_entity: alive },
        { opportunity: 'Opportunity not found.' },
      ],
      [
        'POST',
        'opportunities/',
        { opportunity_name: 'New', organizations: [alive, organization] },
        { organizations: 'Organization not found.' },
      ],
      [
        'POST',
        'notes/',
        { object_id: `contact-${contact}`, description: 'x' },
        { object_id: 'Contact not found.' },
      ],
    ]
    for (const [method, path, body, fields] of writes) {
      const answer = await api.asBroker(method, `/api/mpg/${path}`, body)
      expect([path, answer.status, answer.body.fields]).toEqual([path, 404, fields])
    }
  })
})

describe('search and order', () => {
  const found = (list: string, idField: string, q: string) => idsOf(`/api/mpg/${list}/?q=${q}`, idField)

  test('[API-2] related names are found only while their record is there', async () => {
    const { organization_id: organization } = await make('organizations', {
      name: 'Velvet Anvil',
      city: 'Oddville',
      state: 'OH',
    })
    const { contact_id: contact } = await make('contacts')
    const { address_id: address } = await make('addresses')
    const { opportunity_id: opportunity } = await make('opportunities', { organizations: [organization] })
    await make('organizationContacts', { organization, contact, work_email: 'x@velvet.example' })
    await make('organizationAddresses', { organization, address })
    const [first] = (await read(organizationAt(organization)))['addresses'] as number[]
    const seen = async () => [
      await found('organizations', 'organization_id', 'velvet'),
      await found('organizations', 'organization_id', 'oddville'),
      await found('contacts', 'contact_id', 'velvet anvil'),
      await found('contacts', 'contact_id', 'x@velvet'),
      await found('addresses', 'address_id', 'velvet'),
      await found('opportunities', 'opportunity_id', 'velvet'),
    ]
    const all = [[organization], [organization], [contact], [contact], [first, address], [opportunity]]
    expect((await seen()).map((ids) => ids.length)).toEqual(all.map((ids) => ids.length))
    await remove(organizationAt(organization))
    expect(await seen()).toEqual([[], [], [], [], [], []])
    await restore(organizationAt(organization))
    expect((await seen()).map((ids) => [...ids].sort())).toEqual(all.map((ids) => [...ids].sort()))
    await remove(addressAt(first ?? 0))
    expect(await found('organizations', 'organization_id', 'oddville')).toEqual([])
    await restore(addressAt(first ?? 0))
    expect(await found('organizations', 'organization_id', 'oddville')).toEqual([organization])
  })

  test('[API-2] a rename in the meantime is what is found after the restore', async () => {
    const { organization_id: organization } = await make('organizations', { name: 'Before Trash' })
    const { contact_id: contact } = await make('contacts')
    await make('organizationContacts', { organization, contact })
    await remove(contactAt(contact))
    await api.asBroker('PATCH', organizationAt(organization), { name: 'After Trash' })
    await restore(contactAt(contact))
    expect(await found('contacts', 'contact_id', 'after trash')).toEqual([contact])
    expect(await found('contacts', 'contact_id', 'before trash')).toEqual([])
  })

  test('[API-2] the trash is searched by the texts of the record itself', async () => {
    const { contact_id: contact } = await make('contacts', { last_name: 'Sunken' })
    await remove(contactAt(contact))
    expect(await found('contacts/trash', 'contact_id', 'sunk')).toEqual([contact])
    expect(await found('contacts', 'contact_id', 'sunk')).toEqual([])
  })

  test('[API-2, TRUST-10] links that wait in the trash narrow no list', async () => {
    const { organization_id: organization } = await make('organizations')
    const { contact_id: contact } = await make('contacts')
    await make('organizationContacts', { organization, contact })
    const current = () => idsOf(`/api/mpg/contacts/?current_organizations=${organization}`, 'contact_id')
    expect(await current()).toEqual([contact])
    await remove(organizationAt(organization))
    expect(await current()).toEqual([])
    await restore(organizationAt(organization))
    expect(await current()).toEqual([contact])
  })

  test('[CON-1, API-2] current organizations order contacts only while they are there', async () => {
    const { organization_id: early } = await make('organizations', { name: 'AAA Ordered' })
    const { organization_id: late } = await make('organizations', { name: 'ZZZ Ordered' })
    const { contact_id: one } = await make('contacts', { last_name: 'Ordered' })
    const { contact_id: two } = await make('contacts', { last_name: 'Ordered' })
    await make('organizationContacts', { organization: late, contact: one })
    await make('organizationContacts', { organization: early, contact: two })
    const order = () =>
      idsOf('/api/mpg/contacts/?q=ordered, ada&ordering=current_organizations', 'contact_id')
    expect(await order()).toEqual([two, one])
    await remove(organizationAt(early))
    expect(await order()).toEqual([one, two])
    await restore(organizationAt(early))
    expect(await order()).toEqual([two, one])
  })
})

test('[TRUST-27] a delete of an old version is a 409 with the record as it is', async () => {
  const { contact_id: contact } = await make('contacts')
  await api.asBroker('PATCH', contactAt(contact), { department: 'Newer' })
  const refused = await api.asBroker<ErrorAnswer & { current: Row<'contacts'> }>(
    'DELETE',
    contactAt(contact),
    undefined,
    { 'if-match': '"1"' },
  )
  expect([refused.status, refused.body.current.department]).toEqual([409, 'Newer'])
  expect(await status('GET', contactAt(contact))).toBe(200)
})
