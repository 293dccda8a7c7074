import { sql, type Kysely } from 'kysely'
import { copyTemplate } from '../../testing/databases'
import { openDatabase, type OpenDatabase } from '../dialect'
import { letterPairs } from './032-letter-pairs'

let database: OpenDatabase
beforeAll(async () => {
  database = openDatabase(await copyTemplate())
})
afterAll(() => database.db.destroy())

/** How texts were taken apart before. */
const before = sql`
  create or replace function letter_pairs(text) returns text[] language sql immutable strict parallel safe cost 10000
    as 'select array(select substr($1, place, 2) from generate_series(1, length($1) - 1) as place)'`

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

/** The pairs of each text, each pair once. */
const pairs = async (): Promise<string[][]> => {
  const found: string[][] = []
  for (const text of texts) {
    const { rows } = await sql<{ pairs: string[] }>`select letter_pairs(${text}) as pairs`.execute(
      database.db,
    )
    found.push([...new Set(rows[0]?.pairs)].sort())
  }
  return found
}

/** Takes a text of so many letters apart: some tenths of a second, where each letter is not looked for from the first one. */
const takeApart = (letters: number) =>
  database.db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '10s'`.execute(transaction)
    const { rows } = await sql<{ known: boolean }>`
      select letter_pairs(repeat('ab', ${letters / 2})) @> array['ab', 'ba'] as known`.execute(transaction)
    return rows
  })

test('[API-2, TRUST-25] long texts are taken apart in proportion to their length, and give the pairs of before', async () => {
  const { db, dialect } = database
  if (dialect.kind === 'sqlite') return
  const now = await pairs()
  expect(await takeApart(100_000)).toEqual([{ known: true }])
  await before.execute(db)
  expect(await pairs()).toEqual(now)
  await letterPairs(db as Kysely<unknown>, dialect)
  expect(await pairs()).toEqual(now)
  expect(await takeApart(100_000)).toEqual([{ known: true }])
})
