import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql, type Expression, type SqlBool } from 'kysely'
import { isForeignKeyViolation, openDatabase, type OpenDatabase } from '../db/dialects'
import { anyTable } from '../kit/context'
import { refreshDerived } from '../kit/write/derive'
import { allResources } from '../kit/registry'
import { refreshAddresses } from '../resources/messageAddresses'
import type { FileStore } from '../ports/files'
import { localStore } from '../ports/files/local'
import { passwordFits } from '../services/sessions/passwords'
import { demoPassword } from '../testing/api'
import { copyTemplate } from '../testing/databases'
import { emptyDatabase } from './empty'
import { fillDemo, isEmpty, type DemoOptions } from './fill'
import { unfinishedFill } from './mark'
import { stateAt } from './states'
import { demoTables } from './tables'
import { worldOf } from './world'

// Filling a large installation takes long on a busy machine.
const today = new Date('2026-11-21T09:30:00.000Z')
const tables = [
  ...demoTables.map(({ resource }) => resource.table),
  ...(['opportunity_tags', 'opportunity_organizations', 'calendars'] as const),
]

let database: OpenDatabase
let files: FileStore
let dataDir: string
beforeAll(async () => {
  const where = await copyTemplate()
  database = openDatabase(where)
  dataDir = where.dataDir
  files = localStore(path.join(dataDir, 'files'))
})
afterAll(() => database.db.destroy())

/** What the database is filled with, as long as nothing else has been written. */
let held: number | null = null

const empty = () => {
  held = null
  return emptyDatabase(database, files)
}
const refill = async (options: Partial<DemoOptions>) => {
  await empty()
  return fillDemo(database, { opportunities: 60, today, files, ...options })
}
/** For tests that only read, or write what is there already: those of one size in a row share a fill. */
const filled = async (opportunities: number) => {
  if (held !== opportunities) await refill({ opportunities })
  held = opportunities
}

// The large one has more files than are stored.
const [small, large] = [60, 366]

/** Every row of a table as one text, in an order independent of the database. */
const rowsOf = async (table: string) => {
  const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(database.db)
  return rows.map((row) => JSON.stringify(row)).sort()
}
const fingerprint = async () => {
  const hash = createHash('sha256')
  for (const rows of await Promise.all(tables.map(rowsOf))) hash.update(JSON.stringify(rows))
  return hash.digest('hex')
}
const countOf = async (table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    database.db,
  )
  return rows[0]?.count
}

/** The indexes and triggers of every table. */
const indexNames = async () => {
  const { rows } = await sql<{ name: string }>`
    ${database.dialect.kind === 'sqlite' ? sql`select name from sqlite_master where type in ('index', 'trigger')` : sql`select indexname as name from pg_indexes where schemaname = 'public'`}
    order by name`.execute(database.db)
  return rows.map(({ name }) => name)
}

/** Aborts a fill at a number of opportunities or indexes. */
const cutAt = (what: string, done: number) => (reached: string, reachedDone: number) => {
  if (reached === what && reachedDone === done) throw new Error('power cut')
}

it('makes each table in proportion and tells how far it is', async () => {
  const onProgress = jest.fn()
  const made = await refill({ opportunities: large, batchesPerCommit: 2, onProgress })
  held = large
  const counts = {
    ...{ profiles: 12, users: 12, tags: 14, utilities: 40, utility_states: 100 },
    ...{ organizations: 305, addresses: 427, organization_addresses: 610 },
    ...{ contacts: 488, organization_contacts: 671, opportunities: 366 },
    ...{ credit_setups: 61, bids: 854, quotes: 1_098, notes: 488 },
    ...{ suppliers: 14, heat_contents: 120, curves: 4, curve_points: 8_256 },
    ...{ files: 120, todos: 183, organization_todos: 183, activities: 244, messages: 144 },
    ...{ message_attachments: 12 },
  }
  for (const [table, count] of Object.entries(counts))
    expect([table, await countOf(table)]).toEqual([table, count])
  let all = 0
  for (const { resource } of demoTables) all += (await countOf(resource.table)) ?? 0
  expect(made).toBe(all)
  const calls = onProgress.mock.calls as [what: string, done: number, total: number][]
  const [, indexes] = calls.at(-1) ?? []
  expect(calls.filter(([, done, total]) => done === total)).toEqual([
    ['opportunities', 366, 366],
    ['indexes', indexes, indexes],
  ])
  const opportunities = calls.filter(([what]) => what === 'opportunities').map(([, done]) => done)
  expect(opportunities).toEqual([240, 366])
})

