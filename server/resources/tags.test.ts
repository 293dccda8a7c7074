import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'
import { expectOrderings, folded } from '../testing/orderings'
import { recordMaker, type MakeRecord } from '../testing/records'

type Tag = Row<'tags'>

const path = '/api/mpg/tag/'

let api: TestApi
let record: MakeRecord
beforeAll(async () => {
  api = await startApi()
  record = recordMaker(api)
})
afterAll(() => api.close())

const list = async (query = '') => (await api.asBroker<ListAnswer<Tag>>('GET', path + query)).body
const post = (body: object) =>
  api.asBroker('POST', path, { name: 'Whatever', color: '#222', description: 'd', ...body })

test('[TAG-1, TAG-3, API-1, API-6] a tag is created, read, listed, changed and deleted, with and without the slash', async () => {
  const answer = await api.asBroker<Tag>('POST', '/api/mpg/tag', {
    name: '  Renewal ',
    color: '#1f6FEB',
    description: ' Ends this year ',
  })
  expect(answer.status).toBe(201)
  const tag = answer.body
  expect(tag).toMatchObject({
    name: 'Renewal',
    color: '#1f6FEB',
    description: 'Ends this year',
    version: 1,
    created_at: tag.modified_at,
    created_by: tag.modified_by,
  })
  expect((await list('?limit=9999999')).results).toEqual([tag])
  expect((await list('?q=ENDS THIS')).results).toEqual([tag])
  const one = `${path}${tag.tag_id}`
  expect((await api.asBroker<Tag>('GET', one)).body).toEqual(tag)

  const put = { name: 'Renewals', color: '#abc', description: 'Ends this year' }
  const changed = await api.asBroker<Tag>('PUT', `${one}/`, put)
  expect([changed.status, changed.body]).toMatchObject([200, { ...put, version: 2 }])
  expect((await api.asBroker<Tag>('PATCH', one, { color: '#def' })).body).toMatchObject({
    ...put,
    color: '#def',
    version: 3,
  })
  expect((await api.asBroker('DELETE', `${one}/`)).status).toBe(204)
  expect((await api.asBroker('GET', `${one}/`)).status).toBe(404)
  expect((await list()).count).toBe(0)
})

test.each<[object, Record<string, string>]>([
  [{ name: ' ' }, { name: 'This field is required' }],
  [{ color: null }, { color: 'This field is required' }],
  [{ description: '' }, { description: 'This field is required' }],
  [
    { name: undefined, color: undefined, description: undefined },
    {
      name: 'This field is required',
      color: 'This field is required',
      description: 'This field is required',
    },
  ],
  [{ name: 'x'.repeat(256) }, { name: 'At most 255 characters.' }],
  [{ color: '#12345678' }, { color: 'At most 7 characters.' }],
  ...['red', '222', '#2222', '#ggg', '#22222'].map((color): [object, Record<string, string>] => [
    { color },
    { color: 'Enter a hex colour such as #222 or #1f6feb.' },
  ]),
])('[TAG-2, TAG-3, API-4] a tag with %j is refused by field', async (change, fields) => {
  const answer = await post(change)
  expect([answer.status, answer.body.fields]).toEqual([400, fields])
})

test('[TAG-2, API-4] a change keeps to the same rules', async () => {
  const { tag_id } = await record('tags', { name: 'Kept as it is' })
  const refusedBy = async (method: string, body: object) => {
    const answer = await api.asBroker(method, `${path}${tag_id}/`, body)
    return [answer.status, answer.body.fields]
  }
  expect(await refusedBy('PUT', { name: 'Kept', color: '#222' })).toEqual([
    400,
    { description: 'This field is required' },
  ])
  expect(await refusedBy('PATCH', { color: 'blue' })).toEqual([
    400,
    { color: 'Enter a hex colour such as #222 or #1f6feb.' },
  ])
  expect(await refusedBy('PATCH', { name: '' })).toEqual([400, { name: 'This field is required' }])
})

test('[TAG-3] a name is taken whatever its case and accents, for a new tag and for a changed one', async () => {
  const text = 'A tag with this name exists already.'
  const first = await record('tags', { name: 'Élite Account' })
  const other = await record('tags', { name: 'Elite' })
  const twice = await post({ name: '  ELITE   account ' })
  expect([twice.status, twice.body.code, twice.body.fields]).toEqual([409, 'duplicate', { name: text }])
  const renamed = await api.asBroker('PATCH', `${path}${other.tag_id}/`, { name: 'elite account' })
  expect([renamed.status, renamed.body.fields]).toEqual([409, { name: text }])
  const respelt = await api.asBroker<Tag>('PATCH', `${path}${first.tag_id}/`, { name: 'ELITE ACCOUNT' })
  expect([respelt.status, respelt.body.name]).toEqual([200, 'ELITE ACCOUNT'])
  await api.asBroker('DELETE', `${path}${first.tag_id}/`)
  expect((await post({ name: 'Élite Account' })).status).toBe(201)
})

test('[TAG-1, API-2] a tag tells by its list of opportunities where it is used, and leaves them when it goes', async () => {
  const used = await record('tags', { name: 'Used twice' })
  const other = await record('tags', { name: 'Used once' })
  const opportunities = '/api/mpg/opportunities/'
  const deals = []
  for (const tags of [[used.tag_id, other.tag_id], [used.tag_id], []])
    deals.push(await record('opportunities', { tags }))
  const usedIn = async (id: number) =>
    (await api.asBroker<{ count: number }>('GET', `${opportunities}?limit=0&tags=${id}`)).body.count
  expect([await usedIn(used.tag_id), await usedIn(other.tag_id)]).toEqual([2, 1])
  await api.asBroker('DELETE', `${opportunities}${deals[1]?.opportunity_id}/`)
  expect(await usedIn(used.tag_id)).toBe(1)
  await api.asBroker('DELETE', `${path}${used.tag_id}/`)
  const left = await api.asBroker<Row<'opportunities'>>('GET', `${opportunities}${deals[0]?.opportunity_id}/`)
  expect(left.body.tags).toEqual([other.tag_id])
})

test('[TAG-1, API-2] tags sort by every column', async () => {
  for (const [name, color, description] of [
    ['Éclair', '#ABC', 'b'],
    ['eclipse', '#abd', 'B'],
    ['Zebra', '#abd', 'ä'],
    ['apple', '#1F6', 'a'],
  ] as const)
    await record('tags', { name, color, description })
  await expectOrderings(api, 'tags', {
    name: ({ name }) => folded(name),
    color: ({ color }) => color,
    description: ({ description }) => folded(description),
    created_at: ({ created_at }) => created_at,
    modified_at: ({ modified_at }) => modified_at,
  })
})

test('[TAG-3, TRUST-38] what happened to a tag is audited, with before and after', async () => {
  const { tag_id, created_by } = await record('tags', { name: 'Watched' })
  await api.asBroker('PATCH', `${path}${tag_id}/`, { name: 'Watched closely' })
  await api.asBroker('DELETE', `${path}${tag_id}/`)
  const rows = await api.database.db
    .selectFrom('audit')
    .selectAll()
    .where('resource', '=', 'tags')
    .where('record_id', '=', tag_id)
    .orderBy('id')
    .execute()
  const nameIn = (text: string | null) => (text === null ? null : (JSON.parse(text) as Tag).name)
  expect(rows.map(({ action, before, after }) => [action, nameIn(before), nameIn(after)])).toEqual([
    ['create', null, 'Watched'],
    ['update', 'Watched', 'Watched closely'],
    ['delete', 'Watched closely', null],
  ])
  expect(rows.every(({ actor }) => actor === created_by)).toBe(true)
})
