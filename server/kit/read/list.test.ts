import { sql } from 'kysely'
import type { ListAnswer } from '../../../src/contract/answers'
import type { Row } from '../../../src/contract'
import { resources } from '../../resources'
import { startApi, type TestApi } from '../../testing/api'
import { turnsDuring } from '../../testing/turns'
import { refreshDerived } from '../write/derive'
import { readRecords } from './batches'
import { findIds } from './list'
import { parseListQuery } from './query'
import { streamList } from '../present/stream'

type Opportunity = Row<'opportunities'>
type Nested = Record<string, unknown>

let api: TestApi
const path = '/api/mpg/opportunities/'
const list = async (query = '') => (await api.asBroker<ListAnswer<Opportunity>>('GET', path + query)).body
const names = async (query: string) => (await list(query)).results.map((row) => row.opportunity_name)
const create = async (resource: string, body: object) => {
  const sent = resource === 'organizations' ? { state: 'TX', ...body } : body
  const answer = await api.asBroker<Nested>('POST', `/api/mpg/${resource}/`, sent)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** A few deals that differ in every field that a list can sort and search by. */
const deals = [
  {
    opportunity_name: 'Élan Foods 100%',
    sales_represented: 'Ames',
    sales_annual_volume_manual: 1200.5,
    pricing_due_date: '2027-01-31',
  },
  { opportunity_name: 'elan foods_annex', sales_represented: 'baker', sales_annual_volume_manual: 90 },
  { opportunity_name: 'Mercy Hospital', sales_represented: 'Ames', pricing_due_date: '2027-01-30T15:00:00Z' },
  { opportunity_name: 'Zinc "Works" \\ North', broker_name: 'Quillfeather', sales_annual_volume_manual: 0 },
  { opportunity_name: 'aq', sales_represented: 'Čapek' },
]

let tagIds: number[]
let organizationId: number
beforeAll(async () => {
  api = await startApi()
  tagIds = []
  for (const name of ['Renewal', 'credit hold'])
    tagIds.push(
      (await create('tag', { name, color: '#1f6feb', description: `${name} deals` }))['tag_id'] as number,
    )
  organizationId = (await create('organizations', { name: 'Saint Brigid Laundry' }))[
    'organization_id'
  ] as number
  for (const [index, deal] of deals.entries())
    await create('opportunities', {
      ...deal,
      tags: index === 0 ? tagIds : index === 2 ? [{ tag_id: tagIds[0], name: 'ignored' }] : [],
      organizations: index === 4 ? [organizationId] : [],
    })
})
afterAll(() => api.close())

test('[API-2, LIST-1] a list answers count and results, by name unless told otherwise', async () => {
  const answer = await list()
  expect(answer.count).toBe(5)
  expect(answer.results.map((row) => row.opportunity_name)).toEqual([
    'aq',
    'Élan Foods 100%',
    'elan foods_annex',
    'Mercy Hospital',
    'Zinc "Works" \\ North',
  ])
})

test('[API-2] limit and offset cut the page and leave the count', async () => {
  expect(await list('?limit=2&offset=3')).toMatchObject({
    count: 5,
    results: [{ opportunity_name: 'Mercy Hospital' }, {}],
  })
  expect((await list('?limit=0')).results).toEqual([])
  expect((await list('?limit=0')).count).toBe(5)
  expect(await list('?offset=50')).toEqual({ count: 5, results: [] })
  expect((await list('?limit=999999999&offset=')).results).toHaveLength(5)
  expect((await list('?limit=99999999')).count).toBe(5)
})

test.each([
  [
    'opportunity_name',
    ['aq', 'Élan Foods 100%', 'elan foods_annex', 'Mercy Hospital', 'Zinc "Works" \\ North'],
  ],
  [
    'sales_annual_volume_manual',
    ['Zinc "Works" \\ North', 'elan foods_annex', 'Élan Foods 100%', 'Mercy Hospital', 'aq'],
  ],
  [
    '-sales_annual_volume_manual',
    ['Élan Foods 100%', 'elan foods_annex', 'Zinc "Works" \\ North', 'aq', 'Mercy Hospital'],
  ],
  ['pricing_due_date', ['Mercy Hospital', 'Élan Foods 100%']],
  ['-pricing_due_date', ['Élan Foods 100%', 'Mercy Hospital']],
  [
    'sales_represented',
    ['Élan Foods 100%', 'Mercy Hospital', 'elan foods_annex', 'aq', 'Zinc "Works" \\ North'],
  ],
  [
    '-sales_represented',
    ['aq', 'elan foods_annex', 'Mercy Hospital', 'Élan Foods 100%', 'Zinc "Works" \\ North'],
  ],
  ['tags', ['Élan Foods 100%', 'Mercy Hospital']],
  ['-tags', ['Mercy Hospital', 'Élan Foods 100%']],
  ['created_at', deals.map((deal) => deal.opportunity_name)],
  ['-modified_at', deals.map((deal) => deal.opportunity_name).reverse()],
])('[OPL-4, LIST-4, API-2] ordering=%s, nulls last, ties by id', async (ordering, start) => {
  // 'credit hold' is the first tag of Élan, 'Renewal' of Mercy.
  expect((await names(`?ordering=${ordering}`)).slice(0, start.length)).toEqual(start)
})

test('[API-2] walking all pages by any column yields every row once', async () => {
  for (const ordering of [
    'tags',
    '-tags',
    'pricing_due_date',
    '-sales_represented',
    'sales_annual_volume_manual',
  ]) {
    const walked: string[] = []
    for (let offset = 0; offset < 5; offset++)
      walked.push(...(await names(`?limit=1&offset=${offset}&ordering=${ordering}`)))
    expect([ordering, [...walked].sort()]).toEqual([
      ordering,
      deals.map((deal) => deal.opportunity_name).sort(),
    ])
  }
})

test.each([
  ['ELAN', 2],
  ['élan', 2],
  ['e', 5],
  ['aq', 1],
  ['qu', 1],
  ['Quillfea', 1],
  ['%', 1],
  ['100%', 1],
  ['s_a', 1],
  ['_', 1],
  ['\\', 1],
  ['"works"', 1],
  ["'", 0],
  ['renewal', 2],
  ['hold', 1],
  ['brigid', 1],
  ['capek', 1],
  ['Čapek', 1],
  ['foods mercy', 0],
  ['  mercy  ', 1],
  ['no such thing', 0],
  ['mercyhospital', 0],
])('[API-2, TRUST-13] q=%s is plain text, found in %i', async (q, count) => {
  const answer = await list(`?q=${encodeURIComponent(q)}`)
  expect(answer.count).toBe(count)
  expect(answer.results).toHaveLength(count)
})

test('[API-2] search finds a changed tag, organization and name at once, and no longer the old ones', async () => {
  await api.asBroker('PATCH', `/api/mpg/tag/${tagIds[1]}/`, { name: 'Watchlist' })
  expect(await names('?q=watchlist')).toEqual(['Élan Foods 100%'])
  expect(await names('?q=credit hold')).toEqual([])
  expect((await names('?ordering=tags')).slice(0, 2)).toEqual(['Élan Foods 100%', 'Mercy Hospital'])
  await api.asBroker('PATCH', `/api/mpg/organizations/${organizationId}/`, { name: 'Saint Brigid Linen' })
  expect(await names('?q=brigid lin')).toEqual(['aq'])
  expect(await names('?q=laundry')).toEqual([])
  const spare = await create('tag', { name: 'Passing', color: '#222', description: 'Goes again' })
  const [row] = (await list('?q=mercy')).results
  await api.asBroker('PATCH', `${path}${row?.opportunity_id}/`, {
    tags: { add: [spare['tag_id']] },
  })
  expect(await names('?q=passing')).toEqual(['Mercy Hospital'])
  expect((await api.asBroker('DELETE', `/api/mpg/tag/${spare['tag_id'] as number}/`)).status).toBe(204)
  expect(await names('?q=passing')).toEqual([])
})

test('[API-3, OPL-6] expand nests users and tags; unexpanded relations are ids', async () => {
  const plain = (await list('?q=100%25')).results[0]
  expect(plain?.tags).toEqual(tagIds)
  expect(typeof plain?.created_by).toBe('number')
  const answer = await api.asBroker<ListAnswer<Nested>>(
    'GET',
    `${path}?q=100%25&expand=created_by,modified_by,tags`,
  )
  expect(answer.body.results[0]).toMatchObject({
    created_by: { username: 'broker' },
    modified_by: { username: 'broker' },
    tags: [{ tag_id: tagIds[0], name: 'Renewal', color: '#1f6feb' }, { tag_id: tagIds[1] }],
  })
  expect(JSON.stringify(answer.body)).not.toMatch(/password_hash|argon|_key|"search"/)
})

test('[API-3] dotted paths nest further, on one record too', async () => {
  const id = (await list('?q=brigid')).results[0]?.opportunity_id
  const answer = await api.asBroker<Nested>(
    'GET',
    `${path}${id}?expand=organizations.created_by.profile,tags`,
  )
  expect(answer.body).toMatchObject({
    organizations: [
      {
        name: 'Saint Brigid Linen',
        created_by: { username: 'broker', profile: { nylas_access_token: expect.any(String) as string } },
      },
    ],
  })
})

test.each([
  ['ordering', 'ordering=search'],
  ['ordering', 'ordering=--opportunity_name'],
  ['ordering', 'ordering=constructor'],
  ['expand', 'expand=password_hash'],
  ['expand', 'expand=tags.nothing'],
  ['expand', 'expand=__proto__'],
  ['expand', 'expand=organizations.created_by.profile.user.x'],
  ['limit', 'limit=-1'],
  ['limit', 'limit=ten'],
  ['limit', 'limit=1.5'],
  ['offset', 'offset=-5'],
  ['q', 'q=a%00b'],
  ['q', `q=${'x'.repeat(256)}`],
  ['q', 'q=a&q=b'],
  ['limit', 'limit=1&limit=2'],
  ['expand', 'expand=tags&expand=created_by'],
])('[TRUST-12, TRUST-13] a bad %s is a 400 that names it: %s', async (name, query) => {
  const answer = await api.asBroker('GET', `${path}?${query}`)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.fields ?? {})).toEqual([name])
  expect(answer.body.detail).toContain(name)
})

