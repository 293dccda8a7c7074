import type { Row } from '../../../src/contract'
import { resources } from '../../resources'
import { startApi, type TestApi } from '../../testing/api'
import { until } from '../../testing/until'
import { inTransaction, maxWriters } from '../context'
import { inBatch } from './batch'
import { createRecord } from './create'
import { patchInBatch, updateRecord } from './update'

type Opportunity = Row<'opportunities'>

let api: TestApi
const path = '/api/mpg/opportunities/'
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const create = async (body: object = {}) =>
  (await api.asBroker<Opportunity>('POST', path, { opportunity_name: 'Larkfield Mill', ...body })).body
const read = (id: number) => api.asBroker<Opportunity>('GET', `${path}${id}/`)
const auditOf = (id: number) =>
  api.database.db
    .selectFrom('audit')
    .selectAll()
    .where('resource', '=', 'opportunities')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()

test('[API-1, API-6] a create answers the record that the server has stamped', async () => {
  const answer = await api.asBroker<Opportunity>('POST', '/api/mpg/opportunities', {
    opportunity_name: '  Larkfield Mill  ',
    broker_fee: '0.15',
    sales_annual_volume_manual: 123456789.012345,
    pricing_due_date: '2027-02-28',
    expected_close_date: '',
    dekatherms: true,
    version: 77,
    created_at: '1999-01-01T00:00:00Z',
    created_by: 3,
    opportunity_id: 4711,
  })
  expect(answer.status).toBe(201)
  const row = answer.body
  expect(answer.headers.get('etag')).toBe(`"1.opportunities-${row.opportunity_id}"`)
  expect(row).toMatchObject({
    opportunity_name: 'Larkfield Mill',
    broker_fee: 0.15,
    sales_annual_volume_manual: 123456789.012345,
    pricing_due_date: '2027-02-28',
    expected_close_date: null,
    dekatherms: true,
    fee_determinant_direct: null,
    credit_request: 'no',
    source_fee: 0,
    tags: [],
    version: 1,
  })
  expect(row.opportunity_id).not.toBe(4711)
  expect(Math.abs(Date.now() - Date.parse(row.created_at))).toBeLessThan(60_000)
  expect(row.modified_by).toBe(row.created_by)
  expect((await read(row.opportunity_id)).body).toEqual(row)
})

test('[OPL-3, API-1] days stay days, moments become UTC, whatever the zone', async () => {
  const dueOf = async (pricing_due_date: string) => (await create({ pricing_due_date })).pricing_due_date
  expect(await dueOf('2027-03-01')).toBe('2027-03-01')
  expect(await dueOf('2027-03-01T00:30:00-05:00')).toBe('2027-03-01T05:30:00.000Z')
  expect(await dueOf('2027-03-01 12:00')).toBe('2027-03-01T12:00:00.000Z')
})

