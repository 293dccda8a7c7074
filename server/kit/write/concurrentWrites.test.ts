/** Concurrent writes of two processes. On the embedded database they run one after the other, with the same result. */
import { sql } from 'kysely'
import type { Input, Row } from '../../../src/contract'
import type { OpenDatabase } from '../../db/dialects'
import { startApi, startSecondServer, type TestApi } from '../../testing/api'
import { recordMaker, type MakeRecord } from '../../testing/records'
import { until } from '../../testing/until'
import { newKey } from '../../ports/files'
import { resources } from '../../resources'
import { chooseLogo } from '../../resources/organizationLogo'
import { chunks } from '../chunks'
import { anyTable, requireExclusive, inTransaction, type Write } from '../context'
import { ApiError } from '../errors'
import { refreshDerived } from './derive'
import { deleteRecord } from './remove'
import { updateRecord } from './update'

type Opportunity = Row<'opportunities'>

let api: TestApi
let make: MakeRecord
/** Another process, where the database allows one. */
let other: TestApi
beforeAll(async () => {
  api = await startApi({ LISTS_WITHOUT_VERSION: '1' })
  make = recordMaker(api)
  other = await startSecondServer(api)
})
afterAll(async () => {
  await other.close()
  await api.close()
})

/** A bid with the records that it needs. */
const makeBid = async (body: Partial<Input<'bids'>>) =>
  make('bids', {
    legal_entity: (await make('organizations')).organization_id,
    utility_state: (await make('utilityStates', { utility: (await make('utilities')).utility_id, state: 44 }))
      .utility_state_id,
    ...body,
  })

const nobody = { actor: null, requestId: null }
const patch = (path: string, body: unknown) => api.asBroker<Opportunity>('PATCH', `/api/mpg/${path}/`, body)
const onPostgres = () => api.database.dialect.writesConcurrently

/** A write of the other process that has done its work and is held before its commit. */
async function held(work: (write: Write) => Promise<unknown>) {
  let end: () => void = () => undefined
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve
  })
  let ended: Promise<unknown> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    ended = inTransaction(
      other.database,
      nobody,
      async (write) => {
        await work(write)
        resolve()
        await mayEnd
      },
      'concurrent',
    )
    ended.catch(reject)
  })
  return {
    end: async () => {
      end()
      await ended
    },
  }
}

/** Waits until a connection waits for a lock of another, background work apart or beside it; returns at once where writes run one after the other. */
const untilWaiting = async () => {
  if (!onPostgres()) return
  const { db } = api.database
  await until(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return (rows[0]?.waiting ?? 0) > 0
  })
}

const change = (name: 'opportunities' | 'tags' | 'bids', id: number, body: unknown) => (write: Write) =>
  updateRecord(write, resources[name], id, body, { mode: 'patch', version: null })

test('[TRUST-27] writes of different records do not wait for each other where the database can', async () => {
  const [one, another] = [await make('opportunities'), await make('opportunities')]
  const first = await held(change('opportunities', one.opportunity_id, { notes: 'long' }))
  const second = patch(`opportunities/${another.opportunity_id}`, { notes: 'short' })
  const third = make('opportunities', { opportunity_name: 'New meanwhile' })
  // Where writes run one after the other, this would never end.
  if (onPostgres()) expect([(await second).status, (await third).version]).toEqual([200, 1])
  await first.end()
  expect([(await second).status, (await third).version]).toEqual([200, 1])
})

test('[TRUST-27] writes of one record come one after the other, and each counts', async () => {
  const { opportunity_id: id } = await make('opportunities')
  const first = await held(change('opportunities', id, { notes: 'first' }))
  const second = patch(`opportunities/${id}`, { broker_name: 'second' })
  await untilWaiting()
  await first.end()
  expect((await second).body).toMatchObject({ notes: 'first', broker_name: 'second', version: 3 })
  const audited = await api.database.db
    .selectFrom('audit')
    .select('before')
    .where('resource', '=', 'opportunities')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
  const replaced = audited.map(({ before }) => (JSON.parse(before ?? '{}') as Partial<Opportunity>).version)
  expect(replaced).toEqual([undefined, 1, 2])
})

test('[TRUST-19, TRUST-27] of two logos that come together and have room for one, one is refused', async () => {
  const quotas = { filesQuota: 1_000_000_000, filesQuotaPerUser: null }
  const image = { size: 600_000_000, sha256: '', mediaType: 'image/png', filename: null }
  const choose = (id: number) => (write: Write) => {
    const body = {}
    chooseLogo(body, { ...image, key: newKey() }, quotas)
    return updateRecord(write, resources.organizations, id, body, { mode: 'patch', version: null })
  }
  const [one, another] = [await make('organizations'), await make('organizations')]
  const first = await held(choose(one.organization_id))
  const second = inTransaction(api.database, nobody, choose(another.organization_id), 'concurrent').then(
    () => 'stored',
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  )
  await Promise.race([untilWaiting(), second])
  await first.end()
  expect(await second).toBe(507)
})