test('[API-1, API-5] lookups: states, content types with contact 33', async () => {
  const states = await api.asBroker<ListAnswer<Nested>>('GET', '/api/mpg/states?limit=999')
  expect(states.body.count).toBe(51)
  expect(states.body.results).toContainEqual({ state_id: 9, acronym: 'DC', name: 'District of Columbia' })
  const types = await api.asBroker<ListAnswer<Nested>>('GET', '/api/mpg/content-types/?limit=9999999')
  expect(types.body.results).toContainEqual({ id: 33, model: 'contact' })
  for (const model of ['file', 'todo', 'opportunity'])
    expect(types.body.results.map((row) => row['model'])).toContain(model)
})

describe('[API-2, TRUST-23] a list longer than is read at a time', () => {
  const address = '/api/mpg/content-types/?ordering=model&q=kind'
  const rows = Array.from({ length: 1_203 }, (_, index) => ({
    id: 1_000 + index,
    model: `kind-${String(index).padStart(4, '0')}`,
    search: 'kind',
  }))
  beforeAll(() => api.database.db.insertInto('content_types').values(rows).execute())
  afterEach(() => jest.restoreAllMocks())

  test.each(['', '&limit=', '&limit=999999999', '&limit=1203', '&limit=1200&offset=3'])(
    'is answered whole and in order: %s',
    async (page) => {
      const answer = await api.asBroker<ListAnswer<{ model: string }>>('GET', address + page)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(answer.headers.has('content-length')).toBe(false)
      expect(answer.body.count).toBe(1_203)
      const wanted = rows.map((row) => row.model).slice(page.endsWith('offset=3') ? 3 : 0)
      expect(answer.body.results.map((row) => row.model)).toEqual(wanted)
    },
  )

  test('ends without its end when it fails in the middle, so that it is not taken for whole', async () => {
    const { access } = await api.signIn()
    const { dialect } = api.database
    const read = dialect.readAll.bind(dialect)
    let reads = 0
    jest.spyOn(dialect, 'readAll').mockImplementation((db, statements) => {
      // After the first records.
      if (statements.some(({ text }) => text.includes('content_types')) && ++reads > 2)
        throw new Error('The database has gone.')
      return read(db, statements)
    })
    const ask = (coding: string) =>
      fetch(`${api.url}${address}`, {
        headers: { authorization: `Bearer ${access}`, 'accept-encoding': coding },
      })
    const answer = await ask('identity')
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
    // Compressed, all of it may still be buffered; then the status can report the error.
    reads = 0
    const compressed = await ask('br')
    if (compressed.status === 200) await expect(compressed.text()).rejects.toThrow('terminated')
    else expect(await compressed.json()).toMatchObject({ code: 'internal_server_error' })
  })
})

