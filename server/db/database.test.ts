import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'libsql'
import { sql, type Kysely } from 'kysely'
import { resources } from '../resources'
import { columnsOf, matchColumn } from '../kit/resource'
import { isLoopback, openedBy, readConfig, StartError } from '../config'
import { startApi } from '../testing/api'
import { turnsDuring } from '../testing/turns'
import { isFull, isTransient, isUnwritable, openEmbedded } from './dialects'
import { lockDataDir } from './lock'
import { migrate } from './migrate'
import type { StatementRow } from './statements'

const temporary: string[] = []
const makeDir = () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'citygate-database-'))
  temporary.push(dir)
  return dir
}
afterAll(() => {
  for (const dir of temporary) rmSync(dir, { recursive: true, force: true })
})

test('the migrated tables hold exactly the columns of the contract and of the server', async () => {
  const api = await startApi()
  const tables = await api.database.db.introspection.getTables()
  for (const resource of Object.values(resources)) {
    const found = tables.find(({ name }) => name === resource.table)?.columns.map(({ name }) => name) ?? []
    const declared = [
      ...columnsOf(resource.contract).map(([name]) => name),
      ...[...Object.keys(resource.sortKeys), ...resource.foldedTexts].map((name) => `${name}_key`),
      ...(resource.softDeletes ? ['deleted_at'] : []),
      ...Object.values(resource.contents),
      ...Object.keys(resource.derived),
    ]
    const serverOnly = [
      ...[
        'search',
        'password_hash',
        'registered_at',
        'email_changed_at',
        'username_key',
        'from_bureau',
        'mail_key',
        'annual_volume_dth',
        'crystal_profile_name',
        'all_in_price',
        'frozen',
        'number_match',
        'volume',
        'ready_until',
        'notice_of',
        'reminds_at',
      ],
      ...resource.mayBeEmpty.map((name) => `${name}_ascending`),
      ...Object.keys(resource.matchKeys).map(matchColumn),
      ...['owner', 'owner_type', 'owner_id', 'deleted_directly'],
      ...['logo_size', 'logo_by', 'crystal_profile_size', 'crystal_profile_by'],
      ...['stored_by', 'remote_id'],
    ]
    expect([resource.table, found.filter((name) => !serverOnly.includes(name)).sort()]).toEqual([
      resource.table,
      [...new Set(declared)].filter((name) => !serverOnly.includes(name)).sort(),
    ])
  }
  await api.close()
})

test('[TRUST-23] very many rows come whole and in their order, some at a turn of the event loop', async () => {
  const api = await startApi()
  const { scans, dialect } = api.database
  const numbers = sql<StatementRow>`(
    with recursive numbers(id) as (select 1 union all select id + 1 from numbers where id < 42345)
    select id from numbers)`
  const selection = scans.selectFrom(numbers.as('numbers')).select('id').orderBy('id', 'desc')
  const reading = dialect.readMany(scans, selection)
  // The threads have time to send everything, while nothing is received.
  await new Promise(setImmediate)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  const turns = await turnsDuring(() => reading)
  const taken = await reading
  expect(taken.map(({ id }) => id)).toEqual(Array.from({ length: 42_345 }, (_, index) => 42_345 - index))
  expect(turns).toBeGreaterThanOrEqual(8)
  expect(await dialect.readMany(scans, selection.where('id', '<', 0))).toEqual([])
  const texts = selection
    .where('id', '=', 1)
    .select([sql`'a "quoted", \\text'`.as('text'), sql`null`.as('nothing')])
  expect(await dialect.readMany(scans, texts)).toEqual([{ id: 1, text: 'a "quoted", \\text', nothing: null }])
  await api.close()
})