test('[TRUST-27] a deletion waits for concurrent writes, and later ones wait for it', async () => {
  const { opportunity_id: kept } = await make('opportunities')
  const { opportunity_id: gone } = await make('opportunities')
  const first = await held(change('opportunities', kept, { notes: 'first' }))
  const deletion = api.asBroker('DELETE', `/api/mpg/opportunities/${gone}/`)
  await untilWaiting()
  const later = patch(`opportunities/${gone}`, { notes: 'late' })
  await first.end()
  expect([(await deletion).status, (await later).status]).toEqual([204, 404])
})

test('[TRUST-27] a write that finds out late that it has to be alone leaves nothing of what it did before', async () => {
  const { opportunity_id: id } = await make('opportunities')
  let begun = 0
  await inTransaction(
    api.database,
    nobody,
    async (write) => {
      begun++
      await change('opportunities', id, { notes: `begun ${begun}` })(write)
      requireExclusive(write)
    },
    'concurrent',
  )
  expect(begun).toBe(onPostgres() ? 2 : 1)
  const { version, notes } = (await api.asBroker<Opportunity>('GET', `/api/mpg/opportunities/${id}/`)).body
  expect([version, notes]).toEqual([2, `begun ${begun}`])
})

const namesOf = async (ordering: string) =>
  (
    await api.asBroker<{ results: Row<'bids'>[] }>('GET', `/api/mpg/bids/?ordering=${ordering}&limit=1000`)
  ).body.results.map(({ bid_id }) => bid_id)

describe.each([['the link is written first'], ['the rename is written first']])('when %s', (what) => {
  const isLinkFirst = what.startsWith('the link')

  test('[API-2, TRUST-27] a new deal is ordered by its tag as it is called then', async () => {
    const { tag_id: tag } = await make('tags', { name: `Aardvark ${what}` })
    const { opportunity_id: id } = await make('opportunities')
    const rename = change('tags', tag, { name: `Zebra ${what}` })
    const link = change('opportunities', id, { tags: [tag] })
    const first = await held(isLinkFirst ? link : rename)
    const second = inTransaction(api.database, nobody, isLinkFirst ? rename : link, 'concurrent')
    await untilWaiting()
    await first.end()
    await second
    await expectDerived(api.database)
  })

  test('[API-2, TRUST-27] a bid is ordered by the name of its deal', async () => {
    const { opportunity_id: renamed } = await make('opportunities', { opportunity_name: `Aardvark ${what}` })
    const { opportunity_id: between } = await make('opportunities', { opportunity_name: `Moose ${what}` })
    const { bid_id: bid } = await makeBid({ opportunity: between })
    const { bid_id: last } = await makeBid({ opportunity: between })
    const rename = change('opportunities', renamed, { opportunity_name: `Zebra ${what}` })
    const link = change('bids', bid, { opportunity: renamed })
    const first = await held(isLinkFirst ? link : rename)
    const second = inTransaction(api.database, nobody, isLinkFirst ? rename : link, 'concurrent')
    await untilWaiting()
    await first.end()
    await second
    const order = (await namesOf('opportunity')).filter((id) => [bid, last].includes(id))
    expect(order).toEqual([last, bid])
    await expectDerived(api.database)
  })
})

test('[API-2, TRUST-27] a deal is ordered by what two of its tags are called when both are renamed at once', async () => {
  const { tag_id: one } = await make('tags', { name: 'Aardvark of two' })
  const { tag_id: another } = await make('tags', { name: 'Badger of two' })
  await make('opportunities', { tags: [one, another] })
  const first = await held(change('tags', one, { name: 'Zebra of two' }))
  const second = inTransaction(
    api.database,
    nobody,
    change('tags', another, { name: 'Yak of two' }),
    'concurrent',
  )
  await untilWaiting()
  await first.end()
  await second
  await expectDerived(api.database)
})

test('[API-2, TRUST-27] a bid shows both changes when its own name and that of its deal change at once', async () => {
  const { opportunity_id: deal } = await make('opportunities', { opportunity_name: 'Before' })
  const { bid_id: bid } = await makeBid({ opportunity: deal, name: 'Bid before' })
  for (const [first, second] of [
    [
      change('bids', bid, { name: 'Bid after' }),
      change('opportunities', deal, { opportunity_name: 'After' }),
    ],
    [change('opportunities', deal, { opportunity_name: 'Last' }), change('bids', bid, { name: 'Bid last' })],
  ] as const) {
    const before = await held(first)
    const after = inTransaction(api.database, nobody, second, 'concurrent')
    await untilWaiting()
    await before.end()
    await after
    await expectDerived(api.database)
  }
})