it('[MAIL-1] keeps by which addresses timelines find messages, as a later write of each would', async () => {
  await filled(large)
  const { db } = database
  const rows = () =>
    db.selectFrom('message_addresses').selectAll().orderBy('message').orderBy('email_key').execute()
  const made = await rows()
  const messages = await db.selectFrom('messages').select('id').execute()
  await Promise.all(messages.map(({ id }) => refreshAddresses(db, id)))
  expect(made).toEqual(await rows())
  const ofContacts = await db
    .selectFrom('message_addresses')
    .innerJoin('organization_contacts', 'organization_contacts.work_email', 'message_addresses.email_key')
    .innerJoin('users', 'users.id', 'message_addresses.owner')
    .select(['users.username', 'is_shared', 'contact'])
    .execute()
  expect(new Set(ofContacts.map(({ contact }) => contact)).size).toBeGreaterThan(3)
  expect(ofContacts.filter(({ username }) => username === 'broker').length).toBeGreaterThan(5)
  expect(ofContacts.some(({ username, is_shared }) => username !== 'broker' && is_shared)).toBe(true)
})

it('is found by its texts as if it had been written row by row', async () => {
  const { db, dialect } = database
  await filled(large)
  for (const { resource } of demoTables) {
    const { table, contract, search } = resource
    if (search.length === 0) continue
    const idsWhere = async (found: Expression<SqlBool>) => {
      const rows = await anyTable(db).selectFrom(table).select(contract.idField).where(found).execute()
      return rows.map((row) => Number(row[contract.idField])).sort((a, b) => a - b)
    }
    for (const part of ['e', 'x', 'an', 'zz', 'gas', 'the', 'energy']) {
      const there = await idsWhere(dialect.search.includes(sql.ref(`${table}.search`), part))
      expect([table, part, await idsWhere(dialect.search.contains(table, contract.idField, part))]).toEqual([
        table,
        part,
        there,
      ])
      const ids = dialect.search.idsWith(table, part)
      if (ids)
        expect([
          table,
          part,
          await idsWhere(sql`${sql.ref(`${table}.${contract.idField}`)} in (${ids})`),
        ]).toEqual([table, part, there])
    }
  }
})

it('starts a large installation with the rows of a small one', async () => {
  await filled(large)
  const many = await Promise.all(tables.map(rowsOf))
  await filled(small)
  for (const [index, table] of tables.entries()) {
    const rows = new Set(many[index])
    expect([table, (await rowsOf(table)).filter((row) => !rows.has(row))]).toEqual([table, []])
  }
})

it('has rows for every resource', async () => {
  await filled(small)
  for (const { contract, table } of allResources())
    expect([contract.name, (await countOf(table)) !== 0]).toEqual([contract.name, true])
})