test('[TRUST-38] the audit is added to and never changed, from the side of the database too', async () => {
  const api = await startApi()
  const { db } = api.database
  await api.signIn()
  const before = await db.selectFrom('audit').selectAll().execute()
  const [first] = before
  expect(first).toBeDefined()
  const attempts = [
    `update audit set actor = null`,
    `update audit set id = id`,
    `delete from audit`,
    `insert into audit (id, at, action, resource) values (${first?.id}, '2026-01-01', 'x', 'y') on conflict (id) do update set action = 'x'`,
    ...(api.database.dialect.kind === 'postgres'
      ? // Without `cascade` the foreign keys of its subjects refuse it already.
        ['truncate audit cascade', `set session_replication_role = replica; delete from audit`]
      : [`replace into audit (id, at, action, resource) values (${first?.id}, '2026-01-01', 'x', 'y')`]),
  ]
  for (const attempt of attempts)
    expect([attempt, await sql.raw(attempt).execute(db).catch(String)]).toEqual([
      attempt,
      expect.stringContaining('audit is append-only'),
    ])
  expect(await db.selectFrom('audit').selectAll().execute()).toEqual(before)
  await api.signIn()
  expect(await db.selectFrom('audit').selectAll().execute()).toHaveLength(before.length + 1)
  await api.close()
})

test('[TRUST-33] a migration that fails leaves nothing behind, and the next start goes on', async () => {
  const api = await startApi()
  const { db } = api.database
  const broken = async (trx: Kysely<unknown>) => {
    await sql`create table half_done (id integer)`.execute(trx)
    await sql`insert into no_such_table values (1)`.execute(trx)
  }
  await expect(migrate(api.database, { '999-broken': { up: broken } })).rejects.toThrow()
  expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain('half_done')
  await migrate(api.database)
  const mended = async (trx: Kysely<unknown>) => {
    await sql`create table half_done (id integer)`.execute(trx)
  }
  await migrate(api.database, { '999-broken': { up: mended } })
  expect((await db.introspection.getTables()).map(({ name }) => name)).toContain('half_done')
  await api.close()
})

test('the embedded database is durable: WAL, synchronous FULL, foreign keys on', async () => {
  const database = openEmbedded(makeDir())
  const read = async (name: string) =>
    Object.values<unknown>(
      (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(database.db)).rows[0] ?? {},
    )[0]
  expect(await read('journal_mode')).toBe('wal')
  expect(await read('synchronous')).toBe(2)
  expect(await read('foreign_keys')).toBe(1)
  await database.db.destroy()
})

test('[TRUST-30] a write that finds the disk full is undone, and the next one goes on', async () => {
  const { db } = openEmbedded(makeDir())
  await sql`create table things (content text)`.execute(db)
  await sql`pragma max_page_count = 6`.execute(db)
  const fill = (length: number) =>
    db.transaction().execute(async (trx) => {
      for (let count = 0; count < 10; count++)
        await sql`insert into things values (${'x'.repeat(length)})`.execute(trx)
    })
  await expect(fill(3_000)).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await fill(1)
  expect((await sql`select content from things`.execute(db)).rows).toHaveLength(10)
  await db.destroy()
})

test.each(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100'])('[TRUST-30] %s is a full disk', (code) => {
  expect([isFull({ code }), isUnwritable({ code }), isTransient({ code })]).toEqual([true, true, true])
  expect(isFull({ code: 'SQLITE_IOERR_READ' })).toBe(false)
})

test('[TRUST-25] nothing that only reads waits for a transaction, statements written as text included', async () => {
  const { db } = openEmbedded(makeDir())
  await sql`create table things (content text)`.execute(db)
  const read = await db.transaction().execute(async (trx) => {
    await sql`insert into things values ('x')`.execute(trx)
    return Promise.race([
      sql`select count(*) as count from things`.execute(db).then(({ rows }) => rows),
      wait(30_000, 'waits', { ref: false }),
    ])
  })
  expect(read).toEqual([{ count: 0 }])
  await db.destroy()
})

test('[TRUST-29] a transaction that has only read so far can still write, also while another process writes', async () => {
  const dir = makeDir()
  const { db } = openEmbedded(dir)
  await sql`create table things (content text)`.execute(db)
  const beside = new Database(path.join(dir, 'citygate.db'))
  beside.exec('pragma busy_timeout = 0')
  const write = () => beside.exec("insert into things values ('beside')")
  await db.transaction().execute(async (trx) => {
    await sql`select * from things`.execute(trx)
    expect(write).toThrow(/locked/)
    await sql`insert into things values ('here')`.execute(trx)
  })
  write()
  expect((await sql`select content from things`.execute(db)).rows).toHaveLength(2)
  beside.close()
  await db.destroy()
})

