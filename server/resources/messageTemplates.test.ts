import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { schemaName } from '../../src/contract/schema'
import { fieldText, templateFieldNames } from '../../src/contract/templateFields'
import { startApi, type TestApi } from '../testing/api'
import type { ApiDocument } from '../testing/apiDocument'
import { expectOrderings, folded } from '../testing/orderings'
import { recordMaker, type MakeRecord } from '../testing/records'

type Record = Row<'messageTemplates'>

const { path } = contract.messageTemplates
const text = '<p>Dear {{contact.first_name}},</p>'

let api: TestApi
let record: MakeRecord
beforeAll(async () => {
  api = await startApi()
  record = recordMaker(api)
})
afterAll(() => api.close())

const list = async (query = '') => (await api.asBroker<ListAnswer<Record>>('GET', path + query)).body

test('[API-1, API-6] a record is created, read, found, changed and refused in an older version', async () => {
  const answer = await api.asBroker<Record>('POST', path, { name: '  Brackwater ', text })
  expect(answer.status).toBe(201)
  const made = answer.body
  expect(made).toMatchObject({ name: 'Brackwater', version: 1, created_by: made.modified_by })
  expect(await list('?q=brackw')).toEqual({ count: 1, results: [made] })
  const one = `${path}${made.message_template_id}/`
  const changed = await api.asBroker<Record>('PUT', one, {
    name: 'Brackwater & Sons',
    text,
    version: 1,
  })
  expect(changed.body).toMatchObject({ name: 'Brackwater & Sons', version: 2 })
  expect((await api.asBroker('GET', one)).body).toEqual(changed.body)
  expect((await api.asBroker('PATCH', one, { name: 'Late', version: 1 })).status).toBe(409)
})

test('[API-4] a record needs a name', async () => {
  const { status, body } = await api.asBroker('POST', path, { name: ' ', text })
  expect([status, body.fields]).toEqual([400, { name: 'This field is required' }])
})

test('[API-2] the list sorts by every column', async () => {
  for (const name of ['élan', 'Elbe', 'amber']) await record('messageTemplates', { name })
  await expectOrderings(api, 'messageTemplates', {
    name: ({ name }) => folded(name),
    created_at: ({ created_at }) => created_at,
    modified_at: ({ modified_at }) => modified_at,
  })
})

test('[API-1] what is deleted is in the trash, and restored as it was', async () => {
  const made = await record('messageTemplates')
  const one = `${path}${made.message_template_id}/`
  expect((await api.asBroker('DELETE', one)).status).toBe(204)
  expect((await api.asBroker('GET', one)).status).toBe(404)
  const trash = await api.asBroker<ListAnswer<Record>>('GET', `${path}trash/`)
  expect(trash.body.results).toMatchObject([
    { message_template_id: made.message_template_id, deleted_by: made.created_by },
  ])
  expect((await api.asBroker('POST', `${one}restore/`)).body).toEqual(made)
})

test('[TRUST-38] each change is in the audit', async () => {
  const { message_template_id } = await record('messageTemplates')
  await api.asBroker('DELETE', `${path}${message_template_id}/`)
  const rows = await api.database.db
    .selectFrom('audit')
    .select('action')
    .where('resource', '=', 'messageTemplates')
    .where('record_id', '=', message_template_id)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([{ action: 'create' }, { action: 'delete' }])
})

