/**
 * Rows to be inserted in bulk. Worker threads make chunks of them, so that little is left for the writing one:
 * binding the values of a row takes the embedded database twenty times as long as copying the row from another SQLite
 * file.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { sql, type Kysely } from 'kysely'
import { shortTermRows } from './search/shortTermIndex'
import { toValues } from './dialects/sqlite/driver'
import type { TableRows, Tables } from './tables'

/** A table of a file of rows. */
export interface ChunkTable {
  name: string
  /** Its CREATE statement. */
  definition: string
  /** The statements that copy its rows into the database, where it is called `chunk`. */
  copies: readonly string[]
}

/** The format in which a database takes rows. Like the chunks it can be sent between threads. */
export type ChunkFormat =
  /** In a file of its own, with tables like the target tables. */
  | { kind: 'file'; directory: string; tables: readonly ChunkTable[] }
  /** In JSON texts that the database parses: one parameter is far faster than one for each value. */
  | { kind: 'texts' }

export type RowChunk = FileChunk | TextChunk

interface FileChunk {
  kind: 'file'
  file: string
  copies: readonly string[]
}

interface TextChunk {
  kind: 'texts'
  tables: readonly { table: string; columns: readonly string[]; records: string }[]
}

/** Creates the folder of the chunks; rows left by an earlier run are deleted. */
export function makeChunkFolder(chunkFormat: ChunkFormat): void {
  removeChunkFolder(chunkFormat)
  if (chunkFormat.kind === 'file') mkdirSync(chunkFormat.directory, { mode: 0o700 })
}

/** Deletes the folder. */
export function removeChunkFolder(chunkFormat: ChunkFormat): void {
  if (chunkFormat.kind === 'file') rmSync(chunkFormat.directory, { recursive: true, force: true })
}

/**
 * Makes a chunk of rows for one transaction.
 * @param name identifies them among chunks made concurrently.
 */
export const makeChunk = (chunkFormat: ChunkFormat, name: string, tables: Iterable<TableRows>): RowChunk =>
  chunkFormat.kind === 'file'
    ? writeChunkFile(path.join(chunkFormat.directory, name), chunkFormat.tables, tables)
    : { kind: 'texts', tables: Array.from(tables, toTexts) }

const toTexts = ({ table, columns, rows }: TableRows) => ({
  table,
  columns,
  records: JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))),
  ),
})

function writeChunkFile(
  file: string,
  definitions: readonly ChunkTable[],
  tables: Iterable<TableRows>,
): FileChunk {
  const names = new Set(definitions.map(({ name }) => name))
  const handle = new Database(file)
  try {
    // The file exists for seconds, and is made anew after a failure.
    for (const pragma of ['journal_mode = off', 'synchronous = off', 'foreign_keys = off'])
      handle.exec(`pragma ${pragma}`)
    handle.exec('begin')
    for (const { definition } of definitions) handle.exec(definition)
    for (const rows of tables) {
      insertRows(handle, rows)
      const letters = `${rows.table}_letters`
      if (names.has(letters)) insertRows(handle, shortTermRows(letters, rows))
    }
    handle.exec('commit')
  } finally {
    handle.close()
  }
  return { kind: 'file', file, copies: definitions.flatMap(({ copies }) => copies) }
}

/** One single-row statement, run for each row, takes half the time of larger ones. */
function insertRows(handle: InstanceType<typeof Database>, { table, columns, rows }: TableRows): void {
  const quoted = columns.map((column) => `"${column}"`).join(', ')
  const statement = handle.prepare(
    `insert into ${table} (${quoted}) values (${columns.map(() => '?').join(', ')})`,
  )
  for (const row of rows) statement.run(toValues(row))
}

/** Inserts a chunk of rows, in one transaction with what `also` writes. There must be no other writes meanwhile. */
export async function insertChunk<T>(
  db: Kysely<Tables>,
  chunk: RowChunk,
  also: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  if (chunk.kind === 'texts')
    return db.transaction().execute(async (trx) => {
      for (const table of chunk.tables) await insertTexts(trx, table)
      return also(trx)
    })
  await sql`attach ${chunk.file} as chunk`.execute(db)
  // Rows are copied in bulk only where foreign keys are not checked.
  await sql`pragma foreign_keys = off`.execute(db)
  try {
    return await db.transaction().execute(async (trx) => {
      for (const copy of chunk.copies) await sql.raw(copy).execute(trx)
      return also(trx)
    })
  } finally {
    await sql`pragma foreign_keys = on`.execute(db)
    await sql`detach chunk`.execute(db)
    rmSync(chunk.file, { force: true })
  }
}

async function insertTexts(
  trx: Kysely<Tables>,
  { table, columns, records }: TextChunk['tables'][number],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${records})`.execute(trx)
}
