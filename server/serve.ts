import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app'
import { scheduleBackups } from './backup/schedule'
import { openedBy, StartError, type Config } from './config'
import { pathInDataDir } from './db/dataDir'
import { reasonOf } from './db/lock'
import { openMigrated } from './startup/openMigrated'
import { fillDemo, hasDemoAccounts, isEmpty } from './demo/fill'
import { unfinishedFill } from './demo/mark'
import { defaultOpportunities } from './demo/sizes'
import { deleteOldBulkChanges } from './kit/bulk/kept'
import { deleteOldMerges } from './resources/merges/kept'
import { deleteExpiredKeys } from './kit/http/idempotency'
import { deleteOldProposals } from './resources/imports/imports'
import { recoverImports } from './resources/imports/store'
import { apiDocumentPath } from './http/apiDocument'
import { sweepOrphans } from './ports/files/sweep'
import { createSessions } from './services/sessions'
import { loadSecrets } from './kit/crypto/secrets'

/** Milliseconds for running requests to finish at a shutdown (TRUST-35). */
const drainTime = 9_500
/** Milliseconds after which remaining requests are aborted, so that everything is closed in order before that. */
const cutTime = 8_000
/**
 * Milliseconds in which /readyz is unready before new connections are refused, so that load balancers choose another
 * server.
 */
const announceTime = 1_000
/** In milliseconds. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Serves until a shutdown is requested.
 * @param release releases the lock of the data directory.
 * @throws StartError
 */
export async function serve(config: Config, release: () => void): Promise<void> {
  // Remains of a restore that was killed.
  rmSync(pathInDataDir(config.dataDir, 'restoring'), { recursive: true, force: true })
  const database = await openMigrated(config)
  const secrets = await loadSecrets(config, database)
  const sessions = createSessions(database, secrets, config.secondFactorFor)
  await sessions.forgetEnded()
  await deleteExpiredKeys(database)
  await recoverImports(database)
  await deleteOldProposals(database)
  await deleteOldBulkChanges(database)
  await deleteOldMerges(database)
  setInterval(() => void sessions.forgetEnded().catch(() => undefined), hour).unref()
  setInterval(() => void deleteExpiredKeys(database).catch(() => undefined), day).unref()
  setInterval(() => void recoverImports(database).catch(() => undefined), minute).unref()
  setInterval(() => void deleteOldProposals(database).catch(() => undefined), day).unref()
  setInterval(() => void deleteOldBulkChanges(database).catch(() => undefined), day).unref()
  setInterval(() => void deleteOldMerges(database).catch(() => undefined), day).unref()

  let stopping = false
  const app = await buildApp({
    config,
    database,
    sessions,
    secrets,
    publicDir: fileURLToPath(new URL('../public', import.meta.url)),
    isStopping: () => stopping,
  })
  await checkFiles(app)
  const opened = openedBy(config)
  if (opened === null) await offerDemo(app)
  else if ((await unfinishedFill(database.db)) || (await hasDemoAccounts(database)))
    throw new StartError(
      `${opened}, and the database holds demo accounts with a public password: deactivate them (npm run user), or begin with another database.`,
    )
  // Generates the document in advance, so that no request waits for it.
  await app.inject(apiDocumentPath)
  await listen(app, config)
  const sweep = () => void sweepOrphans(app.files, database.scans, true).catch(() => undefined)
  if (app.files.isShared) sweep()
  setInterval(sweep, day).unref()
  const backups = scheduleBackups(config, database, (err) => app.log.error({ err }, 'no backup'))

  const stop = async (announce: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), drainTime).unref()
    setTimeout(() => app.server.closeAllConnections(), cutTime).unref()
    const backupEnded = backups.stop()
    await wait(announce)
    await Promise.all([app.close(), backupEnded])
    await database.db.destroy()
    release()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop(announceTime))
  process.on('SIGINT', () => void stop(0))
}

/**
 * Fills the empty database of an installation that is only reachable locally with demo data, where that is configured
 * or harmless; an unfinished fill is always resumed.
 */
async function offerDemo({ config, database, files }: FastifyInstance): Promise<void> {
  const automatic = config.databaseUrl === null && !config.production
  const wanted = config.demo === 'on' || (config.demo === 'auto' && automatic)
  if (!wanted && !(await unfinishedFill(database.db))) return
  await database.dialect.runExclusively(database.db, async () => {
    if (!(await isEmpty(database)) && !(await unfinishedFill(database.db))) return
    await fillDemo(database, { opportunities: defaultOpportunities, today: new Date(), files })
    process.stdout.write(
      'Filled the empty database with demo data; sign in as broker, password citygate-demo-2026.\n',
    )
  })
}

/**
 * Checks that the file store answers. Unfinished uploads of an earlier process in a local folder are removed before
 * uploads are possible; external storage may be slow to list its contents, and is swept later.
 */
async function checkFiles({ config, files, database }: FastifyInstance): Promise<void> {
  try {
    await files.clearUnfinished()
    if (files.isShared) await files.list()[Symbol.asyncIterator]().next()
    else await sweepOrphans(files, database.db, false)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new StartError(
      `${config.files ? 'FILES_URL' : 'DATA_DIR'}: the file store cannot be used: ${reasonOf(cause)}.`,
    )
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    const address = await app.listen({ host, port })
    process.stdout.write(`Citygate is ready at ${address}\n`)
  } catch (error) {
    const reason = reasonOf(error)
    throw new StartError(
      reason === 'EADDRINUSE'
        ? `PORT ${port} on HOST ${host} is in use by another program.`
        : `HOST ${host}, PORT ${port}: cannot listen: ${reason}.`,
    )
  }
}