/** Every derived column equals a fresh computation. */
async function expectDerived({ db }: OpenDatabase) {
  for (const resource of Object.values(resources)) {
    const { table, sortKeys, derived, contract } = resource
    const columns = ['search', ...Object.keys(sortKeys).map((name) => `${name}_key`), ...Object.keys(derived)]
    const read = async () =>
      anyTable(db)
        .selectFrom(table)
        .select([contract.idField, ...columns])
        .orderBy(contract.idField)
        .execute()
    const before = await read()
    for (const some of chunks(before.map((row) => row[contract.idField] as number)))
      await refreshDerived(db, resource, some)
    expect([table, before]).toEqual([table, await read()])
  }
}

test('[TRUST-27, API-2] a storm of writes in each other’s way fails none of them and leaves every derived text right', async () => {
  const tags: number[] = []
  const deals: number[] = []
  const organizations: number[] = []
  const contacts: number[] = []
  const bids: number[] = []
  for (let count = 0; count < 4; count++) {
    tags.push((await make('tags', { name: `Storm ${count}` })).tag_id)
    organizations.push((await make('organizations')).organization_id)
    contacts.push((await make('contacts')).contact_id)
    deals.push((await make('opportunities', { tags, organizations })).opportunity_id)
    bids.push((await makeBid({ opportunity: deals[0] ?? 0 })).bid_id)
  }
  // Sign-ins one after the other.
  for (const server of [api, other]) await server.asBroker('GET', '/api/mpg/tag/?limit=1')
  let random = 7
  const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below
  const one = (ids: readonly number[]) => ids[next(ids.length)] ?? 0
  const some = (ids: readonly number[]) => ids.filter(() => next(2) === 0)
  let made = 0
  const name = () => `${'qxzmab'[next(6)] ?? ''} name ${++made}`
  const kinds: (() => [string, string, unknown])[] = [
    () => ['PATCH', `opportunities/${one(deals)}`, { opportunity_name: name() }],
    () => ['PATCH', `opportunities/${one(deals)}`, { tags: some(tags), organizations: some(organizations) }],
    () => ['PATCH', `opportunities/${one(deals)}`, { notes: name() }],
    () => [
      'POST',
      'opportunities',
      { opportunity_name: name(), tags: some(tags), organizations: some(organizations) },
    ],
    () => ['PATCH', `tag/${one(tags)}`, { name: name() }],
    () => ['PATCH', `organizations/${one(organizations)}`, { name: name() }],
    () => [
      'PATCH',
      `organizations/${one(organizations)}`,
      { dba: name(), address_street: name(), city: name(), state: 'TX' },
    ],
    () => ['PATCH', `contacts/${one(contacts)}`, { last_name: name() }],
    () => ['POST', 'organization-contacts', { contact: one(contacts), organization: one(organizations) }],
    () => [
      'PATCH',
      `bids/${one(bids)}`,
      { opportunity: one(deals), legal_entity: one(organizations), name: name() },
    ],
    () => ['POST', 'tag', { name: `Twice ${next(5)}`, color: '#222', description: 'd' }],
  ]
  const statuses = new Map<number, number>()
  await Promise.all(
    Array.from({ length: 24 }, async (_, worker) => {
      for (let count = 0; count < 12; count++) {
        const [method, path, body] = (kinds[next(kinds.length)] ?? kinds[0])?.() ?? ['GET', 'tag', undefined]
        const { status } = await (worker % 2 === 0 ? api : other).asBroker(method, `/api/mpg/${path}/`, body)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  expect([...statuses.keys()].filter((status) => ![200, 201, 409].includes(status))).toEqual([])
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(200)
  await expectDerived(api.database)
  // Each change of a deal counted once, and had a notice with its version.
  for (const id of deals) {
    const { version } = (await api.asBroker<Opportunity>('GET', `/api/mpg/opportunities/${id}/`)).body
    const audited = await api.database.db
      .selectFrom('audit')
      .select('after')
      .where('resource', '=', 'opportunities')
      .where('record_id', '=', id)
      .execute()
    const versions = audited.map(({ after }) => (JSON.parse(after ?? '') as Opportunity).version)
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: version }, (_, index) => index + 1))
  }
})

test('[TRUST-27] a link to what is being deleted waits for the end of that', async () => {
  const { tag_id: tag } = await make('tags')
  const deletion = await held((write) => deleteRecord(write, resources.tags, tag, null))
  const link = api.asBroker('POST', '/api/mpg/opportunities/', { opportunity_name: 'Late', tags: [tag] })
  await untilWaiting()
  await deletion.end()
  expect((await link).status).toBe(404)
})
