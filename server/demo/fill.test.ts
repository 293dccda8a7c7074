import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase, type OpenDatabase } from '../db/dialect'
import { anyTable } from '../kit/context'
import { refreshDerived } from '../kit/derive'
import { resources } from '../resources'
import { passwordFits } from '../sessions/passwords'
import { demoPassword } from '../testing/api'
import { copyTemplate } from '../testing/databases'
import { emptyDatabase } from './empty'
import { fillDemo, isEmpty, type DemoOptions } from './fill'

const today = new Date('2026-11-21T09:30:00.000Z')
const tables = [
  ...['profiles', 'users', 'tags', 'organizations', 'opportunities'],
  ...['opportunity_tags', 'opportunity_organizations'],
]

let database: OpenDatabase
beforeAll(async () => {
  database = openDatabase(await copyTemplate())
})
afterAll(() => database.db.destroy())

const refill = async (options: Partial<DemoOptions>) => {
  await emptyDatabase(database)
  return fillDemo(database, { opportunities: 60, today, ...options })
}

/** Every row of a table as one text, in an order that does not depend on the database. */
const rowsOf = async (table: string) => {
  const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(database.db)
  return rows.map((row) => JSON.stringify(row)).sort()
}
const fingerprint = async () => {
  const hash = createHash('sha256')
  for (const table of tables) hash.update(JSON.stringify(await rowsOf(table)))
  return hash.digest('hex')
}
const countOf = async (table: string) => (await rowsOf(table)).length

it('makes the same rows from the same seed and day, and others from others', async () => {
  await refill({})
  const first = await fingerprint()
  await refill({ today: new Date('2026-11-21T23:00:00.000Z') })
  expect(await fingerprint()).toBe(first)
  await refill({ seed: 2 })
  expect(await fingerprint()).not.toBe(first)
  await refill({ today: new Date('2026-11-22T00:00:00.000Z') })
  expect(await fingerprint()).not.toBe(first)
})

it('starts a large installation with the rows of a small one', async () => {
  await refill({ opportunities: 20 })
  const small = await Promise.all(tables.map(rowsOf))
  await refill({ opportunities: 90 })
  for (const [index, table] of tables.entries())
    expect(await rowsOf(table)).toEqual(expect.arrayContaining(small[index] ?? []))
})

it('makes each table in proportion and tells how far it is', async () => {
  const onProgress = jest.fn()
  const made = await refill({ opportunities: 1_200, onProgress })
  const counts = { profiles: 12, users: 12, tags: 14, organizations: 1_000, opportunities: 1_200 }
  for (const [table, count] of Object.entries(counts))
    expect([table, await countOf(table)]).toEqual([table, count])
  expect(made).toBe(12 + 12 + 14 + 1_000 + 1_200)
  expect(onProgress.mock.calls).toEqual([
    ['profiles', 12, 12],
    ['users', 12, 12],
    ['tags', 14, 14],
    ['organizations', 1_000, 1_000],
    ['opportunities', 1_000, 1_200],
    ['opportunities', 1_200, 1_200],
  ])
})

it('keeps the search texts and ordering keys that later writes would compute', async () => {
  await refill({})
  for (const resource of Object.values(resources)) {
    if (resource.search.length === 0 || !tables.includes(resource.table)) continue
    const { idField } = resource.contract
    const before = await rowsOf(resource.table)
    const ids = await anyTable(database.db).selectFrom(resource.table).select(idField).execute()
    await refreshDerived(
      database.db,
      resource,
      ids.map((row) => row[idField] as number),
    )
    expect(await rowsOf(resource.table)).toEqual(before)
  }
})

it('leaves a database in which the index finds a filled row and a new row gets the next id', async () => {
  await refill({})
  const { db, dialect } = database
  const sample = await db
    .selectFrom('organizations')
    .select(['organization_id', 'search'])
    .executeTakeFirstOrThrow()
  const found = await db
    .selectFrom('organizations')
    .select('organization_id')
    .where(dialect.contains('organizations', 'organization_id', sample.search.slice(0, 12)))
    .execute()
  expect(found).toContainEqual({ organization_id: sample.organization_id })

  const { rows } = await sql<{ tag_id: number }>`
    insert into tags (name, color, description, version, created_at, modified_at, name_key, description_key, search)
    values ('Extra', '#222', 'Extra', 1, ${today.toISOString()}, ${today.toISOString()}, 'extra', 'extra', 'extra')
    returning tag_id`.execute(db)
  expect(rows).toEqual([{ tag_id: 15 }])
})

it('makes the accounts alone when no opportunities are wanted', async () => {
  await refill({ opportunities: 0 })
  expect(await Promise.all(tables.map(countOf))).toEqual([12, 12, 0, 0, 0, 0, 0])
})

it('lets the demo accounts sign in, and nobody else', async () => {
  await refill({ opportunities: 0 })
  const users = await database.db.selectFrom('users').selectAll().orderBy('id').execute()
  const able = users.filter((user) => user.password_hash !== null)
  expect(able.map(({ username, user_type }) => [username, user_type])).toEqual([
    ['customer', 'customer'],
    ['team', 'team'],
    ['broker', 'broker'],
    ['newcomer', 'broker'],
  ])
  for (const { password_hash } of able) expect(await passwordFits(password_hash, demoPassword)).toBe(true)
})

it('connects the mail account of everybody who signs in but the newcomer', async () => {
  await refill({ opportunities: 0 })
  const connected = await database.db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.profile')
    .select('username')
    .where('nylas_access_token', '=', 'connected')
    .where('nylas_default_calendar', 'is not', null)
    .orderBy('users.id')
    .execute()
  expect(connected.map(({ username }) => username)).toEqual(['customer', 'team', 'broker'])
})

it('leaves the database empty when it is interrupted', async () => {
  await emptyDatabase(database)
  const interrupted = fillDemo(database, {
    opportunities: 60,
    today,
    onProgress: (table) => {
      if (table === 'opportunities') throw new Error('power cut')
    },
  })
  await expect(interrupted).rejects.toThrow('power cut')
  expect(await isEmpty(database)).toBe(true)
  expect(await countOf('organizations')).toBe(0)
  await refill({})
  expect(await isEmpty(database)).toBe(false)
})
