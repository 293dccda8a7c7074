import { sql } from 'kysely'
import { startApi, type TestApi } from '../../testing/api'
import { recordMaker } from '../../testing/records'
import { anyTable } from '../../kit/context'
import { tablesWithRowCounts } from './counts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const path = '/api/mpg/organizations/'
const make = async (name: string) => (await recordMaker(api)('organizations', { name })).organization_id

/** The maintained counts of each table, and the actual ones. */
async function counts() {
  const kept: [table: string, alive: number][] = []
  const there: [table: string, alive: number][] = []
  for (const table of tablesWithRowCounts) {
    const sum = await sql<{ alive: number }>`
      select cast(sum(alive) as integer) as alive from row_counts where table_name = ${table}`.execute(
      api.database.db,
    )
    kept.push([table, sum.rows[0]?.alive ?? -1])
    const { count } = await anyTable(api.database.db)
      .selectFrom(table)
      .select(sql<number>`cast(count(*) as integer)`.as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    there.push([table, count])
  }
  return { kept, there }
}
const expectRight = async () => {
  const { kept, there } = await counts()
  expect(kept).toEqual(there)
  return Object.fromEntries(kept)
}

test('[API-2] what is created, deleted, restored and refused is counted at once', async () => {
  const before = await expectRight()
  const [first, second, third] = [
    await make('Harbor Foods'),
    await make('Kiln Works'),
    await make('Tern Press'),
  ]
  expect((await expectRight())['organizations']).toBe((before['organizations'] ?? 0) + 3)
  await api.asBroker('DELETE', `${path}${first}/`)
  await api.asBroker('DELETE', `${path}${second}/`)
  await api.asBroker('POST', path, { name: '' })
  await api.asBroker('PATCH', `${path}${third}/`, { name: 'Tern Printers' })
  expect((await expectRight())['organizations']).toBe((before['organizations'] ?? 0) + 1)
  expect((await api.asBroker('POST', `${path}${first}/restore/`)).status).toBeLessThan(300)
  expect((await expectRight())['organizations']).toBe((before['organizations'] ?? 0) + 2)
})

test('[API-2, TRUST-23] many who write at once are all counted, in rows that stay few', async () => {
  const { db } = api.database
  const before = await expectRight()
  const pattern = await db
    .selectFrom('organizations')
    .selectAll()
    .where('organization_id', '=', await make('Pattern Mills'))
    .executeTakeFirstOrThrow()
  const row = (name: string) =>
    Object.fromEntries(
      Object.entries({ ...pattern, name, name_key: name }).filter(([column]) => column !== 'organization_id'),
    )
  await Promise.all(
    Array.from({ length: 8 }, async (_, client) => {
      for (let round = 0; round < 150; round++) {
        const given = row(`${client} ${round}`)
        const made = await anyTable(db)
          .insertInto('organizations')
          .values(given)
          .returning('organization_id')
          .executeTakeFirstOrThrow()
        if (round % 3 === 0)
          await db
            .deleteFrom('organizations')
            .where('organization_id', '=', Number(made['organization_id']))
            .execute()
        if (round % 3 === 1)
          await db
            .updateTable('organizations')
            .set({ deleted_at: pattern.created_at })
            .where('organization_id', '=', Number(made['organization_id']))
            .execute()
      }
    }),
  )
  expect((await expectRight())['organizations']).toBe((before['organizations'] ?? 0) + 1 + 8 * 50)
  const { rows } = await sql<{
    count: number
  }>`select cast(count(*) as integer) as count from row_counts`.execute(db)
  // One for each change would be 2,000.
  expect(rows[0]?.count).toBeLessThan(1_500)
})
