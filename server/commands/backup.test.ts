import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { openArchive } from '../backup/archive/read'
import { findFaults } from '../backup/verify'
import { readConfig } from '../config'
import { backupStatus } from '../db/backups'
import { isFilled, openDatabase, openSnapshot } from '../db/dialects'
import { lockDataDir } from '../db/lock'
import { startApi, startApiOn, type TestApi } from '../testing/api'
import { onServer, testDir } from '../testing/databases'
import { sendForm } from '../testing/forms'
import { emptyPlace } from '../testing/places'
import { runProgram, startProgram } from '../testing/programs'
import { schemaOf } from '../testing/schemaOf'
import { limitRecords } from '../testing/teams'
import { until } from '../testing/until'

const backup = (env: Record<string, string>, ...args: string[]) =>
  runProgram('server/commands/backup.ts', { env, args })
const restore = (env: Record<string, string>, ...args: string[]) =>
  runProgram('server/commands/restore.ts', { env, args })
const verify = (file: string) => runProgram('server/commands/verify.ts', { args: [file] })

const folder = () => mkdtempSync(path.join(testDir(), 'backups-'))

const placeOf = ({ app: { config } }: TestApi): Record<string, string> => ({
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
})

/** With what some programs take for the end of a line. */
const queued = 'Once\u2028and\u2029for\r\nall'

/** Writes pairs of rows, each in one transaction, until it is told to stop. */
function writePairs({ database: { db } }: TestApi) {
  let isStopped = false
  let written = 0
  const writing = (async () => {
    for (let pair = 0; !isStopped; pair++) {
      await db.transaction().execute(async (trx) => {
        for (const side of ['left', 'right'])
          await trx
            .insertInto('replaced_source_names')
            .values({ names: `${pair} ${side}`, replaced_at: '2026-01-01T00:00:00.000Z' })
            .execute()
      })
      written = pair + 1
      await wait(1)
    }
  })()
  return {
    written: () => written,
    stop: async () => {
      isStopped = true
      await writing
    },
  }
}

/** The pairs that a place has, which are those of a committed state if they are whole, and the first ones. */
async function pairsIn(place: Record<string, string>): Promise<number> {
  const database = openDatabase(readConfig(place))
  try {
    const rows = await database.db.selectFrom('replaced_source_names').select('names').orderBy('id').execute()
    const names = rows.map((row) => row.names)
    expect(names).toEqual(names.map((_, at) => `${Math.floor(at / 2)} ${at % 2 === 0 ? 'left' : 'right'}`))
    expect(names.length % 2).toBe(0)
    return names.length / 2
  } finally {
    await database.db.destroy()
  }
}

/** A hash of every table but those that a restore changes. */
async function hashesOf(place: Record<string, string>): Promise<Record<string, string>> {
  const snapshot = await openSnapshot(readConfig(place))
  const hashes: Record<string, string> = {}
  for (const table of snapshot.tables) {
    if (['audit', 'sessions', 'refresh_tokens', 'installation_keys'].includes(table.name)) continue
    const hash = createHash('sha256')
    for await (const rows of snapshot.rows(table)) hash.update(JSON.stringify(rows))
    hashes[table.name] = `${String(table.lastId)} ${hash.digest('hex')}`
  }
  await snapshot.close()
  return hashes
}

/** Whether the rows of a restore have begun to be written. */
async function isRestoring({ DATA_DIR = '', DATABASE_URL }: Record<string, string>): Promise<boolean> {
  if (DATABASE_URL === undefined) return existsSync(path.join(DATA_DIR, 'restoring/citygate.db-wal'))
  const name = new URL(DATABASE_URL).pathname.slice(1)
  const rows = await onServer(
    process.env['TEST_DATABASE_URL'] ?? '',
    `select 1 from pg_stat_activity where datname = '${name}' and query like 'insert into%'`,
  )
  return rows.length > 0
}

