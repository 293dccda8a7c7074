import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { fold } from '../kit/fold'
import { startApi, type TestApi } from '../testing/api'

type Note = Row<'notes'> & { content: string }

const url = '/api/mpg/notes/'
let api: TestApi
let owner: string
beforeAll(async () => {
  api = await startApi()
  owner = `opportunity-${await createDeal()}`
})
afterAll(() => api.close())

const createDeal = async () =>
  (
    await api.asBroker<Row<'opportunities'>>('POST', '/api/mpg/opportunities/', {
      opportunity_name: 'Larkfield Mill',
    })
  ).body.opportunity_id
const create = <T = Note>(body: object) => api.asBroker<T>('POST', url, { object_id: owner, ...body })
const list = async (parameters: string) =>
  (await api.asBroker<ListAnswer<Note>>('GET', `${url}?${parameters}`)).body
const as = async (username: string) => (await api.signIn(username)).access

test('[K8] a note keeps no invisible characters that turn or split its text', async () => {
  const { status, body } = await create({
    object_id: `opportunity-${await createDeal()}`,
    description: '<p>Pay\u200Bment\u00AD to \u202Etxt.exe\u202C by \u{1F468}\u200D\u{1F469}</p>',
  })
  expect(status).toBe(201)
  expect(body.description).toBe('<p>Payment to txt.exe by \u{1F468}\u200D\u{1F469}</p>')
})

test('[NOTE-1, API-6] a note is written, listed with its author, changed and deleted', async () => {
  const answer = await create({
    description: ' <p>Asked for <b>1,200 dth</b></p> ',
    created_by: 99,
    version: 7,
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    description: '<p>Asked for <b>1,200 dth</b></p>',
    content: '<p>Asked for <b>1,200 dth</b></p>',
    object_id: owner,
    content_type: 21,
    version: 1,
  })
  const { id } = answer.body
  const found = await list(`object_id=${owner}&content_type=21&limit=9999999&expand=created_by`)
  expect(found.results).toEqual([
    { ...answer.body, created_by: expect.objectContaining({ username: 'broker' }) as unknown },
  ])
  const put = await api.asBroker<Note>('PUT', `${url}${id}/`, {
    object_id: owner,
    content: '<p>Changed</p>',
    content_type: 21,
    created_by: 1,
  })
  expect(put.body).toMatchObject({
    description: '<p>Changed</p>',
    version: 2,
    created_by: answer.body.created_by,
  })
  expect((await list('q=changed')).results.map((note) => note.id)).toEqual([id])
  expect((await api.asBroker('DELETE', `${url}${id}`)).status).toBe(204)
  expect((await list(`object_id=${owner}`)).count).toBe(0)
})

test('[NOTE-1, TRUST-1] what is stored is sanitised, under either name', async () => {
  for (const name of ['description', 'content']) {
    const { body } = await create({
      [name]: '<p onclick="alert(1)">Hello <script>alert(1)</script><a href="javascript:alert(1)">x</a></p>',
    })
    expect([body.description, body.content]).toEqual(['<p>Hello <a>x</a></p>', '<p>Hello <a>x</a></p>'])
    const row = await api.database.db
      .selectFrom('notes')
      .select(['description', 'search'])
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ description: '<p>Hello <a>x</a></p>', search: 'hello x' })
  }
})

test.each([
  [{ description: '<p><br></p>' }, 'description', 'This field is required'],
  [{ description: '<script>alert(1)</script>' }, 'description', 'This field is required'],
  [{}, 'description', 'This field is required'],
  [{ description: 7 }, 'description', 'Enter text.'],
  [{ description: 'x', object_id: '' }, 'object_id', 'This field is required'],
  [{ description: 'x', object_id: 'opportunity' }, 'object_id', "Send a record, such as 'opportunity-5'."],
  [{ description: 'x', object_id: 'user-1' }, 'object_id', "Send a record, such as 'opportunity-5'."],
  [{ description: 'x', object_id: { id: 1 } }, 'object_id', 'Enter text.'],
  [{ description: 'x', content_type: 33 }, 'content_type', 'object_id names another kind of record.'],
])('[API-4] %j is refused by %s', async (body, name, text) => {
  const answer = await create<{ fields: Record<string, string> }>(body)
  expect([answer.status, answer.body.fields]).toEqual([400, { [name]: text }])
})