test.each([
  [{ opportunity_name: '  ' }, { opportunity_name: 'This field is required' }],
  [{ opportunity_name: null }, { opportunity_name: 'This field is required' }],
  [{ opportunity_name: 'x'.repeat(256) }, { opportunity_name: 'At most 255 characters.' }],
  [{ opportunity_name: 'a\u0000b' }, { opportunity_name: 'Contains characters that cannot be stored.' }],
  [{ opportunity_name: 'a\ud800b' }, { opportunity_name: 'Contains characters that cannot be stored.' }],
  [{ expected_close_date: '0000-01-01' }, { expected_close_date: 'Enter a year from 1900 on.' }],
  [
    { pricing_due_date: '9999-12-31T23:59:59-05:00' },
    { pricing_due_date: 'Enter a date as YYYY-MM-DD, or with a time as YYYY-MM-DDTHH:MM:SSZ.' },
  ],
  [{ opportunity_name: 7 }, { opportunity_name: 'Enter text.' }],
  [{ broker_fee: 'much' }, { broker_fee: 'Enter a number.' }],
  [{ broker_fee: '1e999' }, { broker_fee: 'Enter a number.' }],
  [{ sales_annual_volume_manual: -1 }, { sales_annual_volume_manual: 'Must be 0 or more.' }],
  [{ credit_request: 'maybe' }, { credit_request: 'Choose one of: no, yes.' }],
  [{ expected_close_date: '2027-02-30' }, { expected_close_date: 'Enter a date as YYYY-MM-DD.' }],
  [
    { pricing_due_date: 'soon' },
    { pricing_due_date: 'Enter a date as YYYY-MM-DD, or with a time as YYYY-MM-DDTHH:MM:SSZ.' },
  ],
  [{ dekatherms: 'perhaps' }, { dekatherms: 'Send true or false.' }],
  [{ tags: 'Renewal' }, { tags: 'Send a list.' }],
  [{ tags: [{ name: 'Renewal' }] }, { tags: 'Choose an entry of the list.' }],
])('[API-4] %j is refused by field', async (change, fields) => {
  const answer = await api.asBroker('POST', path, { opportunity_name: 'Larkfield Mill', ...change })
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toEqual(fields)
  expect(answer.body.detail).toContain(Object.values(fields)[0])
})

test('[TRUST-10] a related record that is not there is a 404, and nothing is half written', async () => {
  const count = async () => (await api.asBroker<{ count: number }>('GET', `${path}?limit=0`)).body.count
  const before = await count()
  const answer = await api.asBroker('POST', path, { opportunity_name: 'Half', tags: [999_999] })
  expect(answer.status).toBe(404)
  expect(answer.body.fields).toEqual({ tags: 'Tag not found.' })
  expect(await count()).toBe(before)
})

test('[API-1] PUT keeps what is not sent, null clears, and asks for what is required', async () => {
  const row = await create({ broker_name: 'Quillfeather', notes: 'Two sites' })
  const put = await api.asBroker<Opportunity>('PUT', `${path}${row.opportunity_id}/`, {
    opportunity_name: 'Larkfield',
    broker_name: null,
  })
  expect(put.body).toMatchObject({
    opportunity_name: 'Larkfield',
    broker_name: null,
    notes: 'Two sites',
    version: 2,
  })
  const nameless = await api.asBroker('PUT', `${path}${row.opportunity_id}/`, { notes: 'x' })
  expect(nameless.body.fields).toEqual({ opportunity_name: 'This field is required' })
  const patch = await api.asBroker<Opportunity>('PATCH', `${path}${row.opportunity_id}`, { notes: '' })
  expect(patch.body).toMatchObject({ opportunity_name: 'Larkfield', notes: null, version: 3 })
})

test.each([
  ['If-Match', (version: number) => [{ notes: 'mine' }, { 'if-match': `"${version}"` }] as const],
  ['a version in the body', (version: number) => [{ notes: 'mine', version }, {}] as const],
])('[TRUST-27] %s that is not the newest is answered with the record as it is', async (_how, request) => {
  const row = await create()
  const url = `${path}${row.opportunity_id}/`
  await api.asBroker('PATCH', url, { notes: 'theirs' })
  const [body, headers] = request(row.version)
  const refused = await api.asBroker<{ detail: string; current: Opportunity }>('PATCH', url, body, headers)
  expect(refused.status).toBe(409)
  expect(refused.body.current).toMatchObject({ notes: 'theirs', version: 2 })
  const [again, fresh] = request(2)
  expect((await api.asBroker<Opportunity>('PATCH', url, again, fresh)).body).toMatchObject({
    notes: 'mine',
    version: 3,
  })
})

