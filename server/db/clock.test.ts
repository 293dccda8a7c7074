import path from 'node:path'
import type { SignInAnswer } from '../../src/contract/session'
import { demoPassword } from '../testing/api'
import { copyTemplate } from '../testing/databases'
import { runProgram, serve } from '../testing/programs'
import { createClock, clockSkewWarning } from './clock'

const machine = Date.parse('2026-11-26T12:00:00Z')
afterEach(() => jest.restoreAllMocks())

test.each([
  [0, null],
  [1_900, null],
  [-1_900, null],
  [2_100, '2.1 s ahead of'],
  [-15_000, '15.0 s behind'],
])('[TRUST-45] of a clock that is %d ms ahead operators are told %s', async (ahead, told) => {
  jest.spyOn(Date, 'now').mockReturnValue(machine)
  jest.spyOn(performance, 'now').mockReturnValue(5_000)
  const clock = createClock(() => Promise.resolve(machine - ahead))
  await clock.measure()
  expect([clock.ahead(), clock.now()]).toEqual([ahead, new Date(machine - ahead)])
  const difference = clockSkewWarning(clock)
  if (told === null) expect(difference).toBeNull()
  else expect(difference).toContain(told)
})

test('[TRUST-45] between two measurements it goes on by itself, whatever becomes of the clock of this machine', async () => {
  const count = jest.spyOn(performance, 'now')
  // The answer comes after half a second: the database read its clock in the middle.
  count.mockReturnValueOnce(1_000).mockReturnValueOnce(1_500).mockReturnValue(4_250)
  const clock = createClock(() => Promise.resolve(machine))
  await clock.measure()
  jest.spyOn(Date, 'now').mockReturnValue(0)
  expect(clock.now()).toEqual(new Date(machine + 3_000))
})

test('[TRUST-45, TRUST-7] processes with clocks apart keep sessions alive', async () => {
  const { dataDir, databaseUrl } = await copyTemplate()
  // Milliseconds by which each process is ahead of the database. The embedded database uses the clock of its one
  // process.
  const clocks = databaseUrl ? [15_000, 0, -15_000] : [15_000]
  const env = (ahead: number) => ({
    DATA_DIR: databaseUrl ? path.join(dataDir, `clock${ahead}`) : dataDir,
    DATABASE_URL: databaseUrl ?? '',
    CLOCK_AHEAD: String(ahead),
    NODE_OPTIONS: `--require ${path.join(__dirname, '../testing/skewedClock.cjs')}`,
  })
  const servers = await Promise.all(clocks.map((ahead) => serve({ env: env(ahead) })))
  const ask = async (index: number, address: string, body?: object, token?: string) => {
    const response = await fetch((servers[index % servers.length]?.url ?? '') + address, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: (await response.json()) as SignInAnswer & { warnings: string[] } }
  }
  try {
    let { refresh } = (await ask(1, '/api/token/', { username: 'broker', password: demoPassword })).body
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => ask(index, '/api/token/refresh/', { refresh })),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1)
      const uses = answers.map(({ body }, index) => ask(index + 1, '/api/users/me/', undefined, body.access))
      expect((await Promise.all(uses)).map(({ status }) => status)).toEqual(Array(20).fill(200))
      refresh = answers[0]?.body.refresh ?? ''
    }
    const warnings = await Promise.all(
      clocks.map(async (_, index) => (await ask(index, '/readyz')).body.warnings),
    )
    const told = warnings.map(([warning = '']) => /(ahead of|behind) the database/.exec(warning)?.[1])
    expect(told).toEqual(databaseUrl ? ['ahead of', undefined, 'behind'] : [undefined])
    const doctor = await runProgram('server/commands/doctor.ts', { env: env(15_000) })
    expect(doctor.output).toMatch(databaseUrl ? /^WARN {3}Clock: .* is 1\d\.\d s ahead/m : /^ok {5}Clock: /m)
    expect(doctor.status).toBe(0)
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
})
