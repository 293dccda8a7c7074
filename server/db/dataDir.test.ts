import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { StartError } from '../config'
import { runProgram, serve } from '../testing/programs'
import { ownDataDir } from './dataDir'

// Processes are started, which takes long on a busy machine.
const temporary: string[] = []
const makeDir = (mode = 0o700) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'citygate-data-dir-'))
  temporary.push(dir)
  chmodSync(dir, mode)
  return dir
}
const umask = process.umask(0o022)
afterAll(() => {
  process.umask(umask)
  for (const dir of temporary) rmSync(dir, { recursive: true, force: true })
})

/** Paths accessible to others than the owner, the folder itself included. */
const tooOpen = (dir: string): string[] =>
  ['.', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(path.join(dir, name)).mode & 0o077) !== 0,
  )
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)

describe('[TRUST-36] whatever a process keeps is for its owner alone, whatever the folder and the umask', () => {
  test('the server in a folder that is not there', async () => {
    const dir = path.join(makeDir(), 'new')
    const server = await serve({ env: { DATA_DIR: dir }, umask: '000' })
    const found = tooOpen(dir)
    const names = readdirSync(dir)
    await server.stop()
    expect(found).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['files', 'holder.txt', 'lock.db']))
  })

  test('the server on a database that an earlier one has left open', async () => {
    const dir = makeDir(0o755)
    const database = path.join(dir, 'citygate.db')
    writeFileSync(database, '', { mode: 0o644 })
    chmodSync(database, 0o644)
    const server = await serve({ env: { DATA_DIR: dir } })
    const found = tooOpen(dir)
    await server.stop()
    expect(found).toEqual([])
  })

  test('the seed command', async () => {
    const dir = makeDir(0o755)
    const { status } = await runProgram('server/demo/seed.ts', {
      args: ['--opportunities', '1'],
      env: { DATA_DIR: dir },
      umask: '000',
    })
    expect([status, tooOpen(dir)]).toEqual([0, []])
  })
})

test.each([0o755, 0o777])('[TRUST-36] an empty folder that is too open (%o) is closed', (mode) => {
  const dir = makeDir(mode)
  ownDataDir(dir)
  expect(modeOf(dir)).toBe('700')
})

test.each([
  'mail',
  'row-chunks',
  'files',
  'outgoing-files',
  'citygate.db-wal',
  'lock.db',
  'holder.txt',
  'secrets.json.new',
])('[TRUST-36] a folder with %s that others can read is closed, since it may be the own one', (name) => {
  const dir = makeDir(0o755)
  writeFileSync(path.join(dir, name), '', { mode: 0o644 })
  ownDataDir(dir)
  expect(tooOpen(dir)).toEqual([])
})

describe('[TRUST-36] a folder that is too open is refused where it may not be the own one', () => {
  const refusal = (dir: string): string => {
    try {
      ownDataDir(dir)
      return 'taken'
    } catch (error) {
      if (error instanceof StartError) return error.message.replace(dir, 'DIR')
      throw error
    }
  }

  test('others may read it, and it holds other users’ data', () => {
    const dir = makeDir(0o755)
    writeFileSync(path.join(dir, 'letter.txt'), '')
    expect(refusal(dir)).toBe(
      'DATA_DIR "DIR" can be read by others and holds "letter.txt", which is not Citygate\'s: name a folder of its own, or chmod 700 this one.',
    )
    expect(modeOf(dir)).toBe('755')
    chmodSync(dir, 0o700)
    expect(refusal(dir)).toBe('taken')
  })

  test.each([0o720, 0o707])('others may write it (%o), and something lies in it', (mode) => {
    const dir = makeDir()
    mkdirSync(path.join(dir, 'files'))
    chmodSync(dir, mode)
    expect(refusal(dir)).toBe(
      'DATA_DIR "DIR" can be written by others, who may have put there what it holds: look through it, then chmod 700 it.',
    )
  })

  test('it belongs to another user', () => {
    const isRoot = process.getuid?.() === 0
    const dir = isRoot ? makeDir() : '/'
    if (isRoot) chownSync(dir, 65_534, 65_534)
    expect(refusal(dir)).toBe('DATA_DIR "DIR" belongs to another user of this machine.')
  })

  test('a file of it belongs to another user', () => {
    const dir = makeDir()
    const file = path.join(dir, 'citygate.db')
    if (process.getuid?.() === 0) {
      writeFileSync(file, '')
      chownSync(file, 65_534, 65_534)
    } else symlinkSync('/etc/passwd', file)
    expect(refusal(dir)).toBe('DATA_DIR "DIR" holds "citygate.db" of another user of this machine.')
  })
})