test('[TRUST-25] so many wait for their turn to write, and the next one is told to come again', async () => {
  let release: () => void = () => undefined
  const latch = new Promise<void>((resolve) => {
    release = resolve
  })
  // Jobs that follow the writes of other tests take turns too, and would end before those that fill the queue.
  expect(await until(() => api.database.writeQueue.size() === 0)).toBe(true)
  const write = () => inTransaction(api.database, { actor: null, requestId: null }, () => latch)
  const waiting = Array.from({ length: maxWriters }, write)
  const refused = await api.asBroker('POST', path, { opportunity_name: 'One too many' })
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'busy', '2'])
  release()
  await Promise.all(waiting)
  expect((await create()).opportunity_name).toBe('Larkfield Mill')
})

test('[TRUST-27] of many concurrent edits of one version exactly one wins', async () => {
  const row = await create()
  const url = `${path}${row.opportunity_id}/`
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      api.asBroker('PATCH', url, { notes: `edit ${index}` }, { 'if-match': '"1"' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(39)
  expect((await read(row.opportunity_id)).body.version).toBe(2)
})

test('a delete checks the version, answers 204, and the record is gone from everywhere', async () => {
  const row = await create({ opportunity_name: 'Deleted soon' })
  const url = `${path}${row.opportunity_id}/`
  expect((await api.asBroker('DELETE', url, undefined, { 'if-match': '"9"' })).status).toBe(409)
  expect((await api.asBroker('DELETE', url)).status).toBe(204)
  expect((await api.asBroker('DELETE', url)).status).toBe(404)
  expect((await read(row.opportunity_id)).status).toBe(404)
  expect((await api.asBroker('PATCH', url, { notes: 'x' })).status).toBe(404)
  expect((await api.asBroker<{ count: number }>('GET', `${path}?q=deleted soon`)).body.count).toBe(0)
})

test('a delete may carry a JSON content type without a body', async () => {
  const row = await create()
  const headers = { 'content-type': 'application/json' }
  expect((await api.asBroker('DELETE', `${path}${row.opportunity_id}/`, undefined, headers)).status).toBe(204)
  expect((await api.asBroker('POST', path, undefined, headers)).status).toBe(400)
})

test('every change writes who changed what, and a refused one writes nothing', async () => {
  const row = await create({ notes: 'first' })
  const url = `${path}${row.opportunity_id}/`
  await api.asBroker('PATCH', url, { notes: 'second' })
  await api.asBroker('PATCH', url, { notes: 'third' }, { 'if-match': '"1"' })
  await api.asBroker('DELETE', url)
  const rows = await auditOf(row.opportunity_id)
  expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
  expect(JSON.parse(rows[1]?.before ?? '')).toMatchObject({ notes: 'first', version: 1 })
  expect(JSON.parse(rows[1]?.after ?? '')).toMatchObject({ notes: 'second', version: 2 })
  expect(rows.every(({ actor, request_id }) => actor === row.created_by && request_id !== null)).toBe(true)
})

test('[API-4] tag names are unique whatever their case, colours are hex', async () => {
  const send = (body: object) =>
    api.asBroker('POST', '/api/mpg/tag/', { description: 'd', color: '#222', ...body })
  expect((await send({ name: 'Ünique' })).status).toBe(201)
  const twice = await send({ name: 'unique' })
  expect([twice.status, twice.body.fields]).toEqual([409, { name: 'A tag with this name exists already.' }])
  expect((await send({ name: 'Other', color: 'red' })).body.fields).toHaveProperty('color')
  const race = await Promise.all(Array.from({ length: 8 }, () => send({ name: 'Race' })))
  expect(race.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
})

test('[API-1] moments of any year from 1900 to 9999 are answered as they were sent', async () => {
  for (const moment of ['1900-01-01T00:00:00.000Z', '1927-03-04T12:03:58.000Z', '9999-12-31T23:59:59.999Z']) {
    const body = { name: 'Larkfield Steam', last_verification_date: moment, state: 'TX' }
    const answer = await api.asBroker<Row<'organizations'>>('POST', '/api/mpg/organizations/', body)
    expect([answer.status, answer.body.last_verification_date]).toEqual([201, moment])
  }
})

test('[K10] a date of a year before 1900 is refused, whatever its field', async () => {
  const why = 'Enter a year from 1900 on.'
  for (const day of ['0027-03-04', '0001-01-01', '1899-12-31']) {
    const sent = { pricing_due_date: day, expected_close_date: day }
    const answer = await api.asBroker('POST', path, { opportunity_name: 'Larkfield', ...sent })
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { pricing_due_date: why, expected_close_date: why },
    ])
    const moment = await api.asBroker('POST', path, {
      opportunity_name: 'Larkfield',
      pricing_due_date: `${day}T09:00:00Z`,
    })
    expect([moment.status, moment.body.fields]).toEqual([400, { pricing_due_date: why }])
  }
  for (const moment of [Date.UTC(1899, 11, 31, 23, 59, 59), -62_135_596_800_000]) {
    const start = moment / 1_000
    const event = await api.asBroker('POST', '/activities/api/activities/', {
      title: 'Call',
      start,
      end: start,
    })
    expect([event.status, event.body.fields]).toMatchObject([400, { start: why, end: why }])
  }
})

test.each([3e9, 1e300, -1, 1.5, true, [], {}, '0x1', '1.0', ' ', 'abc'])(
  '[TRUST-27] version %j is no version: 400, and nothing changes',
  async (version) => {
    const row = await create()
    const answer = await api.asBroker('PATCH', `${path}${row.opportunity_id}/`, { notes: 'mine', version })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['version'])
    expect((await read(row.opportunity_id)).body.version).toBe(1)
  },
)

