/** Work on many records that is kept for some days, in which it can be taken back: bulk changes and merges (BULK-1, DUP-5). */
import { sql, type SqlBool } from 'kysely'
import { nowOf } from '../db/clock'
import type { OpenDatabase } from '../db/dialects'
import { anyTable } from './context'
import { deleteInSteps } from './write/deleteInSteps'

const day = 86_400_000

/** In the words of the indexes of both tables. */
export const isUnderWay = sql<SqlBool>`state in ('running', 'undoing')`

/** Until when work that can be taken back for some days can be. */
export const undoUntil = (since: string, days: number): string =>
  new Date(Date.parse(since) + days * day).toISOString()

/** The moment so many days ago. */
export const daysAgo = (db: OpenDatabase['db'], days: number): string =>
  new Date(nowOf(db).getTime() - days * day).toISOString()

/** Where work is kept: its table, the column of its ids there and with its records, and the table of these. */
interface KeptIn {
  readonly table: string
  readonly id: string
  readonly records: string
}

/** Deletes work that can no longer be taken back, and what was staged a day ago and never begun, with its records. */
export async function deleteOldWork(
  database: OpenDatabase,
  { table, id: of, records }: KeptIn,
  days: number,
): Promise<void> {
  const db = anyTable(database.db)
  const old = await db
    .selectFrom(table)
    .select(`${of} as id`)
    .where(({ eb, or, and, not }) =>
      or([
        and([eb('created_at', '<', daysAgo(database.db, days)), not(isUnderWay)]),
        and([eb('created_at', '<', daysAgo(database.db, 1)), eb('state', '=', 'staged')]),
      ]),
    )
    .execute()
  for (const { id } of old) {
    await deleteInSteps(database, records, { of, by: 'place' }, id as number)
    await db.deleteFrom(table).where(of, '=', id).execute()
  }
}
