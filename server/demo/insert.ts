import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables'
import { anyTable } from '../kit/context'

/** Values that one statement may carry, below the limits of both databases (SQLite's is 32,766). */
const maxValues = 30_000

/** Inserts rows, all of which have the same columns, with as few statements as the database takes. */
export async function insertRows(
  db: Kysely<Tables>,
  table: keyof Tables,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const perStatement = Math.floor(maxValues / Object.keys(rows[0] ?? { none: null }).length)
  for (let start = 0; start < rows.length; start += perStatement)
    await anyTable(db)
      .insertInto(table)
      .values(rows.slice(start, start + perStatement))
      .execute()
}