test('[TRUST-38] each of many concurrent edits is audited with the record that it really replaced', async () => {
  const row = await create({ notes: 'edit -1' })
  const url = `${path}${row.opportunity_id}/`
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => api.asBroker('PATCH', url, { notes: `edit ${index}` })),
  )
  const audited = (await auditOf(row.opportunity_id)).slice(1)
  const versions = audited.map(({ before }) => (JSON.parse(before ?? '') as Opportunity).version)
  expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
})

test('[API-2, TRUST-27] search stays true when a record and what it names change at the same time', async () => {
  const post = async (resource: string, body: object) =>
    (await api.asBroker<Record<string, number>>('POST', `/api/mpg/${resource}/`, body)).body
  const found = async (q: string) =>
    (await api.asBroker<{ results: Opportunity[] }>('GET', `${path}?q=${q}`)).body.results.map(
      ({ opportunity_id }) => opportunity_id,
    )
  for (let round = 0; round < 8; round++) {
    const { organization_id: owned } = await post('organizations', {
      name: `owned before ${round}`,
      state: 'TX',
    })
    const { organization_id: joined } = await post('organizations', {
      name: `joined before ${round}`,
      state: 'TX',
    })
    const tag = { name: `tag of ${round}.`, color: '#222', description: 'Goes' }
    const { tag_id } = await post('tag', tag)
    const deal = await create({
      opportunity_name: `deal before ${round}`,
      organizations: [owned],
      tags: [tag_id],
    })
    const other = await create({ opportunity_name: `other ${round}`, organizations: [owned] })
    const statuses = await Promise.all(
      (
        [
          ['PATCH', `/api/mpg/organizations/${owned}/`, { name: `owned after ${round}.` }],
          ['PATCH', `/api/mpg/organizations/${joined}/`, { name: `joined after ${round}.` }],
          ['PATCH', `${path}${deal.opportunity_id}/`, { opportunity_name: `deal after ${round}.` }],
          ['PATCH', `${path}${other.opportunity_id}/`, { organizations: { add: [owned, joined] } }],
          ['DELETE', `/api/mpg/tag/${tag_id}/`, undefined],
          ['PATCH', `${path}${other.opportunity_id}/`, { tags: { add: [tag_id] } }],
        ] as const
      ).map(async ([method, url, body]) => (await api.asBroker(method, url, body)).status),
    )
    // The last one commits before the tag is deleted, or after.
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 204])
    expect([200, 404]).toContain(statuses[5])
    expect(await found(`deal after ${round}.`)).toEqual([deal.opportunity_id])
    expect((await found(`owned after ${round}.`)).sort()).toEqual([deal.opportunity_id, other.opportunity_id])
    expect(await found(`joined after ${round}.`)).toEqual([other.opportunity_id])
    expect(await found(`before ${round}`)).toEqual([])
    expect(await found(`tag of ${round}.`)).toEqual([])
  }
})

