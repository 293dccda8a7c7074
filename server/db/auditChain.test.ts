import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '../config'
import { startApi, type TestApi } from '../testing/api'
import { emptyPlace } from '../testing/places'
import { runProgram } from '../testing/programs'
import { chainEnd, checkChain, emptyingEntry, emptyRows, sealAll, sealRows } from './auditChain'
import { isFilled } from './dialects'

let api: TestApi
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

const write = (at: string, action: string) =>
  api.database.db.insertInto('audit').values({ at, action, resource: 'tags', counted_key: null }).execute()
const day = (number: number) => `2026-01-0${number}T10:00:00.000Z`

/** Five rows, one a day, all sealed. */
const fill = async () => {
  for (const number of [1, 2, 3, 4, 5]) await write(day(number), `day ${number}`)
  await sealAll(api.database)
}
const check = () => checkChain(api.database)
const ids = async () =>
  (await api.database.db.selectFrom('audit').select('id').orderBy('id').execute()).map(({ id }) => id)

/** As the owner of the tables can, whom no trigger stops. */
async function unguarded(...statements: string[]) {
  const { db, dialect } = api.database
  const isSqlite = dialect.kind === 'sqlite'
  const tables = ['audit', 'audit_chain']
  await db.transaction().execute(async (trx) => {
    for (const table of tables)
      for (const event of isSqlite ? ['update', 'delete', 'insert'] : [])
        await sql.raw(`drop trigger if exists ${table}_refuses_${event}`).execute(trx)
    if (!isSqlite)
      for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(trx)
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
}

test('[AUD-1] rows are sealed in a chain that is append-only itself', async () => {
  await fill()
  const { rows, end, waiting, fault } = await check()
  expect([rows, end.position, waiting, fault]).toEqual([5, 5, 0, null])
  for (const attempt of [
    `update audit_chain set hash = 'x'`,
    'delete from audit_chain',
    `insert or replace into audit_chain values (1, 1, '2026-01-01', 'x', 'x', 'x')`,
    `delete from audit_seals where position = 0`,
  ].slice(0, api.database.dialect.kind === 'sqlite' ? 3 : 2))
    expect([attempt, await sql.raw(attempt).execute(api.database.db).catch(String)]).toEqual([
      attempt,
      expect.stringContaining('append-only'),
    ])
})

test('[AUD-1] rows that come while others are sealed get their turn, counted ones when they count no more', async () => {
  await fill()
  const { db } = api.database
  const at = new Date().toISOString()
  await db
    .insertInto('audit')
    .values({ at, action: 'sign-in failed', resource: 'sessions', counted_key: 'now' })
    .execute()
  await write(at, 'now')
  await Promise.allSettled([sealRows(api.database, 0), sealRows(api.database, 0)])
  await sealAll(api.database)
  expect(await check()).toMatchObject({ rows: 6, fault: null })
  // A gap of ids, as a late commit leaves it.
  const [first = 0] = await ids()
  await sql
    .raw(`insert into audit (id, at, action, resource) values (${first + 100}, '${at}', 'x', 'tags')`)
    .execute(db)
  await sql
    .raw(`insert into audit (id, at, action, resource) values (${first + 50}, '${at}', 'y', 'tags')`)
    .execute(db)
  await sealAll(api.database)
  expect(await check()).toMatchObject({ rows: 8, fault: null })
})

test('[PRIV-5] two processes that seal all rows at the same time do not disturb each other', async () => {
  for (const number of [1, 2, 3, 4, 5]) await write(day(number), `day ${number}`)
  await Promise.all([1, 2, 3, 4].map(() => sealAll(api.database)))
  expect(await check()).toMatchObject({ rows: 5, waiting: 0, fault: null })
})

test('[AUD-2] a change, a removal and an insertion are found, with the first row', async () => {
  await fill()
  const [first = 0, second = 0, third = 0] = await ids()
  await unguarded(`update audit set actor = 1 where id = ${second}`)
  expect((await check()).fault).toBe(`Row ${second} (position 2) has been changed.`)
  await unguarded(`update audit set actor = null where id = ${second}`)
  expect((await check()).fault).toBeNull()
  await unguarded(`delete from audit where id = ${third}`)
  expect((await check()).fault).toBe(`Row ${third} (position 3) has been removed.`)
  await unguarded(`delete from audit_chain where audit_id = ${third}`)
  expect((await check()).fault).toBe('The link at position 3 has been removed.')
  expect(first).toBeGreaterThan(0)
})

test('[AUD-2] an inserted row of before is found, before it is sealed and after', async () => {
  await fill()
  const { db } = api.database
  const all = await ids()
  await unguarded(`delete from audit where id = ${all[4]}`, `delete from audit_chain where position = 5`)
  await sql
    .raw(`insert into audit (id, at, action, resource) values (${all[4]}, '${day(2)}', 'x', 'tags')`)
    .execute(db)
  await sealAll(api.database)
  expect((await check()).fault).toBe(`Row ${all[4]} (position 5) has been inserted later: it says ${day(2)}.`)
})

test('[AUD-2] an inserted row that is never sealed is found, and one of the future where it says so', async () => {
  await fill()
  const { db } = api.database
  const insert = (values: string) =>
    sql.raw(`insert into audit (id, at, action, resource, counted_key) values (${values})`).execute(db)
  const future = '2999-01-01T00:00:00.000Z'
  const all = await ids()
  const next = Math.max(...all) + 10
  for (const id of [0, -5]) {
    await insert(`${id}, '${day(5)}', 'x', 'tags', null`)
    await sealAll(api.database)
    expect((await check()).fault).toBe(`Row ${id} has been inserted later: it says ${day(5)}.`)
  }
  await unguarded('delete from audit where id <= 0')
  expect((await check()).fault).toBeNull()

  await insert(`${next}, '${future}', 'x', 'tags', 'never'`)
  await sealAll(api.database)
  expect((await check()).fault).toBe(`Row ${next} has been inserted later: it says ${future}.`)
  await unguarded(`delete from audit where id = ${next}`)

  await insert(`${next}, '${future}', 'x', 'tags', null`)
  await sealAll(api.database)
  await write(day(5), 'after it')
  await sealAll(api.database)
  expect((await check()).fault).toBe(`Row ${next} (position 6) has been inserted later: it says ${future}.`)
})

test('[AUD-2] a row with a new id that the sealing has passed is found before it is sealed', async () => {
  await fill()
  const { db } = api.database
  const next = Math.max(...(await ids())) + 1
  const insert = (at: string) =>
    sql.raw(`insert into audit (id, at, action, resource) values (${next}, '${at}', 'x', 'tags')`).execute(db)
  const old = '2025-10-05T10:00:00.000Z'
  await insert(old)
  expect((await check()).fault).toBe(`Row ${next} has been inserted later: it says ${old}.`)
  await unguarded(`delete from audit where id = ${next}`)
  // After the newest row, and long before the sealing found no more.
  await insert(day(7))
  expect((await check()).fault).toBe(`Row ${next} has been inserted later: it says ${day(7)}.`)
  await unguarded(`delete from audit where id = ${next}`)
  // One of this minute waits for its turn.
  await insert(new Date().toISOString())
  expect(await check()).toMatchObject({ rows: 5, waiting: 1, fault: null })
})

test('[AUD-2] an audit that was emptied is told, as far as it can be known', async () => {
  await fill()
  const noted = await chainEnd(api.database.db)
  await unguarded('delete from audit_chain', 'delete from audit')
  expect(await check()).toMatchObject({
    fault: null,
    doubt: expect.stringContaining('there are users') as string,
  })
  expect((await checkChain(api.database, noted)).fault).toContain('rows have been removed')
  const { dataDir, databaseUrl } = api.app.config
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const verify = () => runProgram('server/commands/verifyAudit.ts', { args: [], env })
  expect(await verify()).toMatchObject({
    status: 0,
    output: expect.stringContaining('only an end of the chain that was noted elsewhere') as string,
  })
  await api.signIn('team')
  await unguarded('delete from audit_chain', 'delete from audit')
  expect(await verify()).toMatchObject({
    status: 1,
    complaint: expect.stringContaining('although users have signed in') as string,
  })
})

test('[AUD-2] an end that was noted elsewhere shows a chain that was cut or written anew', async () => {
  await fill()
  const noted = await chainEnd(api.database.db)
  expect((await checkChain(api.database, noted)).fault).toBeNull()
  const all = await ids()
  await unguarded(`delete from audit where id = ${all[4]}`, 'delete from audit_chain where position = 5')
  expect((await check()).fault).toBeNull()
  expect((await checkChain(api.database, noted)).fault).toContain('rows have been removed')
  await write(day(5), 'another')
  await sealAll(api.database)
  expect((await checkChain(api.database, noted)).fault).toContain('written anew')
})

test('[PRIV-5] emptied rows are told from changed ones, and only those that an erasure names are believed', async () => {
  await fill()
  const { db } = api.database
  const [, second = 0, third = 0, fourth = 0] = await ids()
  const { action, resource, recordId, after } = emptyingEntry(7, [second])
  // More rows wait than are read at a time.
  const at = new Date().toISOString()
  const waiting = Array.from({ length: 501 }, () => ({
    at,
    action: 'waits',
    resource: 'tags',
    counted_key: null,
  }))
  await db.insertInto('audit').values(waiting).execute()
  await db.transaction().execute(async (trx) => {
    await emptyRows(trx, 7, [second])
    const entry = { action, resource, record_id: recordId, after: JSON.stringify(after), counted_key: null }
    await trx
      .insertInto('audit')
      .values({ ...entry, at })
      .execute()
  })
  expect(await check()).toMatchObject({ rows: 5, erased: 1, waiting: 500, fault: null })
  await sealAll(api.database)
  expect(await check()).toMatchObject({ rows: 507, erased: 1, fault: null })
  // Neither can a row be emptied without an announcement, nor filled again, nor changed otherwise within one.
  const attempts = [
    `update audit set after = '{"erased":7}' where id = ${third}`,
    `update audit_chain set salt = null`,
    `update audit set action = 'x' where id = ${third}`,
  ]
  for (const attempt of attempts) await expect(sql.raw(attempt).execute(db)).rejects.toThrow('append-only')
  await expect(
    db.transaction().execute(async (trx) => {
      await trx.insertInto('audit_erasing').values({ erasure_id: 7 }).execute()
      await sql.raw(`update audit set after = '{"erased":7}', actor = 1 where id = ${third}`).execute(trx)
    }),
  ).rejects.toThrow('append-only')

  await unguarded(
    `update audit set before = null, after = '{"erased":7}' where id = ${third}`,
    `update audit_chain set salt = null where audit_id = ${third}`,
  )
  expect((await check()).fault).toBe(`Row ${third} (position 3) has been emptied without an erasure.`)
  await unguarded(`update audit set after = '{"else":1}' where id = ${third}`)
  expect((await check()).fault).toBe(`Row ${third} (position 3) has been changed.`)
  await unguarded(`update audit set after = 'x' where id = ${fourth}`)
  expect((await check()).fault).toBe(`Row ${third} (position 3) has been changed.`)
})

test('[AUD-2] what a row tells is covered by its digest, and the digest by the chain', async () => {
  await fill()
  const [first = 0] = await ids()
  await unguarded(`update audit set after = 'x' where id = ${first}`)
  expect((await check()).fault).toBe(`Row ${first} (position 1) has been changed.`)
  await unguarded(`update audit set after = null where id = ${first}`)
  expect((await check()).fault).toBeNull()
  await unguarded(`update audit_chain set content = 'x' where audit_id = ${first}`)
  expect((await check()).fault).toBe(`Row ${first} (position 1) has been changed.`)
})

test('[AUD-2] a check of a place without a database fails, and makes none there', async () => {
  const { DATA_DIR = '', ...rest } = await emptyPlace()
  const nowhere = path.join(DATA_DIR, 'wrong')
  const why = rest['DATABASE_URL']
    ? 'DATABASE_URL: the database has no Citygate in it.'
    : `DATA_DIR "${nowhere}" holds no database.`
  for (const [command, args] of [
    ['verifyAudit', []],
    ['erasures', []],
    ['audit', ['export']],
    ['audit', ['prune', '--before', '2026-01-01']],
  ] as const) {
    const { status, complaint } = await runProgram(`server/commands/${command}.ts`, {
      args: [...args],
      env: { ...rest, DATA_DIR: nowhere },
    })
    expect([command, status, complaint]).toEqual([command, 1, why])
  }
  const doctor = await runProgram('server/commands/doctor.ts', { env: { ...rest, DATA_DIR: nowhere } })
  expect([doctor.status, doctor.output]).toEqual([1, expect.stringContaining('FAULT  Files: there is no ')])
  expect(readdirSync(DATA_DIR)).toEqual([])
  expect(await isFilled(readConfig({ ...rest, DATA_DIR }))).toBe(false)
})

test('[AUD-3] what is left after pruning is still checked, by the command, too', async () => {
  await fill()
  const noted = await chainEnd(api.database.db)
  const { dataDir, databaseUrl } = api.app.config
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const pruned = await runProgram('server/commands/audit.ts', {
    args: ['prune', '--before', '2026-01-04'],
    env,
  })
  expect(pruned.output).toBe('Removed 3 rows of before 2026-01-04.')
  await sealAll(api.database)
  expect(await checkChain(api.database, noted)).toMatchObject({ rows: 3, fault: null })
  const verified = await runProgram('server/commands/verifyAudit.ts', {
    args: ['--expect', `${noted.position}:${noted.hash}`],
    env,
  })
  expect([verified.status, verified.output]).toEqual([
    0,
    expect.stringMatching(/^3 rows are as they were written\./),
  ])
  const [first = 0] = await ids()
  await unguarded(`update audit set action = 'x' where id = ${first}`)
  const faulty = await runProgram('server/commands/verifyAudit.ts', { args: [], env })
  expect([faulty.status, faulty.complaint]).toEqual([1, `Row ${first} (position 4) has been changed.`])
})
