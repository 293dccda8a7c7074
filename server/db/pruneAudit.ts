import type { Transaction } from 'kysely'
import { pruneChain } from './auditChain'
import type { Tables } from './tables'

/** Does what the triggers of the audit allow within a transaction that has announced it (migrations/001-baseline/audit.ts). */
async function whilePruning<T>(trx: Transaction<Tables>, until: string, work: () => Promise<T>): Promise<T> {
  await trx.insertInto('audit_pruning').values({ until }).execute()
  const done = await work()
  await trx.deleteFrom('audit_pruning').execute()
  return done
}

/**
 * Removes sealed rows of the audit that are older than a moment, from the beginning of its chain on: a row that was sealed
 * after a newer one stays until that goes, too.
 * @returns how many; fewer than `most` where no more can go.
 */
export const pruneAudit = (trx: Transaction<Tables>, until: string, most: number): Promise<number> =>
  whilePruning(trx, until, () => pruneChain(trx, until, most))

/** Removes all of the audit, with its chain: for demo data that is made anew. */
export const emptyAudit = (trx: Transaction<Tables>): Promise<void> =>
  whilePruning(trx, '9999-12-31T00:00:00.000Z', async () => {
    for (const table of ['audit_chain', 'audit_seals', 'audit'] as const)
      await trx.deleteFrom(table).execute()
  })
