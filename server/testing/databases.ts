import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** The folder of this test run, made by globalSetup.ts. */
export function testDir(): string {
  const dir = process.env['CITYGATE_TEST_DIR']
  if (!dir) throw new Error('The tests of the server need their global setup.')
  return dir
}

/**
 * The folder of the programs that this run compiles: as deep below dist/ as the built server, so that paths relative to
 * the running file mean the same in both.
 */
export const programsDir = (): string => path.resolve(__dirname, '../../dist', path.basename(testDir()))

const prefix = (): string => `citygate_${path.basename(testDir()).replaceAll(/\W/g, '_').toLowerCase()}`

const nextName = (): string => `${prefix()}_${randomUUID().replaceAll('-', '')}`

/** The database on a PostgreSQL server from which the others are copied. */
export const templateName = (): string => `${prefix()}_template`

/** Runs one statement on the PostgreSQL server itself. */
export async function onServer(server: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The names of all databases of this run. */
export const databasesOf = async (server: string): Promise<string[]> =>
  (await onServer(server, `select datname from pg_database where starts_with(datname, '${prefix()}')`)).map(
    (row) => String(row['datname']),
  )

/** Creates an empty database without the schema on a PostgreSQL server. */
export async function makeEmptyDatabase(server: string): Promise<string> {
  const name = nextName()
  await onServer(server, `create database ${name}`)
  return server.replace(/[^/]*$/, name)
}

/** Commits return before they are flushed to disk: no test stops the database server, only processes that use it. */
const withoutFlushes = 'options=-c%20synchronous_commit%3Doff'

/** A copy of the template on a PostgreSQL server, by its name. */
async function makeCopy(server: string): Promise<string> {
  const name = nextName()
  await onServer(server, `create database ${name} template ${templateName()}`)
  return name
}

/** The next copy, made while the tests use the one before: each takes the server some tenths of a second. */
let nextCopy: Promise<string> | undefined

/** Copies the template: on PostgreSQL where TEST_DATABASE_URL names a server, else on SQLite. */
export async function copyTemplate(): Promise<{ dataDir: string; databaseUrl: string | null }> {
  const dataDir = path.join(testDir(), nextName())
  mkdirSync(dataDir)
  const server = process.env['TEST_DATABASE_URL']
  if (!server) {
    copyFileSync(path.join(testDir(), 'citygate.db'), path.join(dataDir, 'citygate.db'))
    return { dataDir, databaseUrl: null }
  }
  const copy = nextCopy ?? makeCopy(server)
  nextCopy = undefined
  const name = await copy
  nextCopy ??= makeCopy(server)
  // The one that takes it gets the error.
  nextCopy.catch(() => undefined)
  return { dataDir, databaseUrl: server.replace(/[^/]*$/, `${name}?${withoutFlushes}`) }
}