test('[API-2] plain texts are ordered by their characters, whatever the collation of the database', async () => {
  for (const [index, color] of ['#abd', '#ABC', '#1F6', '#aBe'].entries())
    await create('tag', { name: `Shade ${index}`, color, description: 'shade' })
  const shades = await api.asBroker<ListAnswer<{ color: string }>>(
    'GET',
    '/api/mpg/tag/?q=shade&ordering=color',
  )
  expect(shades.body.results.map(({ color }) => color)).toEqual(['#1F6', '#ABC', '#aBe', '#abd'])
})

test('[API-2, K3] words may stand in several fields, a phrase in quotes in one', async () => {
  await create('opportunities', { opportunity_name: 'Ends in alpha', sales_represented: 'omega begins' })
  expect((await api.asBroker('GET', `${path}?q=${encodeURIComponent('alpha\nomega')}`)).status).toBe(400)
  expect(await names('?q="alpha omega"')).toEqual([])
  expect(await names('?q=omega alpha')).toEqual(['Ends in alpha'])
})

test('[API-2] counts of any length are taken, the largest as no limit', async () => {
  const all = (await list('?limit=999999999')).count
  expect((await list(`?limit=${'9'.repeat(400)}`)).results).toHaveLength(all)
  expect(await list(`?offset=${'9'.repeat(400)}`)).toEqual({ count: all, results: [] })
})

