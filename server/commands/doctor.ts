/** `npm run doctor`: reports for each part of an installation whether it works; exit status 1 where one does not. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { connectionKinds } from '../../src/contract/connections'
import { checkTransport, readConfig, StartError, type Config } from '../config'
import { backupStatus, backupWarning } from '../db/backups'
import { clockSkewWarning } from '../db/clock'
import { pathInDataDir } from '../db/dataDir'
import { openDatabase, databaseErrorText, type OpenDatabase } from '../db/dialects'
import { isCurrent } from '../db/migrate'
import { openBureau } from '../ports/bureau/open'
import { openDirectory } from '../ports/directory/open'
import { newKey, type FileStore } from '../ports/files'
import { openFileStore } from '../ports/files/open'
import { createNylas } from '../ports/mail/nylas/api'
import { createOutbox } from '../ports/mail/outgoing'
import { createOutside, OutsideError, type Connection } from '../ports/outside'
import { describeFailure } from '../ports/outside/faults'
import { openProfiles } from '../ports/profiles/open'

const reportOk = (title: string, text: string) => process.stdout.write(`ok     ${title}: ${text}\n`)
const warn = (title: string, text: string) => process.stdout.write(`WARN   ${title}: ${text}\n`)
const reportFault = (title: string, text: string) => {
  process.exitCode = 1
  process.stdout.write(`FAULT  ${title}: ${text}\n`)
}

/** Runs a check, and reports its error. */
async function check(title: string, work: () => Promise<string>): Promise<void> {
  try {
    reportOk(title, await work())
  } catch (error) {
    reportFault(title, wordsOf(error))
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof StartError
    ? error.message
    : error instanceof OutsideError
      ? `${error.why}.`
      : `${describeFailure(error)} (${databaseErrorText(error)}).`

async function examine(config: Config): Promise<void> {
  await check('Configuration', () => {
    checkTransport(config)
    return Promise.resolve('every variable can be used.')
  })
  await check('Files', () => checkFiles(config))
  await check('Database', async () => {
    // The check must not create a database file.
    if (config.databaseUrl === null && !existsSync(pathInDataDir(config.dataDir, 'database')))
      throw new StartError('there is none yet; the first start of the server makes it.')
    const database = openDatabase(config)
    try {
      if (!(await isCurrent(database)))
        throw new StartError(
          'its schema is not the newest; the next start of the server brings it up to date.',
        )
      const { users } = await database.db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll().as('users'))
        .executeTakeFirstOrThrow()
      await withFiles(config, (files) => checkConnections(config, database, files))
      await checkClock(database)
      await checkBackups(config, database)
      return `it answers, its schema is the newest, and it knows ${String(users)} users.`
    } finally {
      await database.db.destroy()
    }
  })
}

/** Compares the clocks of this machine and of the database. */
async function checkClock({ clock }: OpenDatabase): Promise<void> {
  await clock.measure()
  const difference = clockSkewWarning(clock)
  if (difference === null) reportOk('Clock', "agrees with the database's.")
  else warn('Clock', `${difference}.`)
}

/** Tells the last backup, and what is wrong with the schedule. */
async function checkBackups({ backups }: Config, database: OpenDatabase): Promise<void> {
  const status = await backupStatus(database)
  const { lastSuccess, lastFailure } = status
  const warning = backupWarning(database.db, status, backups)
  if (warning !== null)
    warn(
      'Backups',
      `${warning}${lastFailure ? ` (${lastFailure.at}, ${lastFailure.file}: ${lastFailure.reason})` : ''}.`,
    )
  if (lastSuccess)
    reportOk(
      'Backups',
      `the last one is ${lastSuccess.file} of ${lastSuccess.at}, ${lastSuccess.size} bytes.`,
    )
  else if (warning === null)
    warn('Backups', backups ? 'there is none yet.' : 'there is none, and BACKUP_FOLDER is empty.')
}

/** Works on the file store, in a separate folder: unfinished uploads of a running server are not touched. */
async function withFiles<T>(config: Config, work: (store: FileStore) => Promise<T>): Promise<T> {
  const spool = mkdtempSync(path.join(tmpdir(), 'citygate-doctor-'))
  try {
    return await work(openFileStore({ files: config.files, dataDir: config.files ? spool : config.dataDir }))
  } finally {
    rmSync(spool, { recursive: true, force: true })
  }
}

/** Stores a content, and removes it again. @throws StartError where its folder would be made for that. */
const checkFiles = async (config: Config): Promise<string> => {
  if (!config.files && !existsSync(config.dataDir))
    throw new StartError(`there is no ${config.dataDir}; the first start of the server makes it.`)
  return withFiles(config, async (store) => {
    const key = newKey()
    await store.put(key, Readable.from([Buffer.from('doctor')]))
    await store.remove(key)
    return `kept and removed one ${config.files ? `at ${config.files.endpoint}` : `in ${config.dataDir}`}.`
  })
}

/** Probes every configured connection that has a probe; nothing is sent. */
async function checkConnections(config: Config, database: OpenDatabase, files: FileStore): Promise<void> {
  const outside = createOutside(config)
  openBureau(config, outside)
  openProfiles(config, outside)
  if (config.directory) openDirectory(config.directory, outside)
  if (config.mailService) createNylas(config.mailService, outside)
  createOutbox({
    folder: pathInDataDir(config.dataDir, 'mail'),
    smtpUrl: config.smtpUrl,
    sender: config.mailFrom,
    fixedRecipients: config.mailFixedRecipients,
    database,
    files,
    outside,
    log: () => undefined,
  })
  try {
    for (const connection of outside.connections) await checkConnection(connection)
  } finally {
    await outside.close()
  }
}

async function checkConnection(connection: Connection): Promise<void> {
  const { key, probe, origins, waiting } = connection.options
  const { title } = connectionKinds[key]
  if (!probe)
    reportOk(title, `configured at ${origins.join(', ')}; it cannot be tried without asking for something.`)
  else
    await check(title, async () => {
      await connection.probe()
      const count = await waiting?.()
      return `answers at ${origins.join(', ')}${count ? `; ${count} messages wait` : ''}.`
    })
}

try {
  await examine(readConfig(process.env))
} catch (error) {
  reportFault('Configuration', wordsOf(error))
}
