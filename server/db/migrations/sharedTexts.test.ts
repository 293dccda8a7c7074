import { sql, type Kysely } from 'kysely'
import { fillDemo } from '../../demo/fill'
import { emptyDatabase } from '../../demo/empty'
import { localStore } from '../../ports/files/local'
import { copyTemplate } from '../../testing/databases'
import { openDatabase, type OpenDatabase } from '../dialect'
import { sharedTexts } from './013-shared-texts'

let database: OpenDatabase
let dataDir: string
beforeAll(async () => {
  const where = await copyTemplate()
  dataDir = where.dataDir
  database = openDatabase(where)
})
afterAll(() => database.db.destroy())

type Lines = string[]

/** How the searched lines of a record were before: with those of what very many others share. */
const before: Record<string, { id: string; lines: (own: Lines, tags: Lines) => Lines }> = {
  opportunities: { id: 'opportunity_id', lines: ([name = '', ...own], tags) => [name, ...tags, ...own] },
  bids: { id: 'bid_id', lines: (own) => [...own, 'utility', 'old service'] },
  utility_states: { id: 'utility_state_id', lines: (own) => [...own, 'utility', 'state', 'st'] },
  addresses: {
    id: 'address_id',
    lines: ([street = '', city = '', ...own]) => [street, city, 'state', 'st', ...own],
  },
}

const rowsOf = async (table: string, id: string) =>
  (
    await sql<{ id: number; search: string }>`
      select ${sql.ref(id)} as id, search from ${sql.table(table)} order by 1`.execute(database.db)
  ).rows

test('[API-2] an installation of before loses no text of its own and no longer repeats shared ones', async () => {
  const { db } = database
  await emptyDatabase(database, localStore(dataDir))
  await fillDemo(database, { opportunities: 1_100, today: new Date('2026-11-21T09:30:00.000Z') })
  await db.deleteFrom('opportunity_tags').where('opportunity_id', '=', 7).execute()
  const tags = await db.selectFrom('opportunity_tags').select('opportunity_id').execute()
  const fresh = new Map<string, unknown>()
  for (const [table, { id, lines }] of Object.entries(before)) {
    const rows = await rowsOf(table, id)
    fresh.set(table, rows)
    for (const row of rows) {
      const names = tags.filter((tag) => tag.opportunity_id === row.id).map((_, index) => `tag ${index}`)
      const search = lines(row.search.split('\n'), names).join('\n')
      await sql`update ${sql.table(table)} set search = ${search} where ${sql.ref(id)} = ${row.id}`.execute(
        db,
      )
    }
  }
  await sql`drop index addresses_by_state`.execute(db)
  await sql`alter table states drop column name_key`.execute(db)

  await db.transaction().execute((trx) => sharedTexts(trx as unknown as Kysely<unknown>, database.dialect))
  for (const [table, { id }] of Object.entries(before))
    expect(await rowsOf(table, id)).toEqual(fresh.get(table))
  const found = (text: string) =>
    db
      .selectFrom('bids')
      .select('bid_id')
      .where(database.dialect.contains('bids', 'bid_id', text))
      .execute()
  expect(await found('old service')).toEqual([])
  const [row] = await rowsOf('bids', 'bid_id')
  expect(await found(row?.search.slice(0, 8) ?? '')).toContainEqual({ bid_id: row?.id })
  const state = db.selectFrom('states').select('name_key').where('acronym', '=', 'DC')
  expect(await state.executeTakeFirst()).toEqual({ name_key: 'district of columbia' })
})
