/** Makes a backup of an installation, while its servers run. */
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { version } from '../../package.json'
import { StartError, type Config } from '../config'
import { beginBackup, endBackup, extendHold, holdTime, type Schedule } from '../db/backups'
import { nowOf } from '../db/clock'
import { openSnapshot, type OpenDatabase } from '../db/dialects'
import type { RowSource, SnapshotRow, SnapshotTable } from '../db/dialects/snapshot'
import { unfinishedFill } from '../demo/mark'
import { isMissing, type FileStore } from '../ports/files'
import { openFileStore } from '../ports/files/open'
import { contentColumns } from '../ports/files/sweep'
import { createArchive, type ArchiveWriter } from './archive/write'
import { fileEntry, tableEntry, type Manifest } from './archive/manifest'
import { linesOf } from './archive/rows'
import { withKeys } from './keys'

export interface BackupOptions {
  /** That wants it; null: it is wanted by itself. */
  schedule?: Schedule | null
  /** Makes it fail. */
  stopped?: AbortSignal
}

/** A complete archive. */
export interface Backup {
  file: string
  manifest: Manifest
  /** Bytes. */
  size: number
}

/**
 * Writes an archive of a committed state, with all contents that its rows name: until it ends, no process removes any
 * (db/backups.ts).
 * @returns null where the schedule wants none now.
 * @throws StartError where the file exists, or the database is being filled with demo data.
 */
export async function makeBackup(
  config: Config,
  database: OpenDatabase,
  file: string,
  { schedule = null, stopped = new AbortController().signal }: BackupOptions = {},
): Promise<Backup | null> {
  if (existsSync(file)) throw new StartError(`${file} exists already.`)
  if (await unfinishedFill(database.db))
    throw new StartError('The database is being filled with demo data; make the backup after that.')
  const id = await beginBackup(database, path.basename(file), schedule)
  if (id === null) return null
  const extend = () => void extendHold(database, id).catch(() => undefined)
  const timer = setInterval(extend, holdTime / 5)
  try {
    if (schedule) mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const made = await write(config, file, nowOf(database.db), stopped)
    await endBackup(database, id, { size: made.size })
    return made
  } catch (error) {
    await endBackup(database, id, { failure: failureText(error) }).catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
}

const failureText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1_000)

async function write(config: Config, file: string, now: Date, stopped: AbortSignal): Promise<Backup> {
  const archive = createArchive(file, stopped)
  try {
    const { keys, ...rows } = await addRows(archive, config)
    const contents = await addFiles(archive, openFileStore(config), keys)
    const manifest: Manifest = {
      format: 1,
      product: version,
      created_at: now.toISOString(),
      ...rows,
      ...contents,
    }
    return { file, manifest, size: await archive.finish(manifest) }
  } catch (error) {
    await archive.discard()
    throw error
  }
}

/** Reads a committed state to its end, before the files, which take longer and are held. */
async function addRows(
  archive: ArchiveWriter,
  config: Config,
): Promise<Pick<Manifest, 'database' | 'migrations' | 'tables'> & { keys: ReadonlySet<string> }> {
  const snapshot = await openSnapshot(config)
  try {
    const source = withKeys(snapshot, config)
    const keys = new Set<string>()
    const tables: Manifest['tables'] = []
    for (const table of source.tables) tables.push(await addTable(archive, source, table, keys))
    return { database: source.kind, migrations: [...source.migrations], tables, keys }
  } finally {
    await snapshot.close()
  }
}

/** @param keys to which those of contents are added that the rows name. */
async function addTable(
  archive: ArchiveWriter,
  source: RowSource,
  table: SnapshotTable,
  keys: Set<string>,
): Promise<Manifest['tables'][number]> {
  const { name, columns, lastId } = table
  const naming = contentColumns()
    .filter((column) => column.table === name)
    .map(({ column }) => columns.indexOf(column))
  let rows = 0
  async function* lines() {
    for await (const some of source.rows(table)) {
      rows += some.length
      for (const place of naming) addKeys(keys, some, place)
      yield linesOf(some)
    }
  }
  const digest = await archive.add(tableEntry(name), lines(), 'rows')
  return { name, columns: [...columns], last_id: lastId, rows, ...digest }
}

function addKeys(keys: Set<string>, rows: readonly SnapshotRow[], place: number): void {
  for (const row of rows) {
    const key = row[place]
    if (typeof key === 'string') keys.add(key)
  }
}

/** A content that the store has lost does not make all other data impossible to keep: it is told. */
async function addFiles(
  archive: ArchiveWriter,
  store: FileStore,
  keys: ReadonlySet<string>,
): Promise<Pick<Manifest, 'files' | 'missing_files'>> {
  const files: Manifest['files'] = []
  const missing_files: string[] = []
  for (const key of [...keys].sort()) {
    const content = await readIfThere(store, key)
    if (content) files.push({ key, ...(await archive.add(fileEntry(key), content, 'file')) })
    else missing_files.push(key)
  }
  return { files, missing_files }
}

async function readIfThere(store: FileStore, key: string): Promise<Readable | null> {
  try {
    return await store.read(key)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
