import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import Database from 'libsql'
import { sql } from 'kysely'
import { pathInDataDir } from '../../dataDir'
import { quoted } from '../../statements'
import type { LoadTarget } from '../loadTarget'
import { bulkLoad } from './bulkLoad'
import { openEmbedded } from './open'
import { tablesOf } from './snapshot'

/** Whether a data directory has an embedded database. */
export const isEmbeddedFilled = (dataDir: string): boolean => existsSync(pathInDataDir(dataDir, 'database'))

/**
 * A database in a folder within the data directory, which is renamed in the end.
 * @param dataDir is locked by this process.
 */
export async function openEmbeddedLoad(dataDir: string): Promise<LoadTarget> {
  const folder = pathInDataDir(dataDir, 'restoring')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  const file = pathInDataDir(folder, 'database')
  const database = openEmbedded(folder)
  // Until it is synced in the end nothing of it has to survive, and rows come in any order.
  await sql`pragma synchronous = off`.execute(database.db)
  const handle = new Database(file)
  for (const pragma of ['busy_timeout = 5000', 'synchronous = off', 'foreign_keys = off'])
    handle.exec(`pragma ${pragma}`)
  const statements: string[] = []
  let isOpen = true
  const closeAll = async () => {
    if (!isOpen) return
    isOpen = false
    handle.close()
    await database.db.destroy()
  }

  return {
    database,
    begin: async () => {
      const tables = tablesOf(handle)
      for (const { name } of tables) {
        const restore = await bulkLoad.dropIndexes(database.db, name)
        statements.push(...(await bulkLoad.rebuildSearchIndexes(database.db, name)), ...restore)
      }
      for (const { name } of tables) handle.exec(`delete from ${quoted(name)}`)
      return tables
    },
    insert: ({ name, columns }, rows) => {
      const insert = handle.prepare(
        `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      )
      handle.exec('begin')
      for (const row of rows) insert.run(...row)
      handle.exec('commit')
      return Promise.resolve()
    },
    continueIds: ({ name }, lastId) => {
      handle.prepare('delete from sqlite_sequence where name = ?').run(name)
      if (lastId > 0)
        handle.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, lastId)
      return Promise.resolve()
    },
    end: async () => {
      for (const statement of statements) await sql.raw(statement).execute(database.db)
      const broken = handle.prepare('select "table", parent from pragma_foreign_key_check limit 1').get()
      if (broken) {
        const { table, parent } = broken as { table: string; parent: string }
        throw new Error(`a row of ${table} names one of ${parent} that is not there`)
      }
    },
    commit: async () => {
      await closeAll()
      sync(file)
      const place = pathInDataDir(dataDir, 'database')
      mergeLog(place)
      renameSync(file, place)
      sync(dataDir)
    },
    close: async () => {
      await closeAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The old database needs its log no longer, which would otherwise be taken for that of the new one. */
function mergeLog(place: string): void {
  if (existsSync(place)) {
    try {
      const old = new Database(place)
      old.exec('pragma wal_checkpoint(truncate)')
      old.close()
    } catch {
      // It is damaged, and replaced for that.
    }
  }
  for (const ending of ['-wal', '-shm']) rmSync(place + ending, { force: true })
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