test('[MAIL-4] subject and text have known fields only; others are refused by name', async () => {
  const send = (body: object) => api.asBroker('POST', path, { name: 'A', text, ...body })
  const known = templateFieldNames.map(fieldText).join(' ')
  const whole = { subject: known, text: `<p>${known} {{ user.name }}</p>` }
  expect((await send(whole)).body).toMatchObject(whole)
  const refused = await send({
    subject: 'To {{contact.shoe_size}}',
    text: '<p>{{contact.name}} {{now}} {{}}</p>',
  })
  expect(refused.status).toBe(400)
  expect(refused.body.fields?.['subject']).toMatch(
    /^Unknown: \{\{contact.shoe_size\}\}\. There are .*contact.name/,
  )
  expect(refused.body.fields?.['text']).toMatch(/^Unknown: \{\{now\}\}, \{\{\}\}\. /)
  for (const hidden of ['constructor', '__proto__.name', 'contact.toString', 'contact.name.length', 'user'])
    expect((await send({ subject: fieldText(hidden) })).status).toBe(400)
  // Marks within a field do not hide it.
  expect((await send({ text: '<p>{{contact.<b>shoe</b>}}</p>' })).status).toBe(400)
  expect((await send({ text: '<p>{{<b>contact</b>.name}} and {<b>{user.name}</b>}</p>' })).status).toBe(201)
  // The end of a paragraph or a line does: it is not filled in.
  for (const [split, name] of [
    ['<p>Dear {{</p><p>contact.name}}</p>', 'contact.name'],
    ['<ul><li>{{contact.</li><li>name}}</li></ul>', 'contact. name'],
    ['<p>{{contact.name<br>}}</p>', 'contact.name'],
  ]) {
    const { status, body } = await send({ text: split })
    expect([status, body.fields]).toEqual([400, { text: `Write {{${name}}} on one line.` }])
  }
  const made = await record('messageTemplates')
  const one = `${path}${made.message_template_id}/`
  expect((await api.asBroker('PATCH', one, { body: '<p>{{then}}</p>' })).body.fields).toHaveProperty('text')
})

test('[MAIL-4] a template is its author’s alone until it is shared; others change neither kind', async () => {
  const made = await record('messageTemplates', { name: 'Own only' })
  const one = `${path}${made.message_template_id}/`
  const { access: token } = await api.signIn('customer')
  const as = (method: string, url: string, body?: object) =>
    api.send<ListAnswer<Record>>(method, url, { token, ...(body && { body }) })
  const names = async (url = `${path}?limit=100`) =>
    (await as('GET', url)).body.results.map(({ name }) => name)
  expect(await names()).not.toContain('Own only')
  expect((await as('GET', one)).status).toBe(404)
  for (const method of ['PATCH', 'DELETE']) expect((await as(method, one, {})).status).toBe(404)
  await api.asBroker('DELETE', one)
  expect(await names(`${path}trash/`)).not.toContain('Own only')
  expect((await as('POST', `${one}restore/`)).status).toBe(404)
  await api.asBroker('POST', `${one}restore/`)

  await api.asBroker('PATCH', one, { is_shared: true })
  expect(await names()).toContain('Own only')
  for (const method of ['PATCH', 'DELETE'])
    expect([method, (await as(method, one, {})).status]).toEqual([method, 409])
  await api.asBroker('PATCH', one, { is_shared: false })
  expect((await as('GET', one)).status).toBe(404)
  // Neither its history, which would tell of the time before it was shared.
  expect((await api.asBroker('GET', `${one}history/`)).status).toBe(404)
})

test('[MAIL-4, ROLE-1] a role that only reads has templates of its own, and shares none', async () => {
  const users = api.database.db.updateTable('users').where('username', '=', 'customer')
  const before = (await api.signIn('customer')).access
  const shared = await api.send<Row<'messageTemplates'>>('POST', path, {
    token: before,
    body: { name: 'Shared before', text, is_shared: true },
  })
  await users.set({ role: 'read_only' }).execute()
  const { access: token } = await api.signIn('customer')
  const send = (is_shared: boolean) =>
    api.send('POST', path, { token, body: { name: 'Mine', text, is_shared } })
  expect([(await send(false)).status, (await send(true)).status]).toEqual([201, 409])
  const one = `${path}${shared.body.message_template_id}/`
  expect((await api.send('DELETE', one, { token })).status).toBe(409)
  expect((await api.send('GET', one, { token })).status).toBe(200)
  await users.set({ role: null }).execute()
})

test('[API-8] the API document describes its routes', async () => {
  const { body } = await api.asBroker<ApiDocument>('GET', '/api/schema/')
  expect(Object.keys(body.paths[path] ?? {}).sort()).toEqual(['get', 'post'])
  expect(Object.keys(body.paths[`${path}{id}/`] ?? {}).sort()).toEqual(['delete', 'get', 'patch', 'put'])
  expect(body.tags.map(({ name }) => name)).toContain(schemaName(contract.messageTemplates))
})
