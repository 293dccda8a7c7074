import { sql } from 'kysely'
import { readConfig } from '../config'
import { checkChain, sealAll } from '../db/auditChain'
import { pruneOld } from '../kit/write/auditRetention'
import { startApi, startApiOn, startSecondServer, type TestApi } from '../testing/api'
import { runProgram } from '../testing/programs'
import { untilAnswer } from '../testing/until'

let api: TestApi
beforeEach(async () => {
  api = await startApi({ TRUST_PROXY: '127.0.0.1' })
})
afterEach(() => api.close())

const command = (...args: string[]) => {
  const { dataDir, databaseUrl } = api.app.config
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  return runProgram('server/commands/audit.ts', { args, env })
}
const rows = () => api.database.db.selectFrom('audit').selectAll().orderBy('id').execute()
const fail = (from: string, username: string) =>
  api.send('POST', '/api/token/', {
    body: { username, password: 'not this one' },
    headers: { 'x-forwarded-for': from },
  })
const write = (at: string, action: string) =>
  api.database.db.insertInto('audit').values({ at, action, resource: 'tags', counted_key: null }).execute()

test('[TRUST-44] failures of strangers are one row for each address and minute, with a count', async () => {
  // So that all fall into one minute.
  jest.spyOn(api.database.clock, 'now').mockReturnValue(new Date('2026-11-26T12:00:30Z'))
  for (let count = 0; count < 4; count++) await fail('203.0.113.1', `name${count}`)
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::9']) await fail(address, 'broker')
  jest.spyOn(api.database.clock, 'now').mockReturnValue(new Date('2026-11-26T12:01:10Z'))
  await fail('203.0.113.1', 'name9')
  jest.restoreAllMocks()
  const counts = (await rows()).map(({ count, after }) => [
    count,
    (JSON.parse(after ?? '{}') as { address: string; username: string }).address,
  ])
  expect(counts).toEqual([
    [4, '203.0.113.1'],
    [2, '2001:db8:1:2::1'],
    [1, '203.0.113.1'],
  ])
})

test('[TRUST-44, TRUST-38] nothing of a row that counts changes but its count, which only grows', async () => {
  await fail('203.0.113.1', 'broker')
  const attempts = [
    'update audit set count = count',
    'update audit set count = count - 1',
    `update audit set count = count + 1, action = 'x'`,
    `update audit set count = count + 1, "after" = null`,
    `update audit set count = count + 1, counted_key = null`,
    'delete from audit',
  ]
  for (const attempt of attempts)
    expect([attempt, await sql.raw(attempt).execute(api.database.db).catch(String)]).toEqual([
      attempt,
      expect.stringContaining('audit is append-only'),
    ])
})

test('[TRUST-44] an operator exports the audit and removes what is old, in spite of its guards', async () => {
  await write('2026-01-05T10:00:00.000Z', 'old')
  await write('2026-03-01T00:00:00.000Z', 'newer')
  const exported = await command('export', '--before', '2026-03-01')
  expect(exported.output.split('\n').map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { action: 'old', at: '2026-01-05T10:00:00.000Z', count: 1 },
  ])
  expect((await command('export')).output.split('\n')).toHaveLength(2)
  const pruned = await command('prune', '--before', '2026-03-01')
  expect([pruned.status, pruned.output]).toEqual([0, 'Removed 1 rows of before 2026-03-01.'])
  expect((await rows()).map(({ action }) => action)).toEqual(['newer', 'audit pruned'])
  await expect(sql`delete from audit`.execute(api.database.db)).rejects.toThrow('audit is append-only')
})

const days = (count: number) => count * 86_400_000
const actions = async () => (await rows()).map(({ action }) => action)
/** Each row of the audit that tells of a removal, by how many it has removed. */
const removals = async () =>
  (await rows())
    .filter(({ action }) => action === 'audit pruned')
    .map(({ after }) => (JSON.parse(after ?? '{}') as { rows: number }).rows)

