import type { Input, Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'

const path = '/api/mpg/views/'
const query = 'q=school&tags=3&sort=-pricing_due_date'

type User = 'broker' | 'team' | 'customer'

let api: TestApi
const tokens = new Map<User, string>()
beforeAll(async () => {
  api = await startApi()
  for (const user of ['broker', 'team', 'customer'] as const)
    tokens.set(user, (await api.signIn(user)).access)
})
afterAll(() => api.close())

const as = <T = ErrorAnswer>(user: User, method: string, url: string, body?: object) =>
  api.send<T>(method, url, { token: tokens.get(user) ?? '', ...(body && { body }) })
const save = async (body: Partial<Input<'views'>> = {}) => {
  const answer = await as<Row<'views'>>('broker', 'POST', path, {
    name: 'Schools',
    list: 'opportunities',
    query,
    ...body,
  })
  expect(answer.status).toBe(201)
  return answer.body
}
const namesFor = async (user: User, parameters = '') =>
  (await as<ListAnswer<Row<'views'>>>(user, 'GET', `${path}?limit=100&${parameters}`)).body.results.map(
    ({ name }) => name,
  )

test('[VIEW-2] a view is its author’s alone until it is shared, and again afterwards', async () => {
  const view = await save({ name: 'Own only' })
  expect(view).toMatchObject({ list: 'opportunities', query, is_shared: false, version: 1 })
  const url = `${path}${view.view_id}/`
  expect(await namesFor('broker')).toContain('Own only')
  expect(await namesFor('team')).not.toContain('Own only')
  for (const method of ['GET', 'PATCH', 'DELETE'] as const)
    expect([
      method,
      (await as('team', method, url, method === 'PATCH' ? { name: 'x' } : undefined)).status,
    ]).toEqual([method, 404])

  await as('broker', 'PATCH', url, { is_shared: true })
  expect(await namesFor('team')).toContain('Own only')
  expect((await as<Row<'views'>>('team', 'GET', url)).body.query).toBe(query)

  await as('broker', 'PATCH', url, { is_shared: false })
  expect(await namesFor('team')).not.toContain('Own only')
  expect((await as('team', 'GET', url)).status).toBe(404)
  expect((await as('broker', 'GET', url)).status).toBe(200)
})

test('[VIEW-2] a shared view is used by all, changed by its author, and deleted by the team, too', async () => {
  const { view_id } = await save({ name: 'For all', is_shared: true })
  const url = `${path}${view_id}/`
  expect((await as('customer', 'GET', url)).status).toBe(200)
  for (const method of ['PATCH', 'DELETE'] as const) {
    const refused = await as('customer', method, url, method === 'PATCH' ? { query: null } : undefined)
    expect([method, refused.status, refused.body.detail]).toEqual([
      method,
      409,
      "Only its author changes a view; the provider's team may delete it.",
    ])
  }
  expect((await as('team', 'PATCH', url, { is_shared: false })).status).toBe(409)
  expect((await as<Row<'views'>>('broker', 'PATCH', url, { query: 'q=mill' })).body.query).toBe('q=mill')
  expect((await as('team', 'DELETE', url)).status).toBe(204)
  expect((await as('broker', 'GET', url)).status).toBe(404)
})

test('[VIEW-2] views are listed by what they list, ordered by name and counted for who asks', async () => {
  await save({ name: 'B contacts', list: 'contacts', query: null })
  await save({ name: 'A contacts', list: 'contacts', query: 'q=mill' })
  expect(await namesFor('broker', 'list=contacts')).toEqual(['A contacts', 'B contacts'])
  expect((await as<{ count: number }>('team', 'GET', `${path}?list=contacts&limit=0`)).body.count).toBe(0)
  expect((await as('broker', 'GET', `${path}?list=nothing`)).status).toBe(400)
})

test.each([
  [{ name: '' }, 'name'],
  [{ list: 'messages' }, 'list'],
  [{ query: 'q='.padEnd(2_001, 'x') }, 'query'],
  [{ is_shared: 'perhaps' }, 'is_shared'],
])('[VIEW-2] %j is refused by field', async (body, field) => {
  const answer = await as('broker', 'POST', path, { name: 'A', list: 'opportunities', ...body })
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
})

test.each([
  ['opportunities', 'stage=bogus'],
  ['opportunities', 'foo=bar'],
  ['opportunities', '%%%'],
  ['opportunities', 'limit=-1&q=x'],
  ['opportunities', 'size=50'],
  ['opportunities', 'sort=bogus'],
  ['opportunities', 'shape=pie'],
  ['opportunities', 'tags=3&tags=4'],
  ['opportunities', 'pricing_due_date_is=nonsense'],
  ['opportunities', 'quotes_expire_today=perhaps'],
  ['contacts', 'shape=board'],
  ['contacts', 'stage=won'],
  ['contracts', 'bucket=7'],
  ['contracts', 'as_of=2026-11-30'],
] as const)('[VIEW-2] a view of %s with %s is refused, and no view is changed to it', async (list, wrong) => {
  const sent = { name: 'A', list, query: wrong }
  const refused = await as('broker', 'POST', path, sent)
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['query']])
  const { view_id } = await save({ list, query: null })
  const changed = await as('broker', 'PATCH', `${path}${view_id}/`, { query: wrong })
  expect([changed.status, Object.keys(changed.body.fields ?? {})]).toEqual([400, ['query']])
})

test.each([
  ['opportunities', 'q=mill&stage=new%2Cpricing&sort=-created_at&shape=board'],
  ['opportunities', 'opportunity_name_contains=a%2C+b&pricing_due_date_is=overdue&created_by=me'],
  ['opportunities', 'tags_all=1%2C2&sales_annual_volume_manual_from=-1.5&shape=calendar'],
  ['opportunities', 'pricing_due=today&quotes_expire_today=true&ready_missing=meters&ready_score_from=80'],
  ['contracts', 'state=draft%2Csigned&bucket=30&notice_within=90&enrollment_late=true&sort=end_date'],
  ['todos', 'status=todo%2Cin_progress&assignee=me&due_date_to=2026-11-30'],
  ['addresses', 'state=44'],
  ['opportunities', ''],
] as const)('[VIEW-2] a view of %s keeps %s, as the pages send it', async (list, sent) => {
  expect(await save({ list, query: sent })).toMatchObject({ list, query: sent || null })
})

test('[VIEW-2] a view that has become invalid is read and renamed; one of another list is read anew', async () => {
  const { view_id } = await save({ query: 'stage=won' })
  const url = `${path}${view_id}/`
  await api.database.db
    .updateTable('views')
    .set({ query: 'stage=gone' })
    .where('view_id', '=', view_id)
    .execute()
  expect((await as<Row<'views'>>('broker', 'GET', url)).body.query).toBe('stage=gone')
  const renamed = await as<Row<'views'>>('broker', 'PATCH', url, { name: 'Old', query: 'stage=gone' })
  expect([renamed.status, renamed.body.name, renamed.body.query]).toEqual([200, 'Old', 'stage=gone'])
  expect((await as('broker', 'PATCH', url, { list: 'contacts' })).status).toBe(400)
})

test('[VIEW-2] of two changes of a view at once one wins, the other sees how it is', async () => {
  const { view_id } = await save({ is_shared: true })
  const url = `${path}${view_id}/`
  const answers = await Promise.all(
    ['a', 'b'].map((_, index) => as('broker', 'PATCH', url, { query: `q=${index}`, version: 1 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})
