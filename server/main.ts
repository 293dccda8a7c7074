import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app'
import { isLoopback, readConfig, StartError, type Config } from './config'
import { openDatabase, type OpenDatabase } from './db/dialect'
import { lockDataDir, reasonOf } from './db/lock'
import { migrate } from './db/migrations'
import { fillDemo, isEmpty } from './demo/fill'
import { createSessions } from './sessions'
import { loadSecrets } from './sessions/secrets'

/** Milliseconds that requests under way get to finish when the process is asked to stop (TRUST-35). */
const drainTime = 9_500
/** Milliseconds in which /readyz tells load balancers to go elsewhere before new connections are refused. */
const announceTime = 1_000
const demoOpportunities = 300

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const release = lockDataDir(config.dataDir)
  const database = openDatabase(config)
  await prepare(config, database)

  let stopping = false
  const app = await buildApp({
    config,
    database,
    sessions: createSessions(database, loadSecrets(config.dataDir)),
    publicDir: fileURLToPath(new URL('../public', import.meta.url)),
    isStopping: () => stopping,
  })
  await listen(app, config)

  const stop = async (announce: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), drainTime).unref()
    await wait(announce)
    await app.close()
    await database.db.destroy()
    release()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop(announceTime))
  process.on('SIGINT', () => void stop(0))
}

/** Brings the schema up to date and, where asked for, fills an empty database with demo data. */
async function prepare(config: Config, database: OpenDatabase): Promise<void> {
  try {
    await migrate(database)
  } catch (error) {
    const name = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL'
    throw new StartError(`${name}: the database cannot be opened: ${reasonOf(error)}.`)
  }
  const automatic = config.databaseUrl === null && isLoopback(config.host) && !config.production
  const wanted = config.demo === 'on' || (config.demo === 'auto' && automatic)
  if (wanted && (await isEmpty(database))) {
    await fillDemo(database, { opportunities: demoOpportunities, today: new Date() })
    process.stdout.write(
      'Filled the empty database with demo data; sign in as broker, password citygate-demo-2026.\n',
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

start().catch((error: unknown) => {
  const known = error instanceof StartError
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
})
