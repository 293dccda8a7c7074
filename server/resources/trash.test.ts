import { contract, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
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
    expect([restored.status, restored.headers.get('etag')]).toEqual([
      200,
      expect.stringMatching(/^"1\.[\w-]+"$/),
    ])
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
    const [third, second, first] = made
    await restore(`${path}${String(first)}/`)
    await remove(`${path}${String(first)}/`)
    const lastDeleted = [first, third, second]
    expect((await idsOf(`${path}trash/`, idField)).slice(0, 3)).toEqual(lastDeleted)
    expect((await idsOf(`${path}trash/?ordering=deleted_at`, idField)).slice(-3)).toEqual(
      lastDeleted.reverse(),
    )
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
      /** How both records show each other; null for an absent one. */
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

describe('a trash for whatever can be deleted', () => {
  const asTeam = async (method: string, path: string) => {
    const { access: token } = await api.signIn('team')
    return api.send(method, path, { token })
  }
  const event = { title: 'Call', description: '<p>Ring</p>', start: 1_800_000_000, end: 1_800_003_600 }
  const ofDeal = async () => (await make('opportunities')).opportunity_id
  const pair = async () => ({
    organization: (await make('organizations')).organization_id,
    contact: (await make('contacts')).contact_id,
    address: (await make('addresses')).address_id,
    todo: (await make('todos')).id,
  })
  const post = async (path: string, body: object) => (await api.asBroker<Nested>('POST', path, body)).body
  const makers = {
    bids: async () => makeBid(await ofDeal(), (await make('organizations')).organization_id),
    notes: async () => make('notes', { object_id: `opportunity-${await ofDeal()}` }),
    files: async () => ({ file_id: await upload(`opportunity-${await ofDeal()}`) }),
    todos: async () => make('todos', { organizations: [(await make('organizations')).organization_id] }),
    tags: () => make('tags'),
    utilities: () => make('utilities'),
    activities: () => post(contract.activities.path, event),
    organizationContacts: async () => {
      const { organization, contact } = await pair()
      return make('organizationContacts', { organization, contact, job_title: 'Buyer' })
    },
    organizationAddresses: async () => {
      const { organization, address } = await pair()
      return make('organizationAddresses', { organization, address })
    },
    organizationTodos: async () => {
      const { organization, todo } = await pair()
      return post(contract.organizationTodos.path, { organization, todo })
    },
  } satisfies Partial<Record<keyof typeof contract, () => Promise<Nested>>>

  test.each(Object.entries(makers) as [keyof typeof makers, () => Promise<Nested>][])(
    '[TRUST-48] %s go there, come back as they were, and only the team deletes them for good',
    async (name, makeOne) => {
      const { path, idField } = contract[name]
      const id = (await makeOne())[idField] as number
      const one = `${path}${id}/`
      const before = await read(one)
      expect(before).toMatchObject({ deleted_at: null, deleted_by: null })
      await remove(one)
      expect(await status('GET', one)).toBe(404)
      const trash = await read(`${path}trash/?expand=deleted_by`)
      expect((trash['results'] as Nested[]).find((row) => row[idField] === id)).toMatchObject({
        deleted_by: { username: 'broker' },
      })
      expect(await idsOf(`${path}trash/`, idField)).toContain(id)
      await restore(one)
      // Addresses of contents are signed anew for each answer.
      const signed = name === 'files' ? { file: expect.any(String) as unknown } : {}
      expect(await read(one)).toEqual({ ...before, ...signed })

      await remove(one)
      const refused = await api.asBroker('DELETE', `${path}trash/${id}/`)
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        "Only the provider's team deletes for good.",
      ])
      expect((await asTeam('DELETE', `${path}trash/${id}/`)).status).toBe(204)
      expect((await asTeam('DELETE', `${path}trash/${id}/`)).status).toBe(404)
      expect(await status('POST', `${one}restore/`)).toBe(404)
      expect(await idsOf(`${path}trash/`, idField)).not.toContain(id)
    },
  )

  test('[TRUST-48] what is alive is not deleted for good', async () => {
    const { opportunity_id: id } = await make('opportunities')
    expect((await asTeam('DELETE', `/api/mpg/opportunities/trash/${id}/`)).status).toBe(404)
    expect(await status('GET', opportunityAt(id))).toBe(200)
  })

  test('[TRUST-48] a deal brings back just what went with it, be it deleted in the same moment', async () => {
    const deal = await ofDeal()
    const { organization_id: organization } = await make('organizations')
    const [early, late] = [await makeBid(deal, organization), await makeBid(deal, organization)]
    const notes = []
    for (const object_id of [`opportunity-${deal}`, `opportunity-${deal}`, String(late.bid_id)])
      notes.push((await make('notes', { object_id })).id)
    const [gone, kept, ofBid] = notes
    await remove(bidAt(early.bid_id))
    await remove(`/api/mpg/notes/${gone}/`)
    await remove(opportunityAt(deal))
    const moment = '2026-01-01T00:00:00.000Z'
    for (const table of ['opportunities', 'bids', 'notes'] as const)
      await api.database.db
        .updateTable(table)
        .set({ deleted_at: moment })
        .where('deleted_at', 'is not', null)
        .execute()
    const trashedBids = () => idsOf('/api/mpg/bids/trash/?limit=100', 'bid_id')
    expect(await trashedBids()).toContain(early.bid_id)
    expect(await trashedBids()).not.toContain(late.bid_id)
    const waits = await api.asBroker('POST', `${bidAt(early.bid_id)}restore/`)
    expect([waits.status, waits.body.code]).toEqual([409, 'in_trash'])
    expect(waits.body.detail).toBe('Opportunity that it belongs to is in the trash. Restore that first.')
    await restore(opportunityAt(deal))
    const alive = async (id?: number) => status('GET', `/api/mpg/notes/${id}/`)
    expect([await status('GET', bidAt(early.bid_id)), await status('GET', bidAt(late.bid_id))]).toEqual([
      404, 200,
    ])
    expect([await alive(gone), await alive(kept), await alive(ofBid)]).toEqual([404, 200, 200])
    await restore(bidAt(early.bid_id))
    await restore(`/api/mpg/notes/${gone}/`)
    expect((await read(opportunityAt(deal)))['bids']).toEqual([early.bid_id, late.bid_id])
  })

  test('[TRUST-48] a link that waits with the other of its ends was deleted by the user who deleted that', async () => {
    const { organization, contact } = await pair()
    await make('organizationContacts', { organization, contact })
    await remove(organizationAt(organization))
    expect((await asTeam('DELETE', contactAt(contact))).status).toBe(204)
    const { db } = api.database
    const deleters = () =>
      db
        .selectFrom('organization_contacts as link')
        .innerJoin('contacts', 'contact_id', 'link.contact')
        .innerJoin('organizations', 'organization_id', 'link.organization')
        .select(['link.deleted_by as ofLink', 'contacts.deleted_by as ofContact'])
        .select('organizations.deleted_by as ofOrganization')
        .where('contact_id', '=', contact)
        .executeTakeFirstOrThrow()
    const before = await deleters()
    expect(before.ofLink).toBe(before.ofOrganization)
    expect(before.ofContact).not.toBe(before.ofOrganization)
    await restore(organizationAt(organization))
    expect(await deleters()).toEqual({ ...before, ofOrganization: null, ofLink: before.ofContact })
  })

  test('[TRUST-48] a link that has been made anew meanwhile is not restored beside the new one', async () => {
    const { organization, contact } = await pair()
    const { organization_contact_id: old } = await make('organizationContacts', { organization, contact })
    const at = (id: number) => `/api/mpg/organization-contacts/${id}/`
    await remove(at(old))
    const { organization_contact_id: anew } = await make('organizationContacts', { organization, contact })
    const refused = await api.asBroker('POST', `${at(old)}restore/`)
    expect([refused.status, refused.body.detail]).toEqual([409, 'already linked'])
    await remove(at(anew))
    await restore(at(old))
    expect((await read(contactAt(contact)))['organizations_contacts']).toEqual([old])
  })

  test('[TRUST-48, TAG-3] a tag comes back to its opportunities, unless its name has been taken', async () => {
    const { tag_id: tag } = await make('tags', { name: 'Comes back' })
    const { opportunity_id: deal } = await make('opportunities', { tags: [tag] })
    const tagAt = `/api/mpg/tag/${tag}/`
    await remove(tagAt)
    expect((await read(opportunityAt(deal)))['tags']).toEqual([])
    expect(await idsOf('/api/mpg/opportunities/?q=comes back', 'opportunity_id')).toEqual([])
    const { tag_id: other } = await make('tags', { name: 'COMES BACK' })
    expect(await status('POST', `${tagAt}restore/`)).toBe(409)
    await api.asBroker('PATCH', `/api/mpg/tag/${other}/`, { name: 'Something else' })
    await restore(tagAt)
    expect((await read(opportunityAt(deal)))['tags']).toEqual([tag])
    expect(await idsOf('/api/mpg/opportunities/?q=comes back', 'opportunity_id')).toEqual([deal])
    const twice = await api.asBroker('POST', '/api/mpg/tag/', {
      name: 'comes back',
      color: '#123',
      description: 'x',
    })
    expect(twice.status).toBe(409)
  })

  test('[TRUST-48] a deal that is deleted for good takes along what it holds', async () => {
    const deal = await ofDeal()
    const { bid_id: bid } = await makeBid(deal, (await make('organizations')).organization_id)
    const { id: note } = await make('notes', { object_id: String(bid) })
    await remove(opportunityAt(deal))
    expect((await asTeam('DELETE', `/api/mpg/opportunities/trash/${deal}/`)).status).toBe(204)
    const rows = await api.database.db.selectFrom('notes').select('id').where('id', '=', note).execute()
    expect([rows, await status('POST', `${bidAt(bid)}restore/`)]).toEqual([[], 404])
  })

  test('[TRUST-48] what is deleted for good leaves the meetings and tasks that named it, without it', async () => {
    const deal = await ofDeal()
    const { organization, contact, address, todo } = await pair()
    await make('organizationContacts', { organization, contact })
    await make('organizationAddresses', { organization, address })
    await post(contract.organizationTodos.path, { organization, todo })
    for (const object_id of [`organization-${organization}`, `contact-${contact}`, `address-${address}`]) {
      await make('notes', { object_id })
      await upload(object_id)
    }
    const { id: call } = await post(contract.activities.path, { ...event, organization, deal })
    const callAt = `${contract.activities.path}${Number(call)}/`
    for (const [path, id] of [
      [contract.opportunities.path, deal],
      [contract.organizations.path, organization],
      [contract.contacts.path, contact],
      [contract.addresses.path, address],
    ] as const) {
      await remove(`${path}${id}/`)
      expect([path, (await asTeam('DELETE', `${path}trash/${id}/`)).status]).toEqual([path, 204])
    }
    expect(await read(callAt)).toMatchObject({ title: 'Call', organization: null, deal: null, version: 3 })
    expect(await read(`${contract.todos.path}${todo}/`)).toMatchObject({ organizations: [] })
    await remove(callAt)
    expect((await asTeam('DELETE', `${contract.activities.path}trash/${Number(call)}/`)).status).toBe(204)
  })

  test('[TRUST-48] what others cannot do without says which record needs it, and stays', async () => {
    const { organization_id: organization } = await make('organizations')
    const bid = await makeBid(await ofDeal(), organization)
    await makeBid(await ofDeal(), organization)
    await remove(organizationAt(organization))
    const purge = async () => asTeam('DELETE', `/api/mpg/organizations/trash/${organization}/`)
    const refused = await purge()
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'in_use',
        detail: `Organization is in use by Bid ${bid.bid_id} and 1 more, and cannot be deleted.`,
        current: { bid_id: bid.bid_id, opportunity: bid.opportunity, deleted_at: null },
      },
    ])
    await restore(organizationAt(organization))
  })

  test('[ORG-7] what is named from elsewhere although it is in the trash says since when', async () => {
    const { organization_id: organization } = await make('organizations')
    const { bid_id: bid } = await makeBid(await ofDeal(), organization)
    const { id: call } = await post(contract.activities.path, { ...event, organization })
    await remove(organizationAt(organization))
    for (const [path, name] of [
      [`${bidAt(bid)}?expand=legal_entity`, 'legal_entity'],
      [`${contract.activities.path}${Number(call)}/?expand=organization`, 'organization'],
    ] as const)
      expect((await read(path))[name]).toMatchObject({ deleted_at: expect.stringMatching(/^20/) as unknown })
  })
})
