/**
 * `npm run seed`: fills the configured database with demo data of any size, and resumes an interrupted run. Its threads
 * run this file as well.
 */
import { parseArgs } from 'node:util'
import { isMainThread } from 'node:worker_threads'
import { openedBy, readConfig, StartError } from '../config'
import type { OpenDatabase } from '../db/dialects'
import { lockDataDir } from '../db/lock'
import { openMigrated } from '../startup/openMigrated'
import type { FileStore } from '../ports/files'
import { openFileStore } from '../ports/files/open'
import { emptyDatabase } from './empty'
import { fillDemo, isEmpty } from './fill'
import { unfinishedFill } from './mark'
import { showProgress } from './progress'
import { defaultOpportunities } from './sizes'
import { makeOnThreads, serveRows } from './threads'

const usage = 'Usage: npm run seed -- [--opportunities N] [--seed N] [--reset]'
/** Ids are 32-bit integers, and larger installations are not needed. */
const maxOpportunities = 10_000_000

async function seed(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const config = readConfig(process.env)
  const opened = openedBy(config)
  if (opened !== null) throw new StartError(`${opened}, and demo accounts have a public password.`)
  if (options.reset && config.production)
    throw new StartError('NODE_ENV is "production", and --reset deletes everything in the database.')
  const release = lockDataDir(config.dataDir)
  try {
    const database = await openMigrated(config)
    try {
      await database.dialect.runExclusively(database.db, () => fill(database, openFileStore(config), options))
    } finally {
      await database.db.destroy()
    }
  } finally {
    release()
  }
}

type Options = ReturnType<typeof readOptions>

async function fill(
  database: OpenDatabase,
  files: FileStore,
  { opportunities, seed, reset }: Options,
): Promise<void> {
  const unfinished = await unfinishedFill(database.db)
  if (reset) await emptyDatabase(database, files)
  else if (unfinished && (unfinished.opportunities !== opportunities || unfinished.seed !== seed))
    throw new StartError(
      `The database holds the beginning of ${counted(unfinished.opportunities)} opportunities of seed ${unfinished.seed}; ` +
        'ask for the same to go on, or for --reset to begin anew.',
    )
  else if (!unfinished && !(await isEmpty(database)))
    throw new StartError('The database holds data already; with --reset everything in it is deleted first.')
  const started = performance.now()
  const progress = showProgress(process.stdout)
  const rows = await fillDemo(database, {
    opportunities,
    seed,
    today: new Date(),
    files,
    onProgress: progress,
    makeRows: makeOnThreads(new URL(import.meta.url)),
  })
  await database.dialect.bulkLoad.analyze(database.db)
  const seconds = (performance.now() - started) / 1_000
  const perSecond = Math.round(rows / seconds)
  console.log(`${counted(rows)} records in ${seconds.toFixed(1)} s, ${counted(perSecond)} a second.`)
}

function readOptions(args: string[]) {
  const { values } = parse(args)
  return {
    opportunities: toCount(
      'opportunities',
      values.opportunities ?? String(defaultOpportunities),
      maxOpportunities,
    ),
    seed: toCount('seed', values.seed ?? '1', 2_147_483_647),
    reset: values.reset ?? false,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { opportunities: { type: 'string' }, seed: { type: 'string' }, reset: { type: 'boolean' } },
    })
  } catch (error) {
    throw new StartError(`${error instanceof Error ? (error.message.split('. ')[0] ?? '') : ''}. ${usage}`)
  }
}

function toCount(name: string, text: string, max: number): number {
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > max)
    throw new StartError(`--${name} is "${text}", but must be a whole number from 1 to ${counted(max)}.`)
  return Number(text)
}

const counted = (value: number): string => value.toLocaleString('en-US')

if (isMainThread)
  seed().catch((error: unknown) => {
    const known = error instanceof StartError
    console.error(known ? error.message : error)
    process.exitCode = 1
  })
else serveRows()
