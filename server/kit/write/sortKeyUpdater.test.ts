/**
 * Renaming or deleting a record that very many others are ordered by: lists are in order at once, their stored keys
 * follow.
 */
import { contract, type ResourceName, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { startApi, type TestApi } from '../../testing/api'
import { recordMaker, type MakeRecord } from '../../testing/records'
import { until } from '../../testing/until'
import { chunks } from '../chunks'
import { anyTable } from '../context'
import { createSortKeyUpdater } from './sortKeyUpdater'

/** More than a rename recomputes itself. */
const many = 620

let api: TestApi
let make: MakeRecord
beforeEach(async () => {
  api = await startApi({ LISTS_WITHOUT_VERSION: '1' })
  make = recordMaker(api)
  // As if the process ended right after each commit: no work follows but that of the test itself.
  api.database.staleKeyListeners.clear()
})
afterEach(() => api.close())

const fail = (error: unknown) => {
  throw error
}

/** Copies of a row with their own ids. */
async function copied(table: string, idField: string, id: number): Promise<number[]> {
  const db = anyTable(api.database.db)
  const row = await db.selectFrom(table).selectAll().where(idField, '=', id).executeTakeFirstOrThrow()
  const fresh = Object.fromEntries(
    Object.entries(row).filter(([name]) => ![idField, 'annual_volume_dth'].includes(name)),
  )
  const ids: number[] = []
  for (const some of chunks(Array.from({ length: many }), 100)) {
    const rows = await db
      .insertInto(table)
      .values(some.map(() => fresh))
      .returning(idField)
      .execute()
    ids.push(...rows.map((made) => made[idField] as number))
  }
  return ids
}

/** A deal for each letter, and very many with a tag of the middle one. */
async function manyTagged(): Promise<{ tag: number; deals: number[] }> {
  for (const letter of ['a', 'z']) {
    const { tag_id } = await make('tags', { name: `${letter} tag` })
    await make('opportunities', { opportunity_name: letter, tags: [tag_id] })
  }
  const { tag_id: tag } = await make('tags', { name: 'm tag' })
  const { opportunity_id: one } = await make('opportunities', { opportunity_name: 'many', tags: [tag] })
  const deals = await copied('opportunities', 'opportunity_id', one)
  const links = deals.map((opportunity_id) => ({ opportunity_id, tag_id: tag, position: 0 }))
  await api.database.db.insertInto('opportunity_tags').values(links).execute()
  return { tag, deals: [one, ...deals] }
}

const rename = async (resource: 'tags' | 'utilities', id: number, name: string) =>
  expect((await api.asBroker('PATCH', `${contract[resource].path}${id}/`, { name })).status).toBe(200)

const remove = async (id: number) =>
  expect((await api.asBroker('DELETE', `${contract.tags.path}${id}/`)).status).toBe(204)

const marks = () => api.database.db.selectFrom('stale_sort_keys').selectAll().orderBy('id').execute()

/** The names of the deals at both ends of the list, ordered by their tags. */
async function ends(ordering = 'tags'): Promise<string[]> {
  const at = async (offset: number) => {
    const path = `/api/mpg/opportunities/?ordering=${ordering}&limit=1&offset=${offset}`
    const { results } = (await api.asBroker<ListAnswer<Row<'opportunities'>>>('GET', path)).body
    return results.map(({ opportunity_name }) => opportunity_name)
  }
  return [...(await at(0)), ...(await at(1)), ...(await at(many + 2))]
}

/** Deals whose key is not the name of the first of their tags. */
async function wrong(): Promise<number> {
  const { db } = api.database
  const tags = await db
    .selectFrom('opportunity_tags')
    .innerJoin('tags', 'tags.tag_id', 'opportunity_tags.tag_id')
    .select(['opportunity_id', 'name_key'])
    .where('tags.deleted_at', 'is', null)
    .orderBy('name_key', 'desc')
    .execute()
  const first = new Map(tags.map(({ opportunity_id, name_key }) => [opportunity_id, name_key]))
  const rows = await db.selectFrom('opportunities').select(['opportunity_id', 'tags_key']).execute()
  return rows.filter(({ opportunity_id, tags_key }) => tags_key !== (first.get(opportunity_id) ?? null))
    .length
}

/** Runs as a restarted server does until nothing is left, in several batches. */
async function follow(): Promise<void> {
  const afterCommit = createSortKeyUpdater(api.database, fail, 207)
  afterCommit.wake()
  await until(async () => (await marks()).length === 0)
  await afterCommit.stop()
}

/** As a server that is killed after the first batch: it looks for a hundred, and not a second time. */
async function followHalfway(): Promise<void> {
  let looks = 0
  const scans = () => {
    if (looks++ > 0) void afterCommit.stop()
    return api.database.scans
  }
  const database = Object.create(api.database, { scans: { get: scans } }) as typeof api.database
  const afterCommit = createSortKeyUpdater(database, fail, 100)
  afterCommit.wake()
  await until(() => looks > 1)
  await afterCommit.stop()
}

test('[TAG-3, API-2] deals are in the order of their renamed tag before and after their keys have followed', async () => {
  const { tag } = await manyTagged()
  expect(await ends()).toEqual(['a', 'many', 'z'])
  await rename('tags', tag, 'zz tag')
  expect([(await marks()).length, await wrong()]).toEqual([1, many + 1])
  const inOrder = async () => [await ends(), await ends('-tags')]
  const expected = [
    ['a', 'z', 'many'],
    ['many', 'many', 'a'],
  ]
  expect(await inOrder()).toEqual(expected)
  await follow()
  expect(await wrong()).toBe(0)
  expect(await inOrder()).toEqual(expected)
})

test('[TAG-3, TRUST-27] a server that was killed on the way goes on where it was, and the list is right meanwhile', async () => {
  const { tag, deals } = await manyTagged()
  await rename('tags', tag, 'zz tag')
  await followHalfway()
  const [mark] = await marks()
  const done = deals.filter((id) => id <= (mark?.done_to ?? 0)).length
  expect([done > 0, await wrong()]).toEqual([true, deals.length - done])
  expect(await ends()).toEqual(['a', 'z', 'many'])
  await follow()
  expect(await wrong()).toBe(0)
})

test('[TAG-3, TRUST-27] renames, new deals and other tags in the middle of it all come out right', async () => {
  const { tag, deals } = await manyTagged()
  const { tag_id: other } = await make('tags', { name: 'b tag' })
  await rename('tags', tag, 'y tag')
  await followHalfway()
  const afterCommit = createSortKeyUpdater(api.database, fail)
  afterCommit.wake()
  await Promise.all([
    rename('tags', tag, 'zz tag'),
    rename('tags', other, 'c tag'),
    ...deals
      .slice(-20)
      .map((id, index) =>
        api.asBroker('PATCH', `/api/mpg/opportunities/${id}/`, { tags: index % 2 ? [other, tag] : [tag] }),
      ),
    ...Array.from({ length: 10 }, () => make('opportunities', { tags: [tag, other] })),
  ])
  await until(async () => (await marks()).length === 0)
  await afterCommit.stop()
  expect(await wrong()).toBe(0)
})

test('[TAG-3, API-2] deals are in the order of their other tags before and after a deleted one has left their keys', async () => {
  const { tag, deals } = await manyTagged()
  const { tag_id: other } = await make('tags', { name: 'q tag' })
  const [both = 0, trashed = 0] = deals.slice(-2)
  await api.asBroker('PATCH', `/api/mpg/opportunities/${both}/`, {
    opportunity_name: 'both',
    tags: [tag, other],
  })
  expect((await api.asBroker('DELETE', `/api/mpg/opportunities/${trashed}/`)).status).toBe(204)
  await remove(tag)
  expect([(await marks()).length, await wrong()]).toEqual([1, many + 1])
  const inOrder = async () => {
    const path = '/api/mpg/opportunities/?ordering=tags&limit=4'
    const { results } = (await api.asBroker<ListAnswer<Row<'opportunities'>>>('GET', path)).body
    return results.map(({ opportunity_name }) => opportunity_name)
  }
  const expected = ['a', 'both', 'z', 'many']
  expect(await inOrder()).toEqual(expected)
  await follow()
  expect(await wrong()).toBe(0)
  expect(await inOrder()).toEqual(expected)
})

test('[TAG-3] a tag that is deleted while its new name is on its way to the keys leaves none of both', async () => {
  const { tag } = await manyTagged()
  await rename('tags', tag, 'zz tag')
  await remove(tag)
  await follow()
  expect(await wrong()).toBe(0)
})

test('[TAG-3, TRUST-27] a deletion goes on where it was after a crash, also if the name is taken meanwhile', async () => {
  const { tag } = await manyTagged()
  await remove(tag)
  const { tag_id: next } = await make('tags', { name: 'm tag' })
  await make('opportunities', { tags: [next] })
  await followHalfway()
  expect(await wrong()).toBeGreaterThan(0)
  await follow()
  expect(await wrong()).toBe(0)
})

test('[API-2] processes follow by themselves, and two at once come to the same', async () => {
  const { tag } = await manyTagged()
  const both = [createSortKeyUpdater(api.database, fail), createSortKeyUpdater(api.database, fail)]
  await rename('tags', tag, 'zz tag')
  await until(async () => (await marks()).length === 0)
  for (const afterCommit of both) await afterCommit.stop()
  expect(await wrong()).toBe(0)
})

test('[API-2] a server notices by itself what has been left, when the list is read', async () => {
  const { tag } = await manyTagged()
  await rename('tags', tag, 'zz tag')
  const afterCommit = createSortKeyUpdater(api.database, fail)
  expect(await ends()).toEqual(['a', 'z', 'many'])
  await until(async () => (await marks()).length === 0)
  await afterCommit.stop()
  expect(await wrong()).toBe(0)
})

test('[API-2] bids follow the name of their utility, which they reach by their service', async () => {
  const [first, second] = [
    await make('utilities', { name: 'A gas' }),
    await make('utilities', { name: 'M gas' }),
  ]
  const bidAt = async ({ utility_id }: Row<'utilities'>, name: string) => {
    const { utility_state_id } = await make('utilityStates', { utility: utility_id, state: 44 })
    const { opportunity_id } = await make('opportunities')
    const { organization_id } = await make('organizations')
    const links = {
      opportunity: opportunity_id,
      legal_entity: organization_id,
      utility_state: utility_state_id,
    }
    return make('bids', { name, ...links })
  }
  await copied('bids', 'bid_id', (await bidAt(first, 'many')).bid_id)
  await bidAt(second, 'one')
  const firstName = async () => {
    const path = '/api/mpg/bids/?ordering=utility_state&limit=1'
    return (await api.asBroker<ListAnswer<Row<'bids'>>>('GET', path)).body.results[0]?.name
  }
  expect(await firstName()).toBe('many')
  await rename('utilities', first.utility_id, 'Z gas')
  expect([(await marks()).map(({ resource }) => resource), await firstName()]).toEqual([
    ['bids'] satisfies ResourceName[],
    'one',
  ])
  await follow()
  expect(await firstName()).toBe('one')
})
