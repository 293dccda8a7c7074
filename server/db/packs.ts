/**
 * Rows on their way into a database in bulk. Threads that make them pack them up, so that the one that writes has little
 * left to do: to bind the values of a row takes the embedded database twenty times as long as to copy the row from
 * another file of its kind.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { sql, type Kysely } from 'kysely'
import { letterRows } from './letters'
import { toValues } from './embeddedDriver'
import type { TableRows, Tables } from './tables'

/** A table of a file of rows. */
export interface FileTable {
  name: string
  /** The statement that makes it. */
  definition: string
  /** The statements by which its rows get into the database; it is `packed` in them. */
  copies: readonly string[]
}

/** How a database takes rows. Threads can hand it to each other, as they can what is packed by it. */
export type Packing =
  /** In a file of its own, with tables like those that are filled. */
  | { kind: 'file'; directory: string; tables: readonly FileTable[] }
  /** In texts that it takes apart: one parameter is far quicker than one for each value. */
  | { kind: 'texts' }

export type Packed = PackedFile | PackedTexts

interface PackedFile {
  kind: 'file'
  file: string
  copies: readonly string[]
}

interface PackedTexts {
  kind: 'texts'
  tables: readonly { table: string; columns: readonly string[]; records: string }[]
}

/** Makes place for what is packed; what an earlier run has left there goes. */
export function beginPacking(packing: Packing): void {
  endPacking(packing)
  if (packing.kind === 'file') mkdirSync(packing.directory, { mode: 0o700 })
}

/** Takes away what is left of the place. */
export function endPacking(packing: Packing): void {
  if (packing.kind === 'file') rmSync(packing.directory, { recursive: true, force: true })
}

/**
 * Packs rows for one transaction.
 * @param name tells it from what else is packed at a time.
 */
export const pack = (packing: Packing, name: string, tables: Iterable<TableRows>): Packed =>
  packing.kind === 'file'
    ? packFile(path.join(packing.directory, name), packing.tables, tables)
    : { kind: 'texts', tables: Array.from(tables, toTexts) }

const toTexts = ({ table, columns, rows }: TableRows) => ({
  table,
  columns,
  records: JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))),
  ),
})

function packFile(file: string, definitions: readonly FileTable[], tables: Iterable<TableRows>): PackedFile {
  const names = new Set(definitions.map(({ name }) => name))
  const handle = new Database(file)
  try {
    // It lives for seconds, and is made anew after a failure.
    for (const pragma of ['journal_mode = off', 'synchronous = off', 'foreign_keys = off'])
      handle.exec(`pragma ${pragma}`)
    handle.exec('begin')
    for (const { definition } of definitions) handle.exec(definition)
    for (const rows of tables) {
      insertRows(handle, rows)
      const letters = `${rows.table}_letters`
      if (names.has(letters)) insertRows(handle, letterRows(letters, rows))
    }
    handle.exec('commit')
  } finally {
    handle.close()
  }
  return { kind: 'file', file, copies: definitions.flatMap(({ copies }) => copies) }
}

/** One statement that runs for each row takes half the time of larger ones. */
function insertRows(handle: InstanceType<typeof Database>, { table, columns, rows }: TableRows): void {
  const quoted = columns.map((column) => `"${column}"`).join(', ')
  const statement = handle.prepare(
    `insert into ${table} (${quoted}) values (${columns.map(() => '?').join(', ')})`,
  )
  for (const row of rows) statement.run(toValues(row))
}

/** Inserts what is packed, in one transaction with what `also` writes. Nobody else may write meanwhile. */
export async function insertPacked<T>(
  db: Kysely<Tables>,
  packed: Packed,
  also: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  if (packed.kind === 'texts')
    return db.transaction().execute(async (trx) => {
      for (const table of packed.tables) await insertTexts(trx, table)
      return also(trx)
    })
  await sql`attach ${packed.file} as packed`.execute(db)
  // Rows are copied as they lie only into tables whose references are not looked after.
  await sql`pragma foreign_keys = off`.execute(db)
  try {
    return await db.transaction().execute(async (trx) => {
      for (const copy of packed.copies) await sql.raw(copy).execute(trx)
      return also(trx)
    })
  } finally {
    await sql`pragma foreign_keys = on`.execute(db)
    await sql`detach packed`.execute(db)
    rmSync(packed.file, { force: true })
  }
}

async function insertTexts(
  trx: Kysely<Tables>,
  { table, columns, records }: PackedTexts['tables'][number],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${records})`.execute(trx)
}
