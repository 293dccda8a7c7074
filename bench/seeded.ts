/** Databases of a size, filled once and reused by later runs. */
import { mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '../server/config'
import { openDatabase } from '../server/db/dialects'
import { migrate } from '../server/db/migrate'
import { rebuildSearchTexts } from '../server/resources/rebuildSearchTexts'
import { fillDemo, isEmpty } from '../server/demo/fill'

const server = process.env['BENCH_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** The environment of a server on a seeded database. */
export interface Seeded {
  name: 'SQLite' | 'PostgreSQL'
  env: { DATA_DIR: string; DATABASE_URL?: string }
}

/** Both databases with so many opportunities; without PostgreSQL where BENCH_POSTGRES is empty. */
export async function seededDatabases(opportunities: number): Promise<Seeded[]> {
  const folder = (kind: string) => {
    const dataDir = path.join(os.tmpdir(), 'citygate-bench', `${kind}-${opportunities}`)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return dataDir
  }
  const databases: Seeded[] = [{ name: 'SQLite', env: { DATA_DIR: folder('sqlite') } }]
  if (server !== '')
    databases.push({
      name: 'PostgreSQL',
      env: {
        DATA_DIR: folder('postgres'),
        DATABASE_URL: await makeDatabase(`citygate_bench_${opportunities}`),
      },
    })
  for (const { env } of databases) await fill(env, opportunities)
  return databases
}

/** The address of a database on the server, created if needed. */
async function makeDatabase(name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const exists = await admin.query('select 1 from pg_database where datname = $1', [name])
  if (exists.rowCount === 0) await admin.query(`create database ${name}`)
  await admin.end()
  return server.replace(/[^/]*$/, name)
}

/** New databases without accounts; without PostgreSQL where BENCH_POSTGRES is empty. */
export async function emptyDatabases(name: string): Promise<Seeded[]> {
  const databases: Seeded[] = [{ name: 'SQLite', env: { DATA_DIR: '' } }]
  if (server === '') return databases
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`drop database if exists citygate_bench_${name} with (force)`)
  await admin.end()
  const address = await makeDatabase(`citygate_bench_${name}`)
  return [...databases, { name: 'PostgreSQL', env: { DATA_DIR: '', DATABASE_URL: address } }]
}

async function fill(env: Seeded['env'], opportunities: number): Promise<void> {
  const database = openDatabase(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  await migrate(database)
  await rebuildSearchTexts(database)
  if (await isEmpty(database)) {
    await fillDemo(database, { opportunities, today: new Date('2026-11-21T00:00:00Z') })
    await database.dialect.bulkLoad.analyze(database.db)
  }
  // Otherwise the first minutes of each run are beside the writes of a search for duplicates among all records.
  await database.db.deleteFrom('duplicate_marks').execute()
  await database.db.destroy()
}
