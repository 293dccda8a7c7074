/**
 * Pages of a list of very many records: texts that all hold are found among the first ones, and deep pages are near
 * another one.
 */
import type { Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { startApi, type TestApi } from '../../testing/api'
import { recordMaker, type MakeRecord } from '../../testing/records'
import { resources } from '../../resources'
import { chunks } from '../chunks'
import { findDeepPage } from './deepPages'

/** So many records, more than a short scan reads; the first ones by name lack a text. */
const all = 6_600
const without = 3_300
/** One of so many holds a text that is found among the first records after a while. */
const sometimes = 20
/** One of so many holds a text that is found sooner by sorting its matches. */
const rarely = 90

interface Deal {
  opportunity_id: number
  opportunity_name_key: string
  sales_annual_volume_manual: number | null
  search: string
}

let api: TestApi
let make: MakeRecord
let deals: Deal[] = []
let statements: string[] = []
beforeAll(async () => {
  api = await startApi({}, (text) => statements.push(text))
  make = recordMaker(api)
  const { opportunity_id: id } = await make('opportunities', { opportunity_name: 'Pattern' })
  const { db } = api.database
  const { annual_volume_dth, ...pattern } = await db
    .selectFrom('opportunities')
    .selectAll()
    .where('opportunity_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(annual_volume_dth).toBeNull()
  const rows = Array.from({ length: all }, (_, index) => ({
    ...pattern,
    opportunity_id: 10_000 + ((index * 7_919) % all),
    opportunity_name_key: `deal ${String(Math.floor(index / 3)).padStart(5, '0')}`,
    sales_annual_volume_manual: index % 4 === 0 ? null : (index * 31) % 97,
    deleted_at: index % 50 === 7 ? pattern.created_at : null,
    search: `everywhere${index < without ? '' : ' atend'}${index % sometimes === 0 ? ' sometimes' : ''}${index % rarely === 0 ? ' rarely' : ''}`,
  }))
  for (const some of chunks(rows, 300))
    await db
      .insertInto('opportunities')
      .values([...some])
      .execute()
  deals = rows.filter(({ deleted_at }) => deleted_at === null)
})
afterAll(() => api.close())

const page = async (query: string) => {
  statements = []
  const { body } = await api.asBroker<ListAnswer<Row<'opportunities'>>>(
    'GET',
    `/api/mpg/opportunities/?${query}`,
  )
  return { count: body.count, ids: body.results.map(({ opportunity_id }) => opportunity_id) }
}
/** A page that is not kept, since something has changed. */
const pageAnew = async (query: string) => {
  await make('suppliers')
  return page(query)
}
const looksAhead = () => statements.filter((text) => text.includes(') as "opportunities"')).length

/** By bytes, nulls last in either direction. */
const sorted = (
  by: 'opportunity_name_key' | 'sales_annual_volume_manual' | 'opportunity_id',
  sign: 1 | -1,
  among: Deal[],
): number[] =>
  among
    .toSorted((a, b) => {
      const [x, y] = [a[by], b[by]]
      if (x === y) return sign * (a.opportunity_id - b.opportunity_id)
      if (x === null || y === null) return x === null ? 1 : -1
      return sign * (x < y ? -1 : 1)
    })
    .map(({ opportunity_id }) => opportunity_id)

test.each([
  ['opportunity_name', 'opportunity_name_key', 1],
  ['-opportunity_name', 'opportunity_name_key', -1],
  ['sales_annual_volume_manual', 'sales_annual_volume_manual', 1],
  ['-sales_annual_volume_manual', 'sales_annual_volume_manual', -1],
] as const)('[API-2] what all hold is found in the order of %s', async (ordering, column, sign) => {
  const expected = sorted(column, sign, deals)
  for (const offset of [0, 10, 90])
    expect(await page(`q=everywhere&ordering=${ordering}&limit=10&offset=${offset}`)).toEqual({
      count: deals.length,
      ids: expected.slice(offset, offset + 10),
    })
  expect(looksAhead()).toBe(1)
})

test.each([
  ['opportunity_name', 'opportunity_name_key', 1],
  ['-opportunity_name', 'opportunity_name_key', -1],
  ['created_at', 'opportunity_id', 1],
  ['-created_at', 'opportunity_id', -1],
  ['sales_annual_volume_manual', 'sales_annual_volume_manual', 1],
] as const)(
  '[API-2] pages deep in the order of %s are the same from wherever they are reached',
  async (ordering, column, sign) => {
    const ids = (await page(`ordering=${ordering}&limit=${all + 1}`)).ids
    // The original of all copies is the last one by name, and the first one by id.
    expect(ids.filter((id) => id >= 10_000)).toEqual(sorted(column, sign, deals))
    const { length } = ids
    for (const [offset, limit] of [
      ...([
        [1_990, 10],
        [2_000, 10],
        [1_980, 10],
        [1_985, 25],
        [1_999, 1],
      ] as const),
      ...([
        [length - 10, 10],
        [length - 20, 10],
        [length - 4, 10],
        [length - 1_500, 100],
      ] as const),
      ...([
        [length, 10],
        [length + 2_000, 10],
        [1_000, 3_000],
        [1_500, 0],
      ] as const),
    ])
      expect([offset, limit, await page(`ordering=${ordering}&limit=${limit}&offset=${offset}`)]).toEqual([
        offset,
        limit,
        { count: length, ids: ids.slice(offset, offset + limit) },
      ])
  },
)

test('[API-2] a deep page is reached from the nearest place that is known of the same state of the data', async () => {
  const ordering = { name: 'opportunity_name', descending: false }
  const total = deals.length + 1
  const reachedFrom = async (offset: number, version: string) => {
    statements = []
    const page = { ordering, offset, limit: 10 }
    await findDeepPage(api.database, resources.opportunities, page, version, total)
    const [text = ''] = statements.filter((each) => each.includes(' as "key"'))
    return (/ (<=?|>=?) /.exec(text) ?? [])[1] ?? (text.includes(' desc') ? 'end' : 'start')
  }
  expect(await reachedFrom(1_500, 'before')).toBe('start')
  expect(await reachedFrom(1_510, 'before')).toBe('>=')
  expect(await reachedFrom(1_490, 'before')).toBe('<')
  expect(await reachedFrom(total - 20, 'before')).toBe('end')
  expect(await reachedFrom(1_510, 'after')).toBe('start')
})

test('[TRUST-23] a long part of a list is read beside the event loop, wherever it begins', async () => {
  const { scans } = api.database
  const beside = { ...api.database, db: undefined as never, scans }
  const ordering = { name: 'opportunity_name', descending: false }
  const total = deals.length + 1
  const ids = await findDeepPage(
    beside,
    resources.opportunities,
    { ordering, offset: 1_000, limit: 999_999_999 },
    'concurrent',
    total,
  )
  expect(ids).toHaveLength(total - 1_000)
})

test('[API-2] what stands at the end of the list alone is found there', async () => {
  const holding = sorted('opportunity_name_key', 1, deals).slice(
    deals.filter(({ opportunity_name_key: key }) => key < `deal ${String(without / 3).padStart(5, '0')}`)
      .length,
  )
  for (const offset of [0, 20])
    expect(await page(`q=atend&limit=10&offset=${offset}`)).toEqual({
      count: holding.length,
      ids: holding.slice(offset, offset + 10),
    })
  await pageAnew('q=atend&limit=10')
  // The longer scan runs off the event loop, where the database has such a connection.
  expect(looksAhead()).toBe(api.database.db === api.database.scans ? 1 : 2)
})

test.each([
  ['opportunity_name', 1],
  ['-opportunity_name', -1],
] as const)('[API-2] what some hold is met among the first in the order of %s', async (ordering, sign) => {
  const holding = deals.filter(({ search }) => search.includes('sometimes'))
  const ids = sorted('opportunity_name_key', sign, holding)
  for (const offset of [0, 10])
    expect(await page(`q=sometimes&ordering=${ordering}&limit=10&offset=${offset}`)).toEqual({
      count: holding.length,
      ids: ids.slice(offset, offset + 10),
    })
  await pageAnew(`q=sometimes&ordering=${ordering}&limit=10`)
  expect(looksAhead()).toBe(1)
})

test('[API-2] what few hold is put in order at once', async () => {
  const holding = deals.filter(({ search }) => search.endsWith('rarely'))
  expect(await page('q=rarely&ordering=opportunity_name&limit=10')).toEqual({
    count: holding.length,
    ids: sorted('opportunity_name_key', 1, holding).slice(0, 10),
  })
  expect(looksAhead()).toBe(0)
})

test('[API-2, TAG-3] a text that a tag holds as well is found by both', async () => {
  const { tag_id } = await make('tags', { name: 'Everywhere too' })
  const { opportunity_id: id } = await make('opportunities', { opportunity_name: 'Aardvark', tags: [tag_id] })
  const { count, ids } = await page('q=everywhere&limit=2')
  expect({ count, ids }).toEqual({
    count: deals.length + 1,
    ids: [id, ...sorted('opportunity_name_key', 1, deals).slice(0, 1)],
  })
})
