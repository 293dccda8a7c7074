import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '../db/tables'
import { anyTable } from '../kit/context'

/** Rows of one statement: with a hundred columns, they still have fewer values than both databases take at once. */
const perStatement = 250

/** Inserts rows, all of which have the same columns, with few statements. */
export async function insertRows(
  db: Kysely<Tables>,
  table: keyof Tables,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  let full: CompiledQuery | undefined
  for (let start = 0; start < rows.length; start += perStatement) {
    const some = rows.slice(start, start + perStatement)
    // Statements for equally many rows differ by their values only, and writing one takes long.
    const parameters = some.flatMap((row) => columns.map((column) => row[column]))
    const query: CompiledQuery =
      full && some.length === perStatement
        ? { ...full, parameters }
        : anyTable(db).insertInto(table).values(some).compile()
    full ??= query
    await db.executeQuery(query)
  }
}
