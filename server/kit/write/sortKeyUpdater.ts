/**
 * Updates stale sort keys, see kit/staleSortKeys.ts: in small transactions, so that no other write waits long.
 * Progress is stored in the mark; after a crash the work resumes there.
 */
import type { OpenDatabase } from '../../db/dialects'
import { createBackgroundJob } from '../backgroundJob'
import { inTransaction } from '../context'
import { staleIds } from '../staleSortKeys'
import { resourceOf } from '../registry'
import { refreshOrdering } from './derive'

/** Records in a transaction: blocks other writes for some milliseconds. */
const rowsAtOnce = 50

const system = { actor: null, requestId: null }

/**
 * @param log gets the error that keeps keys stale until the next run.
 * @param staleIdsAtOnce records looked for at a time: a mark may cover hundreds of thousands.
 */
export function createSortKeyUpdater(
  database: OpenDatabase,
  log: (error: unknown) => void,
  staleIdsAtOnce = 5_000,
) {
  const oldest = () =>
    database.db.selectFrom('stale_sort_keys').selectAll().orderBy('id').limit(1).executeTakeFirst()
  type Mark = NonNullable<Awaited<ReturnType<typeof oldest>>>

  /**
   * Updates some keys, and stores the progress in the mark; with the last ones the mark is deleted.
   * @returns whether the mark was still there: another process may have finished it.
   */
  const updateSome = (mark: Mark, some: readonly number[], isLast: boolean): Promise<boolean> =>
    inTransaction(
      database,
      system,
      async (write) => {
        const marks = write.db.selectFrom('stale_sort_keys').select('id').where('id', '=', mark.id)
        // Processes work on a mark one after the other.
        const locked = write.isExclusive ? marks : marks.forUpdate()
        if (!(await locked.executeTakeFirst())) return false
        await refreshOrdering(write, resourceOf(mark.resource), some, mark.ordering)
        const done = some.at(-1)
        if (isLast) await write.db.deleteFrom('stale_sort_keys').where('id', '=', mark.id).execute()
        else if (done !== undefined)
          await write.db
            .updateTable('stale_sort_keys')
            .set({ done_to: done })
            .where('id', '=', mark.id)
            .execute()
        return true
      },
      'concurrent',
    )

  /** @returns whether it has finished a mark. */
  const finishMark = async (mark: Mark): Promise<boolean> => {
    for (let after = mark.done_to; ;) {
      // A record that is linked to the renamed one after this reads its new name.
      const stale = await staleIds(database.scans, mark, after, staleIdsAtOnce)
      const isRest = stale.length < staleIdsAtOnce
      for (let from = 0; from === 0 || from < stale.length; from += rowsAtOnce) {
        if (job.isStopped) return false
        const isLast = isRest && from + rowsAtOnce >= stale.length
        if (!(await updateSome(mark, stale.slice(from, from + rowsAtOnce), isLast)) || isLast) return true
      }
      after = stale.at(-1) ?? after
    }
  }

  const run = async () => {
    for (let mark = await oldest(); mark && (await finishMark(mark));) mark = await oldest()
  }
  // Marks left by another process are found when a list is read (kit/read/list.ts), not at intervals.
  const job = createBackgroundJob(run, null, log)
  database.staleKeyListeners.add(job.wake)

  return {
    wake: job.wake,
    /** Waits for the current work to end. */
    async stop(): Promise<void> {
      database.staleKeyListeners.delete(job.wake)
      await job.stop()
    },
  }
}
