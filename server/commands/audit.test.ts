import { sql } from 'kysely'
import { startApi, type TestApi } from '../testing/api'
import { runProgram } from '../testing/programs'

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
