import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OpenDatabase } from '../../db/dialects'
import { anyTable } from '../context'

/** Rows deleted before other work runs. */
const deletedAtOnce = 500

/**
 * Deletes all rows of a table that belong to an id, a few hundred at a time.
 * @param of the column with the id
 * @param by the column that tells the rows of the id apart
 */
export async function deleteInSteps(
  { db }: Pick<OpenDatabase, 'db'>,
  table: string,
  { of, by }: { of: string; by: string },
  id: number,
): Promise<void> {
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce;) {
    await nextTurn()
    const some = anyTable(db).selectFrom(table).select(by).where(of, '=', id).orderBy(by).limit(deletedAtOnce)
    const { numDeletedRows } = await anyTable(db)
      .deleteFrom(table)
      .where(of, '=', id)
      .where(by, 'in', some)
      .executeTakeFirstOrThrow()
    deleted = Number(numDeletedRows)
  }
}
