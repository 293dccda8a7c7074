/** `npm run doctor`: says of each part of an installation in a sentence whether it works; exit status 1 where one does not. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { connectionKinds } from '../../src/contract/connections'
import { checkTransport, readConfig, StartError, type Config } from '../config'
import { placeIn } from '../db/dataDir'
import { openDatabase, refusalOf, type OpenDatabase } from '../db/dialect'
import { isCurrent } from '../db/migrations'
import { openBureau } from '../ports/bureau/open'
import { openDirectory } from '../ports/directory/open'
import { newKey } from '../ports/files'
import { openFileStore } from '../ports/files/open'
import { createNylas } from '../ports/mail/nylas/api'
import { createOutbox } from '../ports/mail/outgoing'
import { createOutside, OutsideError, type Connection } from '../ports/outside'
import { plainWords } from '../ports/outside/faults'
import { openProfiles } from '../ports/profiles/open'

const tell = (title: string, text: string) => process.stdout.write(`ok     ${title}: ${text}\n`)
const complain = (title: string, text: string) => {
  process.exitCode = 1
  process.stdout.write(`FAULT  ${title}: ${text}\n`)
}

/** Runs a check, and says what is wrong where it fails. */
async function check(title: string, work: () => Promise<string>): Promise<void> {
  try {
    tell(title, await work())
  } catch (error) {
    complain(title, wordsOf(error))
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof StartError
    ? error.message
    : error instanceof OutsideError
      ? `${error.why}.`
      : `${plainWords(error)} (${refusalOf(error)}).`

async function examine(config: Config): Promise<void> {
  await check('Configuration', () => {
    checkTransport(config)
    return Promise.resolve('every variable can be used.')
  })
  await check('Files', () => checkFiles(config))
  await check('Database', async () => {
    // A file of its own is not to be made here.
    if (config.databaseUrl === null && !existsSync(placeIn(config.dataDir, 'database')))
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
      await checkConnections(config, database)
      return `it answers, its schema is the newest, and it knows ${String(users)} users.`
    } finally {
      await database.db.destroy()
    }
  })
}

/** Keeps a content, and removes it again. */
async function checkFiles(config: Config): Promise<string> {
  // What a running server is about to send lies in a folder of its own, which is not touched.
  const spool = mkdtempSync(path.join(tmpdir(), 'citygate-doctor-'))
  try {
    const store = openFileStore({ files: config.files, dataDir: config.files ? spool : config.dataDir })
    const key = newKey()
    await store.put(key, Readable.from([Buffer.from('doctor')]))
    await store.remove(key)
    return `kept and removed one ${config.files ? `at ${config.files.endpoint}` : `in ${config.dataDir}`}.`
  } finally {
    rmSync(spool, { recursive: true, force: true })
  }
}

/** Tries every connection that is configured and can be tried; nothing is sent. */
async function checkConnections(config: Config, database: OpenDatabase): Promise<void> {
  const outside = createOutside(config)
  openBureau(config, outside)
  openProfiles(config, outside)
  if (config.directory) openDirectory(config.directory, outside)
  if (config.mailService) createNylas(config.mailService, outside)
  createOutbox({
    folder: placeIn(config.dataDir, 'mail'),
    smtpUrl: config.smtpUrl,
    fixedRecipients: config.mailFixedRecipients,
    database,
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
  const { key, probe, origins, waiting } = connection.about
  const { title } = connectionKinds[key]
  if (!probe)
    tell(title, `configured at ${origins.join(', ')}; it cannot be tried without asking for something.`)
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
  complain('Configuration', wordsOf(error))
}