describe('a running installation', () => {
  let api: TestApi
  let place: Record<string, string>
  let access: string
  let link: string
  const file = path.join(folder(), 'whole.zip')
  let elsewhere: Record<string, string>
  let pairsBefore: number
  let pairsAfter: number

  beforeAll(async () => {
    api = await startApi()
    place = placeOf(api)
    elsewhere = await emptyPlace()
    access = (await api.signIn()).access
    // Tables come by their names: those of records before that of which resources are limited.
    await limitRecords(api)
    const deal = await api.asBroker<Row<'opportunities'>>('POST', contract.opportunities.path, {
      opportunity_name: 'Ünder load',
    })
    const uploaded = await sendForm<Row<'files'>>(
      api,
      access,
      ['POST', contract.files.path],
      [
        { name: 'file', value: 'kept through it all', filename: 'kept.txt' },
        { name: 'object_id', value: `opportunity-${deal.body.opportunity_id}` },
      ],
    )
    link = uploaded.body.file ?? ''
    await api.database.db
      .insertInto('outbox')
      .values({
        message_id: 'once@citygate.invalid',
        author: null,
        subject: 'Once',
        sender: 'citygate@citygate.invalid',
        recipients: 'x@example.com',
        content: queued,
        content_key: null,
        content_size: null,
        created_at: '2026-01-01T00:00:00.000Z',
        next_at: '9999-01-01T00:00:00.000Z',
        claimed_by: null,
      })
      .execute()
    const writer = writePairs(api)
    await until(() => writer.written() > 5)
    pairsBefore = writer.written()
    const { status, output, complaint } = await backup(place, file)
    expect([status, complaint]).toEqual([0, ''])
    expect(output).toMatch(/^Wrote .*: \d+ rows and 1 files, from (SQLite|PostgreSQL) as of /)
    pairsAfter = writer.written() + 1
    await writer.stop()
  })
  afterAll(() => api.close())

  test('[BACKUP-1] its archive is for its owner only, and overwrites nothing', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(path.dirname(file))).toEqual(['whole.zip'])
    const again = await backup(place, file)
    expect([again.status, again.complaint]).toEqual([1, `${file} exists already.`])
    const nowhere = await backup(place, path.join(folder(), 'absent/x.zip'))
    expect([nowhere.status, nowhere.complaint]).toEqual([1, expect.stringContaining('There is no folder')])
  })

  test('[BACKUP-2, BACKUP-5, PRIV-6, TRUST-29, TRUST-34] restored elsewhere, it is a committed state with its files', async () => {
    const { status, output, complaint } = await restore(elsewhere, file)
    expect([status, complaint]).toEqual([0, ''])
    expect(output).toMatch(
      /^Restored \d+ rows and 1 files\. Every session has ended\.\n1 messages and invitations/,
    )
    expect(output).toContain('is not known here')
    const pairs = await pairsIn(elsewhere)
    expect(pairs).toBeGreaterThanOrEqual(pairsBefore)
    expect(pairs).toBeLessThanOrEqual(pairsAfter)

    const copy = await startApiOn(readConfig({ ...elsewhere, LOG_LEVEL: 'silent' }))
    try {
      expect(await schemaOf(copy.database)).toEqual(await schemaOf(api.database))
      // Searched, counted, and continued where the ids were.
      const { body } = await copy.asBroker<ListAnswer<Row<'opportunities'>>>(
        'GET',
        `${contract.opportunities.path}?q=under+load`,
      )
      expect(body).toMatchObject({ count: 1, results: [{ opportunity_name: 'Ünder load' }] })
      const all = await copy.asBroker<ListAnswer<Row<'opportunities'>>>('GET', contract.opportunities.path)
      expect(all.body.count).toBe(2)
      const limited = await copy.database.db
        .selectFrom('limited_resources')
        .select('resource')
        .orderBy('resource')
        .execute()
      expect(limited.map(({ resource }) => resource)).toEqual(['contacts', 'opportunities', 'organizations'])
      const next = await copy.asBroker<Row<'opportunities'>>('POST', contract.opportunities.path, {
        opportunity_name: 'Next',
      })
      expect(next.body.opportunity_id).toBe((body.results[0]?.opportunity_id ?? 0) + 1)
      const files = await copy.asBroker<ListAnswer<Row<'files'>>>(
        'GET',
        `${contract.files.path}?object_id=opportunity-${String(body.results[0]?.opportunity_id)}`,
      )
      const content = await fetch(copy.url + (files.body.results[0]?.file ?? ''))
      expect(await content.text()).toBe('kept through it all')

      // Links are signed by the same keys; sessions have ended, and queued mail stays unsent.
      expect((await copy.send('GET', '/api/mpg/opportunities/', { token: access })).status).toBe(401)
      expect(await copy.database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
      expect(
        await copy.database.db
          .selectFrom('audit')
          .select('action')
          .where('resource', '=', 'backup')
          .execute(),
      ).toEqual([{ action: 'restored' }])
    } finally {
      await copy.close()
    }
    expect(link).not.toBe('')
  })

  test('[BACKUP-2] a place in use is refused, one with a database needs --force', async () => {
    const refused = await restore(elsewhere, file)
    expect([refused.status, refused.complaint]).toEqual([1, expect.stringContaining('with --force')])
    const release = lockDataDir(elsewhere['DATA_DIR'] ?? '')
    const locked = await restore(elsewhere, file, '--force')
    expect([locked.status, locked.complaint]).toEqual([1, expect.stringContaining('is in use by process')])
    release()
    if (!place['DATABASE_URL']) return
    const used = await restore({ ...elsewhere, DATABASE_URL: place['DATABASE_URL'] }, file, '--force')
    expect([used.status, used.complaint]).toEqual([1, expect.stringContaining('servers use the database')])
  })

  test('[BACKUP-1, TRUST-29] one that is killed or stopped leaves no archive, and the next one is whole', async () => {
    const interrupted = path.join(folder(), 'x.zip')
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const { child, ended } = startProgram('server/commands/backup.ts', { env: place, args: [interrupted] })
      await until(() => existsSync(`${interrupted}.partial`))
      child.kill(signal)
      expect((await ended).status).not.toBe(0)
      expect(existsSync(interrupted)).toBe(false)
      expect(existsSync(`${interrupted}.partial`)).toBe(signal === 'SIGKILL')
    }
    const { lastSuccess, lastFailure } = await backupStatus(api.database)
    expect(lastSuccess?.file).toBe('whole.zip')
    expect(lastFailure).toMatchObject({ file: 'x.zip', reason: 'The backup was stopped.' })
    expect((await backup(place, interrupted)).status).toBe(0)
  })

  test('[BACKUP-2, BACKUP-5, TRUST-29] kill -9 in the middle of a restore leaves the place as it was', async () => {
    const before = await hashesOf(elsewhere)
    const { child, ended } = startProgram('server/commands/restore.ts', {
      env: elsewhere,
      args: [file, '--force'],
    })
    await until(() => isRestoring(elsewhere))
    child.kill('SIGKILL')
    await ended
    expect(await hashesOf(elsewhere)).toEqual(before)

    const whole = await restore(elsewhere, file, '--force', '--send-queued')
    expect([whole.status, whole.complaint]).toEqual([0, ''])
    expect(await pairsIn(elsewhere)).toBeGreaterThanOrEqual(pairsBefore)
    const database = openDatabase(readConfig(elsewhere))
    expect(await database.db.selectFrom('outbox').select('content').execute()).toEqual([{ content: queued }])
    await database.db.destroy()
  })

  test('[BACKUP-3] verify and restore find damage anywhere', async () => {
    expect(await verify(file)).toMatchObject({
      status: 0,
      output: expect.stringContaining('is whole') as string,
    })
    const whole = readFileSync(file)
    const damaged = path.join(folder(), 'damaged.zip')
    const findIn = async (content: Buffer): Promise<string> => {
      writeFileSync(damaged, content)
      try {
        const archive = await openArchive(damaged)
        const faults = await findFaults(archive)
        archive.close()
        return faults.join('\n')
      } catch (error) {
        return error instanceof Error ? error.message : ''
      }
    }
    expect(await findIn(whole)).toBe('')
    expect(await findIn(Buffer.alloc(0))).toContain('is no whole backup')
    expect(await findIn(whole.subarray(0, whole.length - 1_000))).toContain('is no whole backup')
    // Every content: of the tables, the file, and the manifest.
    const manifestAt = whole.lastIndexOf('manifest.json', whole.lastIndexOf('manifest.json') - 1)
    const usersAt = whole.indexOf('database/users.ndjson')
    for (const at of [
      usersAt + 100,
      whole.indexOf('kept through it all'),
      manifestAt + 100,
      manifestAt + 2_000,
    ]) {
      const copy = Buffer.from(whole)
      copy[at] = (copy[at] ?? 0) ^ 0x10
      expect([at, await findIn(copy)]).toEqual([
        at,
        expect.stringMatching(/damaged|differs|cannot be read|no manifest/),
      ])
    }
    const empty = await emptyPlace()
    expect((await verify(damaged)).status).toBe(1)
    expect((await restore(empty, damaged)).status).toBe(1)
    expect(await isFilled(readConfig(empty))).toBe(false)
  })
})
