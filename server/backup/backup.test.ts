import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { contract, type Row } from '../../src/contract'
import type { SignInAnswer } from '../../src/contract/session'
import { readConfig, type Config } from '../config'
import { areContentsHeld, backupStatus, beginBackup, endBackup } from '../db/backups'
import { openDatabase, openEmbedded, openLoad, openSnapshot } from '../db/dialects'
import { isCurrent, migrateNew, migrationNames } from '../db/migrate'
import { isMissing } from '../ports/files'
import { openFileStore } from '../ports/files/open'
import { sweepOrphans } from '../ports/files/sweep'
import { demoPassword, startApi, startApiOn, type TestApi } from '../testing/api'
import { copyTemplate, testDir } from '../testing/databases'
import { sendForm } from '../testing/forms'
import { emptyPlace } from '../testing/places'
import { runProgram, serve } from '../testing/programs'
import { startS3 } from '../testing/s3'
import { limitRecords } from '../testing/teams'
import { untilAnswer } from '../testing/until'
import { openArchive } from './archive/read'
import { makeBackup } from './backup'
import { load } from './load'
import { restore } from './restore'
import { makeScheduledBackup } from './scheduled'
import { findFaults } from './verify'

const folder = () => mkdtempSync(path.join(testDir(), 'backups-'))

const placeOf = ({ dataDir, databaseUrl }: Config): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
})

/** An opportunity with a file. @returns the file, and the opportunity's id. */
async function upload(api: TestApi, value: string) {
  const { access } = await api.signIn()
  const deal = await api.asBroker<Row<'opportunities'>>('POST', contract.opportunities.path, {
    opportunity_name: value,
  })
  const { body } = await sendForm<Row<'files'>>(
    api,
    access,
    ['POST', contract.files.path],
    [
      { name: 'file', value, filename: 'x.txt' },
      { name: 'object_id', value: `opportunity-${deal.body.opportunity_id}` },
    ],
  )
  const { storage_key } = await api.database.db
    .selectFrom('files')
    .select('storage_key')
    .where('file_id', '=', body.file_id)
    .executeTakeFirstOrThrow()
  return { id: body.file_id, key: storage_key }
}