test('[AUD-7] rows are kept for days or years, and for good without the setting', () => {
  const read = (AUDIT_KEEP?: string) => readConfig({ AUDIT_KEEP }).auditKeep
  expect([read(), read(''), read('90d'), read('7y')]).toEqual([null, null, days(90), days(7 * 366)])
  for (const wrong of ['90', '0d', '12h', '30m', '1w', '-1d'])
    expect(() => read(wrong)).toThrow(`AUDIT_KEEP is "${wrong}", but must be a time such as 90d or 7y`)
})

test('[AUD-7] what is older goes once a day, by one process, and the rest of the chain holds', async () => {
  const now = new Date('2026-03-10T15:00:00.000Z')
  const clock = jest.spyOn(api.database.clock, 'now').mockImplementation(() => now)
  const keep = days(7)
  const writeOf = (day: string) => write(`2026-03-${day}T10:00:00.000Z`, `of March ${day}`)
  for (const day of ['01', '02']) await writeOf(day)
  // More than go in one transaction.
  const many = Array.from({ length: 1_001 }, () => ({
    ...{ at: '2026-03-02T11:00:00.000Z', action: 'many', resource: 'tags', counted_key: null },
  }))
  await api.database.db.insertInto('audit').values(many).execute()
  for (const day of ['03', '04']) await writeOf(day)
  await sealAll(api.database)
  const second = await startSecondServer(api)
  try {
    const both = await Promise.all([api, second].map(({ database }) => pruneOld(database, keep)))
    expect(both.sort()).toEqual([0, 1_003])
    expect(await actions()).toEqual(['of March 03', 'of March 04', 'audit pruned'])
    // The same day it has nothing to do.
    expect(await pruneOld(api.database, keep)).toBe(0)
    expect(await removals()).toEqual([1_003])

    clock.mockImplementation(() => new Date(now.getTime() + days(1)))
    expect(await pruneOld(api.database, keep)).toBe(1)
    expect(await actions()).toEqual(['of March 04', 'audit pruned', 'audit pruned'])
    await sealAll(api.database)
    expect(await checkChain(api.database)).toMatchObject({ rows: 3, waiting: 0, fault: null })
  } finally {
    await second.close()
    jest.restoreAllMocks()
  }
})

test('[AUD-7] one that is stopped tells what it has removed, and the next one goes on', async () => {
  const many = Array.from({ length: 1_001 }, () => ({
    ...{ at: '2026-03-02T11:00:00.000Z', action: 'many', resource: 'tags', counted_key: null },
  }))
  await api.database.db.insertInto('audit').values(many).execute()
  await sealAll(api.database)
  let asked = 0
  expect(await pruneOld(api.database, days(7), () => ++asked > 1)).toBe(500)
  expect(await pruneOld(api.database, days(7))).toBe(501)
  expect(await removals()).toEqual([500, 501])
})

test('[AUD-7] a server with the setting removes what is old, one without it nothing', async () => {
  await write('2026-01-05T10:00:00.000Z', 'old')
  await write(new Date().toISOString(), 'new')
  await sealAll(api.database)
  expect(await actions()).toEqual(['old', 'new'])
  const keeping = await startApiOn({ ...api.app.config, auditKeep: days(30) })
  try {
    expect(await untilAnswer(actions, (all) => all.length === 2 && !all.includes('old'))).toEqual([
      'new',
      'audit pruned',
    ])
  } finally {
    await keeping.close()
  }
})

test.each([
  [[]],
  [['prune']],
  [['prune', '--before', 'yesterday']],
  [['prune', '--before', '2026-02-30']],
  [['prune', '--before', '2999-01-01']],
  [['export', 'everything']],
  [['prune', '--all']],
])('[TRUST-44] nothing is removed by %j', async (args) => {
  await write('2026-01-05T10:00:00.000Z', 'old')
  const { status, complaint } = await command(...args)
  expect(status).toBe(1)
  expect(complaint).toMatch(/^(Usage: npm run|--before )/)
  expect(await rows()).toHaveLength(1)
})
