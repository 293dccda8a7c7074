import { sql } from 'kysely'
import { startApi, type TestApi } from '../../testing/api'
import type { OpenDatabase } from '.'

let api: TestApi
let database: OpenDatabase
beforeAll(async () => {
  api = await startApi()
  database = api.database
})
afterAll(() => api.close())

const insert = (name: string, key = name) =>
  sql`insert into source_names (name, name_key, search) values (${name}, ${key}, ${name})`.compile(
    database.db,
  )
const named = async (name: string) =>
  (await database.db.selectFrom('source_names').select('name').where('name', '=', name).execute()).length

test('a pipelined statement takes effect for the next one, and is committed with it', async () => {
  const { db, dialect } = database
  const seen = await db.transaction().execute(async (trx) => {
    await dialect.pipeline(trx, insert('Seen'))
    const { rows } = await sql`select name from source_names where name = 'Seen'`.execute(trx)
    await dialect.pipeline(trx, insert('Last'))
    return rows.length
  })
  expect([seen, await named('Seen'), await named('Last')]).toEqual([1, 1, 1])
})

test('what fails it fails the transaction with its own reason, and nothing of it stays', async () => {
  const { db, dialect } = database
  const twice = (more: (trx: typeof db) => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      await dialect.pipeline(trx, insert('First'))
      await dialect.pipeline(trx, insert('Second', 'first'))
      await dialect.pipeline(trx, insert('Third', 'first'))
      await more(trx)
    })
  for (const more of [(trx: typeof db) => sql`select 1`.execute(trx), () => Promise.resolve()])
    await expect(twice(more)).rejects.toThrow(/unique/i)
  expect([await named('First'), await named('Second')]).toEqual([0, 0])
})

test('what has been pipelined before work fails does not happen, then or later', async () => {
  const { db, dialect } = database
  const work = db.transaction().execute(async (trx) => {
    await dialect.pipeline(trx, insert('Lost'))
    throw new Error('No.')
  })
  await expect(work).rejects.toThrow('No.')
  const later = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    await dialect.pipeline(trx, insert('Lost'))
    throw new Error('No.')
  })
  await expect(later).rejects.toThrow('No.')
  await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(db)))
  expect(await named('Lost')).toBe(0)
})