const contentOf = async (config: Config, key: string): Promise<string | null> => {
  try {
    return await text(await openFileStore(config).read(key))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

test('[BACKUP-1] a file that is deleted for good during a backup is in it, and goes afterwards', async () => {
  const api = await startApi()
  const { config } = api.app
  try {
    const { key } = await upload(api, 'deleted meanwhile')
    const kept = await upload(api, 'stays')
    const id = await beginBackup(api.database, 'x.zip', null)
    const discard = () => {
      for (const listener of api.database.discardListeners) listener([key])
    }
    await api.database.db.deleteFrom('files').where('storage_key', '=', key).execute()
    discard()
    await wait(50)
    expect(await contentOf(config, key)).toBe('deleted meanwhile')
    expect(await sweepOrphans(api.app.files, api.database.scans, false)).toBe(0)

    await endBackup(api.database, id ?? 0, { size: 1 })
    expect(await areContentsHeld(api.database)).toBe(false)
    expect(await sweepOrphans(api.app.files, api.database.scans, false)).toBe(1)
    expect(await contentOf(config, key)).toBeNull()

    // A content that the store has lost before is told, and everything else is kept.
    await api.app.files.remove(kept.key)
    const made = await makeBackup(config, api.database, path.join(folder(), 'x.zip'))
    expect(made?.manifest).toMatchObject({ files: [], missing_files: [kept.key] })
  } finally {
    await api.close()
  }
})

test('[BACKUP-1, BACKUP-2, TRUST-34] files in storage elsewhere are in the archive, and restored to either store', async () => {
  const s3 = await startS3()
  const api = await startApi({ FILES_URL: s3.url() })
  const file = path.join(folder(), 'x.zip')
  try {
    const { key } = await upload(api, 'far away')
    const made = await makeBackup(api.app.config, api.database, file)
    expect(made?.manifest.files).toEqual([expect.objectContaining({ key, size: 8 })])
    await api.app.files.remove(key)
    const archive = await openArchive(file)
    expect(await findFaults(archive)).toEqual([])
    for (const files of [s3.url(), '']) {
      const config = readConfig({ ...(await emptyPlace()), FILES_URL: files })
      await restore(config, archive, { force: false, sendQueued: false, erasures: [] })
      expect(await contentOf(config, key)).toBe('far away')
    }
    archive.close()
  } finally {
    await api.close()
    await s3.close()
  }
})

test('[BACKUP-4] rows of an older schema are migrated, those of a newer one are refused', async () => {
  const dataDir = folder()
  const old = openEmbedded(dataDir)
  const place = readConfig(await emptyPlace())
  const [last = ''] = migrationNames(old).slice(-2)
  await migrateNew(old, last)
  await old.db.insertInto('profiles').values({ nylas_access_token: 'of old' }).execute()
  const snapshot = await openSnapshot({ databaseUrl: null, dataDir })

  const newer = await openLoad(place)
  await expect(
    load({ ...snapshot, migrations: [...snapshot.migrations, '999-unknown'] }, newer),
  ).rejects.toThrow('It has the schema of another version (999-unknown)')
  await newer.close()

  const target = await openLoad(place)
  await load(snapshot, target)
  await target.commit()
  await target.close()
  await snapshot.close()
  await old.db.destroy()
  const database = openDatabase(place)
  expect(await isCurrent(database)).toBe(true)
  expect(await database.db.selectFrom('profiles').select('nylas_access_token').execute()).toEqual([
    { nylas_access_token: 'of old' },
  ])
  expect(await backupStatus(database)).toEqual({ lastSuccess: null, lastFailure: null })
  await database.db.destroy()
})

describe('scheduled backups', () => {
  let api: TestApi
  let config: Config
  const target = folder()
  beforeAll(async () => {
    api = await startApi()
    config = { ...api.app.config, backups: { folder: target, every: 0, keep: 2 } }
  })
  afterAll(() => api.close())
  const readyz = async () =>
    (await (await fetch(`${api.url}/readyz`)).json()) as { warnings: string[]; last_backup: string | null }

  test('[BACKUP-6] the schedule is minutes, hours or days, and off without a folder', () => {
    const read = (env: Record<string, string>) => readConfig(env).backups
    expect(read({ BACKUP_EVERY: '30m' })).toBeNull()
    expect(read({ BACKUP_FOLDER: '/b' })).toEqual({ folder: '/b', every: 86_400_000, keep: 14 })
    expect(read({ BACKUP_FOLDER: '/b', BACKUP_EVERY: '30m', BACKUP_KEEP: '3' })).toEqual({
      folder: '/b',
      every: 1_800_000,
      keep: 3,
    })
    for (const every of ['0h', '24', '1w', '-1h'])
      expect(() => read({ BACKUP_EVERY: every })).toThrow('BACKUP_EVERY is')
  })

  test('[BACKUP-6] of several processes one makes it, and the oldest archives go', async () => {
    expect(await readyz()).toMatchObject({ warnings: [], last_backup: null })
    const foreign = ['notes.zip', 'citygate-20260101T000000000Z.zip.partial']
    for (const name of foreign) writeFileSync(path.join(target, name), '')
    const both = await Promise.all([1, 2].map(() => makeScheduledBackup(config, api.database)))
    expect(both.filter((made) => made !== null)).toHaveLength(1)
    expect(readdirSync(target).sort()).toEqual([expect.stringMatching(/^citygate-.*Z\.zip$/), 'notes.zip'])
    const others = [
      await makeScheduledBackup(config, api.database),
      await makeScheduledBackup(config, api.database),
    ]
    expect(readdirSync(target).sort()).toEqual([
      ...others.map((made) => path.basename(made?.file ?? '')),
      'notes.zip',
    ])
    const later = { ...config, backups: { folder: target, every: 3_600_000, keep: 2 } }
    expect(await makeScheduledBackup(later, api.database)).toBeNull()
    expect(await readyz()).toMatchObject({
      warnings: [],
      last_backup: expect.stringMatching(/^20/) as string,
    })
  })

  test('[BACKUP-6] one that is stopped before it begins leaves nothing', async () => {
    const stopped = path.join(folder(), 'stopped.zip')
    await expect(makeBackup(config, api.database, stopped, { stopped: AbortSignal.abort() })).rejects.toThrow(
      'The backup was stopped.',
    )
    expect(readdirSync(path.dirname(stopped))).toEqual([])
  })

  test('[BACKUP-6] where none has been made for twice the time of the schedule, /readyz says so', async () => {
    const place = await copyTemplate()
    const never = await startApiOn({
      ...readConfig({ DATA_DIR: place.dataDir, LOG_LEVEL: 'silent' }),
      databaseUrl: place.databaseUrl ?? null,
      backups: { folder: target, every: 200, keep: 2 },
    })
    const warnings = async () =>
      ((await (await fetch(`${never.url}/readyz`)).json()) as { warnings: string[] }).warnings
    expect(await untilAnswer(warnings, (all) => all.length > 0)).toEqual([
      'no scheduled backup has been made so far',
    ])
    await never.close()
  })

  test('[BACKUP-6] a failure is known to /readyz and doctor, until one succeeds', async () => {
    const blocked = path.join(target, 'notes.zip')
    const failing = { ...config, backups: { folder: blocked, every: 0, keep: 2 } }
    await expect(makeScheduledBackup(failing, api.database)).rejects.toThrow()
    expect((await readyz()).warnings).toEqual(['the last backup has failed'])
    const { output } = await runProgram('server/commands/doctor.ts', { env: placeOf(config) })
    expect(output).toMatch(/^WARN {3}Backups: the last backup has failed \(20.*EEXIST/m)
    expect(output).toMatch(/^ok {5}Backups: the last one is citygate-/m)
    await makeScheduledBackup(config, api.database)
    expect((await readyz()).warnings).toEqual([])
  })
})

test('[BACKUP-6] a server makes them in a process of its own, and ends it as it stops', async () => {
  const place = await emptyPlace()
  const target = path.join(folder(), 'new')
  const server = await serve({ env: { ...place, BACKUP_FOLDER: target } })
  const ask = async () =>
    (await (await fetch(`${server.url}/readyz`)).json()) as { last_backup: string | null }
  await untilAnswer(ask, ({ last_backup }) => last_backup !== null)
  expect(readdirSync(target)).toEqual([expect.stringMatching(/^citygate-.*Z\.zip$/)])
  expect((await server.stop()).status).toBe(0)
})

if (process.env['TEST_DATABASE_URL'])
  test('[BACKUP-7] an installation moves from SQLite to PostgreSQL, equal row by row', async () => {
    const dataDir = folder()
    const place = { DATA_DIR: dataDir }
    const moved = await emptyPlace()
    const server = await serve({ env: { ...place, DEMO: '1' } })
    const { access } = (await (
      await fetch(`${server.url}/api/token/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'broker', password: demoPassword }),
      })
    ).json()) as SignInAnswer
    const run = () =>
      runProgram('server/commands/move.ts', { env: place, args: [moved['DATABASE_URL'] ?? ''] })
    expect((await run()).complaint).toContain('is in use by process')
    await server.stop()
    const old = await startApiOn(readConfig({ ...place, LOG_LEVEL: 'silent' }))
    await limitRecords(old)
    await old.close()
    const { status, output, complaint } = await run()
    expect([status, complaint]).toEqual([0, ''])
    expect(output).toMatch(/^Moved \d+ rows; both databases are equal/)
    expect((await run()).complaint).toContain('there is a database already')

    // The same sessions and keys.
    const api = await startApiOn(readConfig({ ...moved, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
    expect((await api.send('GET', contract.opportunities.path, { token: access })).status).toBe(200)
    await api.close()
  })