test('a write that finds the database locked may go well later', async () => {
  const dir = makeDir()
  const { db } = openEmbedded(dir)
  await sql`create table things (content text)`.execute(db)
  await sql`pragma busy_timeout = 0`.execute(db)
  const beside = new Database(path.join(dir, 'citygate.db'))
  beside.exec('begin immediate')
  expect(await sql`insert into things values ('here')`.execute(db).catch(isTransient)).toBe(true)
  beside.exec('rollback')
  await sql`insert into things values ('here')`.execute(db)
  beside.close()
  await db.destroy()
})

test('[TRUST-31] a data directory has one holder, who is named', () => {
  const dir = makeDir()
  const release = lockDataDir(dir)
  expect(() => lockDataDir(dir)).toThrow(new RegExp(`in use by process ${process.pid}`))
  release()
  lockDataDir(dir)()
})

test('a data directory that cannot be written is named', () => {
  const file = path.join(makeDir(), 'file')
  writeFileSync(file, '')
  expect(() => lockDataDir(path.join(file, 'data'))).toThrow(/^DATA_DIR ".*" cannot be written: /)
})

test.each([
  ['PORT', '80x'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['HOST', 'not a host'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_URL', 'nonsense'],
  ['PUBLIC_URL', 'desk.citygate.example'],
  ['PUBLIC_URL', 'https://citygate.example/desk'],
  ['PUBLIC_URL', 'ftp://citygate.example'],
  ['ALLOW_PLAIN_HTTP', 'yes'],
  ['SMTP_URL', 'https://mail.citygate.example'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '127.0.0.1, 10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['MAIL_FIXED_RECIPIENTS', 'desk@citygate.example, desk'],
  ['MAP_TILES_URL', 'https://tiles.citygate.example/{z}/{x}.png'],
  ['MAP_TILES_URL', 'https://{s}.citygate.example/{z}/{x}/{y}.png'],
  ['MAP_TILES_URL', 'tiles/{z}/{x}/{y}.png'],
  ['CHAT_WIDGET', 'zendesk'],
  ['CHAT_WIDGET', 'chatwoot'],
  ['CHAT_WIDGET', 'intercom'],
  ['CHAT_SCRIPT_URL', 'http://chat.citygate.example/widget.js'],
  ['DEMO', 'yes'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(StartError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is "`))
})

test.each([
  'mysql://desk:hunter2@db.citygate.example/desk',
  'desk:hunter2@db.citygate.example/desk',
  'host=db.citygate.example password=hunter2',
])('[TRUST-8] the password of an address that is refused is not told: %s', (address) => {
  expect(() => readConfig({ DATABASE_URL: address })).toThrow(
    /^DATABASE_URL is "(?!.*hunter2).*citygate.example/,
  )
})

test.each([
  [{ HOST: '0.0.0.0' }, 'HOST "0.0.0.0" is not loopback'],
  [{ PUBLIC_URL: 'https://desk.example' }, 'PUBLIC_URL "https://desk.example" is not loopback'],
  [{ PUBLIC_URL: 'https://[2001:db8::1]' }, 'PUBLIC_URL "https://[2001:db8::1]" is not loopback'],
  [{ TRUST_PROXY: '127.0.0.1' }, 'TRUST_PROXY names a proxy that others come through'],
])('[TRUST-37] demo data is never asked for where others come: %j', (env, why) => {
  expect(openedBy(readConfig(env))).toBe(why)
  expect(() => readConfig({ ...env, DEMO: '1' })).toThrow(
    new StartError(`DEMO is "1", but ${why}, and demo accounts have a public password.`),
  )
})

test.each([{}, { PUBLIC_URL: 'http://localhost:8080' }, { PUBLIC_URL: 'http://[::1]:8080', HOST: '::1' }])(
  '[TRUST-37] nobody else comes with %j',
  (env) => {
    expect(openedBy(readConfig({ ...env, DEMO: '1' }))).toBeNull()
  },
)

test('which names are loopback', () => {
  expect(['127.0.0.1', '127.8.0.1', '::1', '[::1]', 'localhost'].every(isLoopback)).toBe(true)
  expect(['0.0.0.0', '127.0.0.1.example', '10.0.0.1', '::', '[::]'].some(isLoopback)).toBe(false)
})
