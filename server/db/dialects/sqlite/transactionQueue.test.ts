import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'libsql'
import Background from 'libsql/promise'
import { sql } from 'kysely'
import { turnsDuring } from '../../../testing/turns'
import { openEmbedded, type OpenDatabase } from '..'

const { exec } = Background.prototype

let dir: string
let database: OpenDatabase
let commits: jest.SpyInstance
/** The clock of a transaction, in milliseconds: stands still, however slow the machine is. */
let clock: jest.SpyInstance<number>
beforeEach(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'citygate-commits-'))
  clock = jest.spyOn(performance, 'now').mockReturnValue(0)
  commits = jest.spyOn(Background.prototype, 'exec')
  database = openEmbedded(dir)
  await sql`create table things (name text unique)`.execute(database.db)
  await sql`create table parts (thing text references things (name) deferrable initially deferred)`.execute(
    database.db,
  )
})
afterEach(async () => {
  jest.restoreAllMocks()
  await database.db.destroy()
  rmSync(dir, { recursive: true, force: true })
})

const countCommits = () => commits.mock.calls.filter(([text]) => /\bcommit$/.test(text as string)).length
const add = (name: string, thing?: string) =>
  database.db.transaction().execute(async (trx) => {
    await sql`insert into things values (${name})`.execute(trx)
    if (thing !== undefined) await sql`insert into parts values (${thing})`.execute(trx)
  })
/** What another handle sees is on the disk. */
const names = async () =>
  (await sql<{ name: string }>`select name from things order by name`.execute(database.db)).rows.map(
    ({ name }) => name,
  )

test('[TRUST-29] transactions that come at once are committed at once, each answered after that', async () => {
  const before = countCommits()
  const seen = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      await add(name)
      return names()
    }),
  )
  expect(countCommits() - before).toBe(1)
  for (const each of seen) expect(each).toEqual(['a', 'b', 'c'])
})

test('[TRUST-23] others get their turn while something is committed', async () => {
  const during: number[] = []
  commits.mockImplementation(async function (this: Background, text: string) {
    during.push(await turnsDuring(() => exec.call(this, text) as Promise<void>))
  })
  await add('x'.repeat(20_000_000))
  expect(during).toEqual([expect.any(Number)])
  expect(during[0]).toBeGreaterThan(2)
})

test('[TRUST-23] who only reads does not share the turns that a long transaction uses up', async () => {
  const { prepare } = Database.prototype
  let written = 0
  jest.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: InstanceType<typeof Database>,
    text: string,
  ) {
    // Each takes longer than the limit of a turn.
    if (text.includes('written')) clock.mockReturnValue(100 * ++written)
    return prepare.call(this, text)
  })
  let isReading = true
  const writing = database.db.transaction().execute(async (trx) => {
    for (let count = 0; isReading; count++) await sql`select ${sql.lit(count)} as written`.execute(trx)
  })
  while (written < 2) await new Promise(setImmediate)
  const before = written
  for (let count = 0; count < 20; count++) await sql`select 1 as read`.execute(database.db)
  const meanwhile = written - before
  isReading = false
  await writing
  expect(meanwhile).toBeLessThan(3)
})

test('a database that is closed first stores what is being committed', async () => {
  const adding = add('a')
  // Its statements have run, so that the commit is in progress.
  while (countCommits() === 0) await new Promise(setImmediate)
  await database.db.destroy()
  await adding
  database = openEmbedded(dir)
  expect(await names()).toEqual(['a'])
})

test('[TRUST-29] none is kept waiting for others that come after 15 milliseconds', async () => {
  const before = countCommits()
  let now = 0
  clock.mockImplementation(() => (now += 15))
  await Promise.all(['a', 'b', 'c'].map((name) => add(name)))
  expect(countCommits() - before).toBe(3)
})

test('[TRUST-29] one that fails among others is undone, and they are not', async () => {
  const ended = await Promise.allSettled([add('a'), add('b'), add('a'), add('c')])
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await names()).toEqual(['a', 'b', 'c'])
})

test('[TRUST-29] a failed commit rejects its transactions, and the next one goes on', async () => {
  const ended = await Promise.allSettled([add('a'), add('b', 'nothing'), add('c')])
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await names()).toEqual([])
  await add('d')
  expect(await names()).toEqual(['d'])
})

test('[TRUST-30] when the disk is full, all that were to be committed at once are told so', async () => {
  await sql`pragma max_page_count = 12`.execute(database.db)
  const ended = await Promise.allSettled([add('a'), add('x'.repeat(100_000)), add('c')])
  expect(ended.slice(0, 2)).toEqual([
    expect.objectContaining({ reason: expect.objectContaining({ code: 'SQLITE_FULL' }) as unknown }),
    expect.objectContaining({ reason: expect.objectContaining({ code: 'SQLITE_FULL' }) as unknown }),
  ])
  expect(ended[2]?.status).toBe('fulfilled')
  expect(await names()).toEqual(['c'])
})

describe('[TRUST-29, TRUST-30] an index of search, which is written as a transaction ends, meets a full disk', () => {
  const full = { status: 'rejected', reason: expect.objectContaining({ code: 'SQLITE_FULL' }) as unknown }
  beforeEach(async () => {
    await sql`create virtual table searched using fts5 (name, tokenize = trigram)`.execute(database.db)
    await sql`create trigger things_searched after insert on things begin insert into searched values (new.name); end`.execute(
      database.db,
    )
  })
  const pages = async () => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db)
    return rows[0]?.page_count ?? 0
  }

  // Where the disk is found full depends on the free pages.
  test.each(Array.from({ length: 12 }, (_, index) => 8 * index))('%i pages are left', async (room) => {
    await sql`pragma max_page_count = ${sql.raw(String((await pages()) + room))}`.execute(database.db)
    const long = Array.from({ length: 12_000 }, (_, index) => (index * index).toString(36)).join('')
    const ended = await Promise.allSettled(['a', long, 'c', 'd'].map((name) => add(name)))
    const stored = await names()
    expect(ended[1]).toEqual(full)
    for (const [index, name] of [
      [0, 'a'],
      [2, 'c'],
      [3, 'd'],
    ] as const) {
      expect(stored.includes(name)).toBe(ended[index]?.status === 'fulfilled')
      if (ended[index]?.status === 'rejected') expect(ended[index]).toEqual(full)
    }
    await sql`pragma max_page_count = 1073741823`.execute(database.db)
    await add('e')
    expect(await names()).toContain('e')
  })
})

test('a transaction that goes on after the database has undone it stores nothing', async () => {
  await sql`pragma max_page_count = 12`.execute(database.db)
  const gone = database.db.transaction().execute(async (trx) => {
    await sql`insert into things values (${'x'.repeat(100_000)})`.execute(trx).catch(() => undefined)
    await sql`insert into things values ('after')`.execute(trx)
  })
  await expect(gone).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(await names()).toEqual([])
})

test('a statement on its own waits for its turn, and for what is to be committed before it', async () => {
  const first = add('a')
  await sql`insert into things values ('b')`.execute(database.db)
  await first
  expect(await names()).toEqual(['a', 'b'])
})