test('an organization in the trash is neither named nor found by, and does not hinder a change', async () => {
  const named = await api.asBroker<Row<'organizations'>>('POST', '/api/mpg/organizations/', {
    name: 'Trashed Textiles',
    state: 'TX',
  })
  const id = named.body.organization_id
  const row = await create({ organizations: [id] })
  const search = async () =>
    (await api.asBroker<{ count: number }>('GET', `${path}?q=trashed textiles`)).body.count
  expect(await search()).toBe(1)
  expect((await api.asBroker('DELETE', `/api/mpg/organizations/${id}/`)).status).toBe(204)
  expect(await search()).toBe(0)
  const url = `${path}${row.opportunity_id}/`
  expect((await api.asBroker<Opportunity>('PATCH', url, { notes: 'x' })).body.organizations).toEqual([])
  expect((await api.asBroker('PATCH', url, { organizations: { add: [id] } })).status).toBe(404)
})

test('[TRUST-25] reads do not wait for a write that is under way, and writes take turns', async () => {
  const row = await create({ opportunity_name: 'as it was' })
  let finish: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  let isChanged: () => void = () => undefined
  const changed = new Promise<void>((resolve) => {
    isChanged = resolve
  })
  const order: string[] = []
  const long = inTransaction(api.database, { actor: null, requestId: null }, async (write) => {
    await updateRecord(
      write,
      resources.opportunities,
      row.opportunity_id,
      { opportunity_name: 'as it will be' },
      { mode: 'patch', version: null },
    )
    isChanged()
    await done
    order.push('long')
  })
  await changed
  const next = api
    .asBroker('PATCH', `${path}${row.opportunity_id}/`, { notes: 'after' })
    .then(() => order.push('next'))
  expect((await read(row.opportunity_id)).body.opportunity_name).toBe('as it was')
  finish()
  await Promise.all([long, next])
  expect(order).toEqual(['long', 'next'])
  expect((await read(row.opportunity_id)).body).toMatchObject({
    opportunity_name: 'as it will be',
    notes: 'after',
  })
})

test('[IMP-5] a batch tells a record that it makes and changes in their order, each with its own version', async () => {
  const { database } = api
  const writer = { actor: 3, requestId: null, userType: 'broker' as const, withheld: [] }
  const [first, second] = await inTransaction(database, writer, (write) =>
    inBatch(write, async () => {
      const made: number[] = []
      for (const name of ['Batch Mill', 'Batch Forge']) {
        const body = { name, address_street: `1 ${name} Road`, city: 'Joliet', state: 'IL' }
        const id = await createRecord(write, resources.organizations, body)
        await patchInBatch(write, resources.organizations, id, { dba: `${name} Works`, city: 'Aurora' })
        made.push(id)
      }
      return made
    }),
  )
  for (const id of [first ?? 0, second ?? 0]) {
    const entries = await database.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('resource', '=', 'organizations')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()
    const versionIn = (text: string | null) =>
      text === null ? null : (JSON.parse(text) as { version: number }).version
    expect(entries.map(({ action, before, after }) => [action, versionIn(before), versionIn(after)])).toEqual(
      [
        ['create', null, 1],
        ['update', 1, 2],
      ],
    )
  }
  const { body } = await api.asBroker<{ count: number }>('GET', '/api/mpg/organizations/?q=batch%20aurora')
  expect(body.count).toBe(2)
})
