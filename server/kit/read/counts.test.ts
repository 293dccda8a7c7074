/** A cached count is valid until the searched data changes, and no longer. */
import { sql } from 'kysely'
import { contract } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { tablesWithSearchCounts } from '../../db/search/counts'
import { startApi, type TestApi } from '../../testing/api'
import { until } from '../../testing/until'
import { recordMaker, type MakeRecord } from '../../testing/records'
import { allResources } from '../registry'
import { columnsSearched, tablesSearched } from './search'

let api: TestApi
let make: MakeRecord
let statements: string[] = []
beforeAll(async () => {
  api = await startApi({}, (text) => statements.push(text))
  make = recordMaker(api)
})
afterAll(() => api.close())

const { path: deals } = contract.opportunities

/** The count of a search; two more than the page holds, so that the page does not give it. */
async function found(path: string, q: string): Promise<number> {
  statements = []
  const { body } = await api.asBroker<ListAnswer<object>>('GET', `${path}?limit=1&q=${q}`)
  return body.count
}
/** Whether the last search was counted, not cached. */
const wasCounted = () =>
  statements.some((text) => /count\(/.test(text) && !/^\s*select cast\(|row_counts/.test(text))

async function expectFound(path: string, q: string, count: number, isCounted: boolean) {
  expect(await found(path, q)).toBe(count)
  expect(wasCounted()).toBe(isCounted)
}

const change = async (method: string, path: string, body?: object) => {
  expect((await api.asBroker(method, path, body)).status).toBeLessThan(300)
}

test.each(['zq', 'zqueue'])(
  '[API-2, TRUST-23] %s is counted anew only where what is searched has changed',
  async (q) => {
    const made = []
    for (const name of ['Zqueue One', 'Zqueue Two', 'Zqueue Three'])
      made.push((await make('opportunities', { opportunity_name: name })).opportunity_id)
    const [first, second] = made.map((id) => `${deals}${id}/`)
    const before = await found(deals, q)
    expect(before).toBeGreaterThanOrEqual(3)
    await expectFound(deals, q, before, false)
    await change('PATCH', `${first}`, { notes: 'Called' })
    await make('contacts')
    await make('notes', { object_id: `opportunity-${made[0]}` })
    await expectFound(deals, q, before, false)

    await change('PATCH', `${first}`, { opportunity_name: 'Renamed' })
    await expectFound(deals, q, before - 1, true)
    await change('DELETE', `${second}`)
    await expectFound(deals, q, before - 2, true)
    await change('POST', `${second}restore/`)
    await expectFound(deals, q, before - 1, true)
    await make('opportunities', { opportunity_name: 'Zqueue Four' })
    await expectFound(deals, q, before, true)
    await expectFound(deals, q, before, false)
  },
)

test('[API-2] it is counted anew where another server has taken the place of the database, whose numbers went back', async () => {
  for (const name of ['Yqueue One', 'Yqueue Two']) await make('opportunities', { opportunity_name: name })
  await expectFound(deals, 'yqueue', 2, true)
  await expectFound(deals, 'yqueue', 2, false)
  Object.assign(api.database, { counterEpoch: "'another'" })
  await make('contacts')
  await expectFound(deals, 'yqueue', 2, true)
})

test('[API-2] what stands in tags counts as soon as they are tied, renamed, untied and deleted', async () => {
  const { tag_id } = await make('tags', { name: 'Wvtag' })
  const ids = []
  for (let count = 0; count < 3; count++)
    ids.push((await make('opportunities', { tags: [tag_id] })).opportunity_id)
  expect(await found(deals, 'wvtag')).toBe(3)
  const tied = await make('opportunities', { tags: [tag_id] })
  expect(await found(deals, 'wvtag')).toBe(4)
  await change('PATCH', `${deals}${tied.opportunity_id}/`, { tags: { remove: [tag_id] } })
  expect(await found(deals, 'wvtag')).toBe(3)
  await change('PATCH', `${contract.tags.path}${tag_id}/`, { name: 'Other' })
  expect(await found(deals, 'wvtag')).toBe(0)
  await change('PATCH', `${contract.tags.path}${tag_id}/`, { name: 'Wvtag' })
  expect(await found(deals, 'wvtag')).toBe(3)
  await change('DELETE', `${contract.tags.path}${tag_id}/`)
  expect(await found(deals, 'wvtag')).toBe(0)
})

test('[API-2] so does what stands in the utility of bids, and in the state of addresses', async () => {
  const { path: bids } = contract.bids
  const { path: addresses } = contract.addresses
  const { organization_id: legal_entity } = await make('organizations')
  const { opportunity_id: opportunity } = await make('opportunities', { organizations: [legal_entity] })
  const { utility_id: utility } = await make('utilities', { name: 'Wvgas' })
  const { utility_state_id: utility_state } = await make('utilityStates', {
    utility,
    state: 44,
    name: 'Wvserve',
  })
  const elsewhere = await make('utilityStates', { utility, state: 44, name: 'Elsewhere' })
  const made = []
  for (let count = 0; count < 3; count++)
    made.push((await make('bids', { opportunity, legal_entity, utility_state })).bid_id)
  expect([await found(bids, 'wvgas'), await found(bids, 'wvserve')]).toEqual([3, 3])
  await change('PATCH', `${contract.utilities.path}${utility}/`, { name: 'Other' })
  await change('PATCH', `${contract.utilityStates.path}${utility_state}/`, { name: 'Another' })
  expect([await found(bids, 'wvgas'), await found(bids, 'wvserve')]).toEqual([0, 0])
  expect(await found(bids, 'another')).toBe(3)
  await change('PATCH', `${bids}${made[0]}/`, { utility_state: elsewhere.utility_state_id })
  expect(await found(bids, 'another')).toBe(2)

  const utah = await found(addresses, 'utah')
  const street = []
  for (let count = 0; count < 3; count++) street.push((await make('addresses', { state: 45 })).address_id)
  expect(await found(addresses, 'utah')).toBe(utah + 3)
  await change('PATCH', `${addresses}${street[0]}/`, { state: 44 })
  expect(await found(addresses, 'utah')).toBe(utah + 2)
})

describe('it is told of everything that searches of counted records read', () => {
  const read = allResources().filter(({ table }) => tablesWithSearchCounts.has(table))

  test('of every table', async () => {
    const { rows } = await sql<{ table_name: string }>`select distinct table_name from row_counts`.execute(
      api.database.db,
    )
    const told = new Set(rows.map(({ table_name }) => table_name))
    expect(read.flatMap(tablesSearched).filter((table) => !told.has(table))).toEqual([])
  })

  test.each(read)('of the columns of $table', async (resource) => {
    const { db, dialect } = api.database
    const trigger = `${resource.table}_changed_update`
    const { rows } = await (
      dialect.kind === 'sqlite'
        ? sql<{ text: string }>`select sql as text from sqlite_master where name = ${trigger}`
        : sql<{
            text: string
          }>`select pg_get_triggerdef(oid) as text from pg_trigger where tgname = ${trigger}`
    ).execute(db)
    const text = rows[0]?.text ?? ''
    const [, columns = ''] = /update of (.*?) on /i.exec(text) ?? []
    // Of all columns.
    if (/update\s+on /i.test(text)) return
    expect(columns.split(', ')).toEqual(
      expect.arrayContaining([...columnsSearched(resource), ...(resource.softDeletes ? ['deleted_at'] : [])]),
    )
  })
})

test('[VIEW-1, API-2] few records that a filter finds are found once, counted and listed, until something changes', async () => {
  const ids: number[] = []
  for (const name of ['Few A', 'Few B', 'Few C'])
    ids.push((await make('organizations', { name, founding_year: 1801 })).organization_id)
  const { path } = contract.organizations
  const ask = async () => {
    statements = []
    const query = 'founding_year_to=1805&limit=1'
    const { count, results } = (
      await api.asBroker<ListAnswer<{ organization_id: number }>>('GET', `${path}?${query}`)
    ).body
    return [count, results.map(({ organization_id: id }) => ids.indexOf(id))]
  }
  // Beside a page among the first records of the list, if it lies there.
  const readings = () =>
    statements.filter((text) => text.includes('"founding_year" <=') && !text.includes('order by')).length
  expect(await ask()).toEqual([3, [0]])
  expect(readings()).toBe(1)
  // Background jobs write, too, until they have nothing left to do.
  await until(async () => {
    expect(await ask()).toEqual([3, [0]])
    return readings() === 0
  })
  await change('DELETE', `${path}${ids[0]}/`)
  expect(await ask()).toEqual([2, [1]])
  expect(readings()).toBe(1)
})

test('[VIEW-1, GAS-8] pages of few records are parts of one reading in their order, until something changes', async () => {
  const { path } = contract.contracts
  const { organization_id: organization } = await make('organizations')
  const ids: number[] = []
  for (const start of ['2090-01-01', '2091-01-01', '2092-01-01'])
    ids.push((await make('contracts', { organization, start_date: start, term: 12 })).contract_id)
  const ask = async (query: string) => {
    statements = []
    const asked = `${path}?state=draft&end_date_from=2090-01-01&limit=1&${query}`
    const { count, results } = (await api.asBroker<ListAnswer<{ contract_id: number }>>('GET', asked)).body
    return [count, ...results.map(({ contract_id: id }) => ids.indexOf(id))]
  }
  const readings = () => statements.filter((text) => text.includes('contracts.end_date >=')).length
  const expectKept = async (asked: readonly (readonly [string, number])[]) => {
    // Background jobs write, too, until they have nothing left to do.
    await until(async () => {
      let read = 0
      for (const [query, place] of asked) {
        expect(await ask(query)).toEqual([3, place])
        read += readings()
      }
      return read === 0
    })
  }
  await expectKept([
    ['', 0],
    ['offset=1', 1],
    ['ordering=-end_date', 2],
    ['ordering=-end_date&offset=2', 0],
  ])
  await change('PATCH', `${path}${ids[0]}/`, { term: 60 })
  expect(await ask('')).toEqual([3, 1])
  await expectKept([
    ['', 1],
    ['offset=2', 0],
  ])
  await change('DELETE', `${path}${ids[1]}/`)
  expect(await ask('')).toEqual([2, 2])
  expect(await ask('offset=1')).toEqual([2, 0])
})