test('[TRUST-10] absent and trashed owners answer the same, and lists are empty', async () => {
  const gone = await createDeal()
  await create({ object_id: `opportunity-${gone}`, description: 'Before' })
  await api.asBroker('DELETE', `/api/mpg/opportunities/${gone}/`)
  for (const id of [gone, 999_999]) {
    const object_id = `opportunity-${id}`
    const answer = await create<{ code: string; fields: object }>({ object_id, description: 'x' })
    expect([answer.status, answer.body.code, answer.body.fields]).toEqual([
      404,
      'not_found',
      { object_id: 'Opportunity not found.' },
    ])
    expect(await list(`object_id=${object_id}`)).toEqual({ count: 0, results: [] })
  }
  const moved = (await create({ description: 'x' })).body
  const change = { object_id: `opportunity-${gone}` }
  expect((await api.asBroker('PATCH', `${url}${moved.id}/`, change)).status).toBe(404)
  await api.asBroker('DELETE', `${url}${moved.id}/`)
})

test('[NOTE-1] a note can move, and a bare id is of the kind that content_type names', async () => {
  const contact = (
    await api.asBroker<Row<'contacts'>>('POST', '/api/mpg/contacts/', {
      title: 'mr',
      first_name: 'Otto',
      last_name: 'Quill',
    })
  ).body.contact_id
  const { body } = await create({ object_id: contact, content_type: 33, description: 'About Otto' })
  expect([body.object_id, body.content_type]).toEqual([String(contact), 33])
  expect((await list(`object_id=contact-${contact}`)).results).toEqual([body])
  expect((await list(`object_id=${contact}&content_type=33`)).results).toEqual([body])
  expect((await list(`object_id=${contact}`)).count).toBe(0)
  await api.asBroker('PATCH', `${url}${body.id}/`, { object_id: owner, content_type: 21 })
  expect((await list(`object_id=contact-${contact}`)).count).toBe(0)
  expect((await list(`object_id=${owner}`)).results.map(({ id }) => id)).toContain(body.id)
})

test('[NOTE-1] the author and the team may change a note; others are told that they may not', async () => {
  const { body } = await create({ description: 'Mine' })
  const change = async (username: string, method: string, sent?: object) =>
    api.send('PATCH' === method ? 'PATCH' : 'DELETE', `${url}${body.id}/`, {
      token: await as(username),
      body: sent,
    })
  for (const method of ['PATCH', 'DELETE']) {
    const answer = await change('customer', method, { description: 'Theirs' })
    expect([answer.status, answer.body.code]).toEqual([409, 'refused'])
  }
  expect((await list(`object_id=${owner}&q=mine`)).count).toBe(1)
  expect((await change('team', 'PATCH', { description: 'Corrected' })).status).toBe(200)
  expect((await change('broker', 'DELETE')).status).toBe(204)
})

test('[TRUST-27] a note that was changed meanwhile is not overwritten', async () => {
  const { body } = await create({ description: 'First' })
  await api.asBroker('PATCH', `${url}${body.id}/`, { description: 'Second' })
  const late = await api.asBroker<{ current: Note }>('PATCH', `${url}${body.id}/`, {
    content: 'Third',
    version: 1,
  })
  expect([late.status, late.body.current.description]).toEqual([409, 'Second'])
})

test('[NOTE-1, API-1] notes are listed by user', async () => {
  const { created_by } = (await create({ description: '<p>Mine</p>' })).body
  const theirs = await api.send<Note>('POST', url, {
    token: await as('team'),
    body: { object_id: owner, description: '<p>Theirs</p>' },
  })
  const mine = await list(`created_by=${created_by}&limit=9999999`)
  expect(mine.count).toBe(mine.results.length)
  expect(new Set(mine.results.map((note) => note.created_by))).toEqual(new Set([created_by]))
  const here = await list(`created_by=${theirs.body.created_by}&object_id=${owner}`)
  expect(here.results.map(({ id }) => id)).toContain(theirs.body.id)
  expect((await list('created_by=999999')).count).toBe(0)
})

test('[TRUST-25] letters that stand for words are searched no further than texts are long', async () => {
  const { body } = await create({ description: '\ufdfa'.repeat(10_000) })
  const { search } = await api.database.db
    .selectFrom('notes')
    .select('search')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(search).toHaveLength(100_000)
})

test('[API-2] a long text is found by whatever stands in it, wherever it is taken apart to be folded', async () => {
  const description = Array.from({ length: 6_000 }, (_, index) => `Σ\u{10428}${index}`).join(' ')
  const { body } = await create({ description: `<p>${description}</p>` })
  for (const index of [7, 1_000, 1_250, 1_251, 1_252, 3_000, 5_999])
    expect((await list(`q=${encodeURIComponent(`σ\u{10428}${index}`)}`)).results.map(({ id }) => id)).toEqual(
      [body.id],
    )
  const { search } = await api.database.db
    .selectFrom('notes')
    .select('search')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(search).toBe(fold(description))
})
