import { sql, type Kysely } from 'kysely'
import { copyTemplate } from '../../testing/databases'
import { openDatabase, type OpenDatabase } from '../dialect'
import { searchSettings } from './027-search-settings'

let database: OpenDatabase
beforeAll(async () => {
  database = openDatabase(await copyTemplate())
})
afterAll(() => database.db.destroy())

const onPostgres = async (): Promise<void> => {
  const { db, dialect } = database
  const settings = async () => {
    const { rows } = await sql<{ name: string; settings: string[] | null }>`
      select relname as name, reloptions as settings from pg_class join pg_am on pg_am.oid = relam
      where amname = 'gin' order by relname`.execute(db)
    return new Map(rows.map((row) => [row.name, row.settings ?? []]))
  }
  const names = [...(await settings()).keys()]
  expect(names).toEqual(expect.arrayContaining(['opportunities_texts_search', 'contacts_search']))
  const small = new Map(names.map((name) => [name, ['gin_pending_list_limit=256']]))
  expect(await settings()).toEqual(small)
  for (const name of names)
    await sql`alter index ${sql.table(name)} reset (gin_pending_list_limit)`.execute(db)
  await searchSettings(db as Kysely<unknown>, dialect)
  expect(await settings()).toEqual(small)

  // Made anew after a fill, they are what they were.
  await db.transaction().execute(async (transaction) => {
    for (const definition of await dialect.takeIndexes(transaction, 'opportunities'))
      await sql.raw(definition).execute(transaction)
  })
  expect(await settings()).toEqual(small)
}

/** The indexes of search that join so many parts of theirs. */
const joining = async (parts: number, indexes: readonly string[]) => {
  const found: string[] = []
  for (const name of indexes) {
    const { rows } = await sql<{ v: number }>`
      select v from ${sql.table(`${name}_config`)} where k = 'automerge'`.execute(database.db)
    if (rows[0]?.v === parts) found.push(name)
  }
  return found
}

test('[API-2] indexes of search of before grow as new ones do', async () => {
  const { db, dialect } = database
  if (dialect.kind === 'postgres') return onPostgres()
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where sql like '%using fts5(%' order by name`.execute(db)
  const indexes = rows.map(({ name }) => name)
  expect(indexes).toEqual(expect.arrayContaining(['opportunities_search', 'contacts_letters']))
  for (const name of indexes)
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}, rank) values ('automerge', 4)`.execute(db)
  expect(await joining(4, indexes)).toEqual(indexes)
  await searchSettings(db as Kysely<unknown>, dialect)
  expect(await joining(16, indexes)).toEqual(indexes)
})