it('keeps the search texts, ordering keys and other derived columns that later writes would compute', async () => {
  await filled(small)
  for (const { resource } of demoTables) {
    if (resource.search.length === 0) continue
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

it('numbers the states and content types as the database does', async () => {
  const states = await database.db
    .selectFrom('states')
    .select(['state_id', 'acronym', 'name'])
    .orderBy('state_id')
    .execute()
  expect(states).toEqual(states.map((_, index) => stateAt(worldOf(1, today), index)))
  await filled(small)
  const models = await database.db
    .selectFrom('notes')
    .innerJoin('content_types', 'content_types.id', 'notes.content_type')
    .select(['owner_type', 'model'])
    .distinct()
    .orderBy('model')
    .execute()
  expect(models.map(({ model }) => model)).toEqual(['bid', 'contact', 'opportunity', 'organization'])
  for (const { owner_type, model } of models) expect(owner_type).toBe(model)
  const others = await database.db
    .selectFrom('content_types')
    .select('model')
    .where('id', 'in', (query) => query.selectFrom('todos').select('content_type'))
    .unionAll((query) =>
      query
        .selectFrom('content_types')
        .select('model')
        .where('id', 'in', (files) => files.selectFrom('files').select('content_type')),
    )
    .execute()
  expect(others).toEqual([{ model: 'todo' }, { model: 'file' }])
})

if (!process.env['TEST_DATABASE_URL'])
  it('lets the indexes of search grow again as they do for single rows', async () => {
    await filled(small)
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where sql like '%using fts5(%'`.execute(database.db)
    expect(rows.length).toBeGreaterThan(20)
    for (const { name } of rows) {
      const settings = await sql<{ k: string; v: number }>`
        select k, v from ${sql.table(`${name}_config`)} order by k`.execute(database.db)
      expect([name, settings.rows.filter(({ k }) => k !== 'version')]).toEqual([
        name,
        [
          { k: 'automerge', v: 16 },
          { k: 'crisismerge', v: 64 },
          { k: 'hashsize', v: 1_048_576 },
          { k: 'pgsz', v: 1_024 },
        ],
      ])
    }
  })

it('makes the same rows from the same seed and day, and others from others', async () => {
  await filled(small)
  const first = await fingerprint()
  await refill({ today: new Date('2026-11-21T23:00:00.000Z') })
  expect(await fingerprint()).toBe(first)
  await refill({ seed: 2 })
  expect(await fingerprint()).not.toBe(first)
  await refill({ today: new Date('2026-11-22T00:00:00.000Z') })
  expect(await fingerprint()).not.toBe(first)
})

it('is emptied while it is unfinished, and can be filled then', async () => {
  await filled(small)
  const [whole, indexes] = [await fingerprint(), await indexNames()]
  await empty()
  const interrupted = fillDemo(database, {
    opportunities: small,
    today,
    onProgress: cutAt('opportunities', small),
  })
  await expect(interrupted).rejects.toThrow('power cut')
  await empty()
  expect([await isEmpty(database), await unfinishedFill(database.db)]).toEqual([true, null])
  expect(await indexNames()).toEqual(indexes)
  await filled(small)
  expect(await fingerprint()).toBe(whole)
})

const keysIn = async (store: FileStore) => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}

it('stores the contents of the files that it names, and removes them when it is emptied', async () => {
  await filled(small)
  const stored = await database.db.selectFrom('files').select(['storage_key', 'size']).execute()
  expect(stored).toHaveLength(20)
  // Both copies of a message have the same file.
  const attached = await database.db
    .selectFrom('message_attachments')
    .select(['storage_key', 'size'])
    .distinct()
    .execute()
  expect(attached).toHaveLength(6)
  const rows = [...stored, ...attached].flatMap(({ storage_key, size }) =>
    storage_key === null ? [] : [{ storage_key, size }],
  )
  expect(await keysIn(files)).toEqual(rows.map(({ storage_key }) => storage_key).sort())
  for (const { storage_key, size } of rows) {
    let bytes = 0
    for await (const chunk of await files.read(storage_key)) bytes += (chunk as Buffer).length
    expect(bytes).toBe(size)
  }
  await empty()
  expect(await keysIn(files)).toEqual([])
  for (const table of tables) expect([table, await countOf(table)]).toEqual([table, 0])
})

it('makes no files where there is no store for them', async () => {
  await empty()
  await fillDemo(database, { opportunities: 30, today })
  expect([await countOf('files'), await countOf('notes')]).toEqual([0, 40])
})

it('leaves a database in which the index finds a filled row and a new row gets the next id', async () => {
  await filled(small)
  held = null
  const { db, dialect } = database
  const sample = await db
    .selectFrom('organizations')
    .select(['organization_id', 'search'])
    .executeTakeFirstOrThrow()
  const found = await db
    .selectFrom('organizations')
    .select('organization_id')
    .where(dialect.search.contains('organizations', 'organization_id', sample.search.slice(0, 12)))
    .execute()
  expect(found).toContainEqual({ organization_id: sample.organization_id })

  const { rows } = await sql<{ tag_id: number }>`
    insert into tags (name, color, description, version, created_at, modified_at, name_key, description_key, search)
    values ('Extra', '#222', 'Extra', 1, ${today.toISOString()}, ${today.toISOString()}, 'extra', 'extra', 'extra')
    returning tag_id`.execute(db)
  expect(rows).toEqual([{ tag_id: 15 }])
})

it('leaves the numbers of rows right that are kept, full and empty', async () => {
  const names = ['addresses', 'bids', 'contacts', 'opportunities', 'organizations']
  const kept = async () => {
    const { rows } = await sql<{ name: string; alive: number; changes: number }>`
      select table_name as name, cast(sum(alive) as integer) as alive, cast(sum(changes) as integer) as changes
      from row_counts where table_name in (${sql.join([...names, 'opportunity_tags', 'tags'])})
      group by table_name order by table_name`.execute(database.db)
    return {
      alive: rows.flatMap(({ name, alive }) => (names.includes(name) ? [[name, alive]] : [])),
      changes: rows.map(({ changes }) => changes),
    }
  }
  await empty()
  const without = await kept()
  expect(without.alive).toEqual(names.map((name) => [name, 0]))
  await filled(small)
  const full = await kept()
  expect(full.alive).toEqual(
    await Promise.all(names.map(async (name) => [name, Number(await countOf(name))])),
  )
  // Cached counts of the server are invalid then.
  expect(full.changes.filter((changes, index) => changes <= (without.changes[index] ?? 0))).toEqual([])
  await empty()
  expect((await kept()).alive).toEqual(without.alive)
})

describe('without opportunities', () => {
  beforeAll(() => filled(0))

  it('makes the accounts alone', async () => {
    const filled = { profiles: 12, users: 12, calendars: 6 }
    for (const table of tables)
      expect([table, await countOf(table)]).toEqual([table, filled[table as keyof typeof filled] ?? 0])
  })

  it('lets the demo accounts sign in, and no others', async () => {
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

  it('connects the mail account of every demo account but the newcomer', async () => {
    const connected = await database.db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.id', 'users.profile')
      .innerJoin('calendars', 'calendars.id', 'nylas_default_calendar')
      .select(['username', 'name', 'is_default'])
      .where('nylas_access_token', '=', 'connected')
      .whereRef('owner', '=', 'users.id')
      .orderBy('users.id')
      .execute()
    expect(connected.map(({ username }) => username)).toEqual(['customer', 'team', 'broker'])
    for (const calendar of connected) expect(calendar).toMatchObject({ name: 'Calendar', is_default: true })
    const all = await database.db.selectFrom('calendars').select(['owner', 'is_default']).execute()
    expect(all.filter((calendar) => calendar.is_default)).toHaveLength(connected.length)
    expect(all).toHaveLength(connected.length * 2)
  })
})

it('goes on where it was interrupted, whatever it is asked for then', async () => {
  // Few in the second batch: what counts is where the cut is.
  const [opportunities, batchesPerCommit] = [126, 1]
  await refill({ opportunities, batchesPerCommit })
  const [whole, indexes] = [await fingerprint(), await indexNames()]
  // So that every index is restored once, not only those of tables with many rows.
  const { dialect } = database
  const droppingAll = {
    ...database,
    dialect: { ...dialect, bulkLoad: { ...dialect.bulkLoad, worthDropping: 0 } },
  }
  for (const [at, done] of [
    ['opportunities', 120],
    ['opportunities', 126],
    ['indexes', 8],
  ] as const) {
    await empty()
    const onProgress = cutAt(at, done)
    const interrupted = fillDemo(at === 'indexes' ? droppingAll : database, {
      opportunities,
      batchesPerCommit,
      today,
      files,
      onProgress,
    })
    await expect(interrupted).rejects.toThrow('power cut')
    expect(await unfinishedFill(database.db)).toMatchObject({ opportunities, seed: 1 })
    await fillDemo(database, { opportunities: 0, batchesPerCommit, today: new Date(), seed: 2, files })
    expect([at, done, await fingerprint(), await indexNames()]).toEqual([at, done, whole, indexes])
    expect(await unfinishedFill(database.db)).toBeNull()
  }
})

it('leaves nothing of its chunks behind, and references looked after, whether it ends or not', async () => {
  const link = { opportunity_id: 1, tag_id: 999_999, position: 0 }
  const isRefused = () =>
    database.db
      .insertInto('opportunity_tags')
      .values(link)
      .execute()
      .then(() => false, isForeignKeyViolation)
  await empty()
  const failed = fillDemo(database, {
    opportunities: small,
    today,
    onProgress: cutAt('opportunities', small),
  })
  await expect(failed).rejects.toThrow('power cut')
  expect(await isRefused()).toBe(true)
  await fillDemo(database, { opportunities: small, today })
  expect(await isRefused()).toBe(true)
  expect(readdirSync(dataDir)).not.toContain('row-chunks')
})
