import type { Transaction } from 'kysely'
import type { Tables } from './tables'

/**
 * Removes rows of the audit that are older than a moment, which the database allows within this transaction only
 * (migrations/001-baseline/audit.ts).
 * @param most rows; without it all of them.
 * @returns how many.
 */
export async function pruneAudit(trx: Transaction<Tables>, until: string, most?: number): Promise<number> {
  await trx.insertInto('audit_pruning').values({ until }).execute()
  let old = trx.selectFrom('audit').select('id').where('at', '<', until).orderBy('at')
  if (most !== undefined) old = old.limit(most)
  const { numDeletedRows } = await trx.deleteFrom('audit').where('id', 'in', old).executeTakeFirstOrThrow()
  await trx.deleteFrom('audit_pruning').execute()
  return Number(numDeletedRows)
}