test('[TRUST-23] others get their turn while a long list is answered, and while many rows follow a change', async () => {
  const { db } = api.database
  const rows = Array.from({ length: 2_000 }, (_, index) => ({
    id: 10_000 + index,
    model: `turn-${index}`,
    search: 'turn',
  }))
  await db.insertInto('content_types').values(rows).execute()
  const resource = resources.contentTypes
  const query = parseListQuery(resource, { limit: '999999999', q: 'turn' })
  const ids = await findIds(api.database, resource, query, { reader: 1, dataVersion: '' })
  const inList = await turnsDuring(async () => {
    let length = 0
    for await (const text of streamList(ids.length, readRecords(db, resource, ids, query)))
      length += text.length
    expect(length).toBeGreaterThan(2_000)
  })
  expect(inList).toBeGreaterThanOrEqual(4)
  // Each reading of the clock takes a millisecond.
  let now = 0
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now++)
  const inWrites = await db
    .transaction()
    .execute((trx) => turnsDuring(() => refreshDerived(trx, resource, ids)))
  clock.mockRestore()
  expect(inWrites).toBeGreaterThanOrEqual(10)
})

test('[TRUST-23] conditions of a resource beside its fields read many records beside the event loop', async () => {
  const { db, scans } = api.database
  // PostgreSQL reads in a process of its own.
  if (db === scans) return
  const reads = jest.spyOn(scans, 'selectFrom')
  await list('?quotes_expire_today=true')
  expect(reads).not.toHaveBeenCalled()
  await sql`update sqlite_sequence set seq = 10000 where name = 'opportunities'`.execute(db)
  const { opportunity_id: id } = await create('opportunities', { opportunity_name: 'Far' })
  try {
    await list('?quotes_expire_today=true')
    expect(reads).toHaveBeenCalledWith('opportunities')
    reads.mockClear()
    await list()
    expect(reads).not.toHaveBeenCalled()
  } finally {
    reads.mockRestore()
    await db.deleteFrom('opportunities').where('opportunity_id', '=', Number(id)).execute()
  }
})

test('[TRUST-23] words that stand in tags, too, are combined beside the event loop', async () => {
  const { db, scans } = api.database
  if (db === scans) return
  const { tag_id: tag } = await create('tag', { name: 'gammatag', color: '#1f6feb', description: 'A tag' })
  const { opportunity_id: id } = await create('opportunities', {
    opportunity_name: 'gammadeal deltadeal',
    tags: [tag],
  })
  const reads = jest.spyOn(scans, 'selectFrom')
  const found = async (q: string) => (await list(`?q=${q}`)).results.map((deal) => deal.opportunity_id)
  try {
    expect(await found('gammadeal+deltadeal')).toEqual([id])
    expect(reads).not.toHaveBeenCalled()
    expect(await found('gammatag+deltadeal')).toEqual([id])
    expect(reads).toHaveBeenCalledWith('opportunities')
  } finally {
    reads.mockRestore()
  }
})
