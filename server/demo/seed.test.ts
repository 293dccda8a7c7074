import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { lockDataDir } from '../db/lock'
import { testDir } from '../testing/databases'
import { until } from '../testing/until'
import type { FillMark } from './mark'
import { showProgress } from './progress'

const root = path.resolve(__dirname, '../..')
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(testDir(), 'seed-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const command = ['scripts/run.mjs', 'server/demo/seed.ts']

/** Runs the command on a database of its own, as npm does. */
function seed(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...command, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
  })
  return { status, output: stdout.trim().split('\n'), complaint: stderr.trim() }
}

it('fills an empty database, leaves a filled one alone, and replaces it when told so', () => {
  const first = seed(['--opportunities', '12'])
  expect(first).toMatchObject({ status: 0, complaint: '' })
  expect(first.output.slice(0, -1)).toEqual([
    'opportunities: 12 of 12',
    expect.stringMatching(/^indexes: (\d+) of \1$/),
  ])
  expect(first.output.at(-1)).toMatch(/^9,\d{3} records in \d+\.\d s, [\d,]+ a second\.$/)

  expect(seed(['--opportunities', '12'])).toMatchObject({
    status: 1,
    complaint: 'The database holds data already; with --reset everything in it is deleted first.',
  })
  const again = seed(['--opportunities', '6', '--reset'])
  expect(again).toMatchObject({ status: 0, complaint: '' })
  expect(again.output).toContain('opportunities: 6 of 6')
})

/** Batches of an unfinished fill in the database; none before it has begun. */
function batchesDone(): number {
  const file = path.join(dataDir, 'citygate.db')
  if (!existsSync(file)) return 0
  // Read-only, so that the command does not have to wait for it.
  const handle = new Database(file)
  try {
    const { mark } = handle.prepare('select mark from unfinished_demo').get() as { mark: string }
    return (JSON.parse(mark) as FillMark).batches
  } catch {
    return 0
  } finally {
    handle.close()
  }
}

it('goes on where an earlier run was killed', async () => {
  const wanted = ['--opportunities', '2400']
  const first = spawn(process.execPath, [...command, ...wanted], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  })
  const ended = once(first, 'exit')
  await until(() => batchesDone() > 0 || first.exitCode !== null)
  first.kill('SIGKILL')
  await ended
  expect(first.signalCode).toBe('SIGKILL')
  const done = batchesDone()
  expect(done).toBeGreaterThan(0)

  expect(seed(['--opportunities', '12']).complaint).toBe(
    'The database holds the beginning of 2,400 opportunities of seed 1; ask for the same to go on, or for --reset to begin anew.',
  )
  expect(batchesDone()).toBe(done)
  expect(seed(wanted)).toMatchObject({ status: 0, complaint: '' })
  expect(seed(wanted).complaint).toContain('The database holds data already')
})

it.each([
  [['--opportunities', 'many'], {}, '--opportunities is "many", but must be a whole number'],
  [['--opportunities', '0'], {}, '--opportunities is "0", but must be a whole number'],
  [['--bids', '3'], {}, "Unknown option '--bids'. Usage: npm run seed"],
  [[], { HOST: '0.0.0.0' }, 'HOST "0.0.0.0" is not loopback'],
  [[], { PUBLIC_URL: 'https://desk.example' }, 'PUBLIC_URL "https://desk.example" is not loopback'],
  [[], { PORT: 'http' }, 'PORT is "http"'],
])('refuses %j with %j in one line', (args, env, why) => {
  const { status, complaint } = seed(args, env)
  expect(status).toBe(1)
  expect(complaint).toContain(why)
  expect(complaint.split('\n')).toHaveLength(1)
})

it('[TRUST-31] refuses a data directory that a server holds', () => {
  const release = lockDataDir(dataDir)
  const { status, complaint } = seed([])
  release()
  expect(status).toBe(1)
  expect(complaint).toContain(`is in use by process ${process.pid}`)
  expect(complaint.split('\n')).toHaveLength(1)
})

it('shows progress on one changing line in a terminal, and a line for each finished part elsewhere', () => {
  const shownOn = (isTTY: boolean) => {
    const written: string[] = []
    const progress = showProgress({ isTTY, write: (text) => written.push(text) })
    progress('opportunities', 1_000, 2_000)
    progress('opportunities', 2_000, 2_000)
    progress('indexes', 14, 14)
    return written.join('')
  }
  const start = '\r\u001b[K'
  expect(shownOn(true)).toBe(
    `${start}opportunities: 1,000 of 2,000${start}opportunities: 2,000 of 2,000\n${start}indexes: 14 of 14\n`,
  )
  expect(shownOn(false)).toBe('opportunities: 2,000 of 2,000\nindexes: 14 of 14\n')
})
