import { sql } from 'kysely'
import { copyTemplate } from '../../testing/databases'
import { openDatabase, type OpenDatabase } from '../dialects'

let database: OpenDatabase
beforeAll(async () => {
  database = openDatabase(await copyTemplate())
})
afterAll(() => database.db.destroy())

const onSqlite = async (): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where sql like '%using fts5(%' order by name`.execute(database.db)
  const indexes = rows.map(({ name }) => name)
  expect(indexes).toEqual(expect.arrayContaining(['opportunities_search', 'contacts_letters']))
  for (const name of indexes) {
    const settings = await sql<{ v: number }>`
      select v from ${sql.table(`${name}_config`)} where k = 'automerge'`.execute(database.db)
    expect([name, settings.rows]).toEqual([name, [{ v: 16 }]])
  }
}

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

  // Rebuilt after a fill, they are the same.
  await db.transaction().execute(async (transaction) => {
    for (const definition of await dialect.bulkLoad.dropIndexes(transaction, 'opportunities'))
      await sql.raw(definition).execute(transaction)
  })
  expect(await settings()).toEqual(small)
}

test('[API-2] indexes of search grow in small steps', () =>
  database.dialect.kind === 'postgres' ? onPostgres() : onSqlite())

const texts = [
  '',
  'a',
  'ab',
  'aaaa',
  'abab',
  '  a  ',
  '\n\t',
  '%_\\"\'',
  '{},null',
  'NULL',
  'ßé',
  'e\u0301x',
  '😀',
  '😀a😀😀',
]

/** Splits a text of so many letters: some tenths of a second, unless each letter is searched from the start. */
const takeApart = (letters: number) =>
  database.db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '10s'`.execute(transaction)
    const { rows } = await sql<{ known: boolean }>`
      select letter_pairs(repeat('ab', ${letters / 2})) @> array['ab', 'ba'] as known`.execute(transaction)
    return rows
  })

test('[API-2, TRUST-25] texts are taken apart into their pairs, in proportion to their length', async () => {
  const { db, dialect } = database
  if (dialect.kind === 'sqlite') return
  for (const text of texts) {
    const letters = [...text]
    const expected = new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))
    const { rows } = await sql<{ pairs: string[] }>`select letter_pairs(${text}) as pairs`.execute(db)
    expect([text, rows[0]?.pairs.sort()]).toEqual([text, [...expected].sort()])
  }
  expect(await takeApart(100_000)).toEqual([{ known: true }])
})

test('[API-2] states are ordered by their folded names', async () => {
  const state = database.db.selectFrom('states').select('name_key').where('acronym', '=', 'DC')
  expect(await state.executeTakeFirst()).toEqual({ name_key: 'district of columbia' })
})
