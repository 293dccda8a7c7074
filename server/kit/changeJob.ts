import type { Kysely } from 'kysely'
import type { OpenDatabase } from '../db/dialects'
import type { Notice } from '../db/notice'
import type { Tables } from '../db/tables'
import type { LockMode } from '../db/writeQueue'
import { createBackgroundJob, type BackgroundJob } from './backgroundJob'
import { anyTable, inTransaction, type Write } from './context'

interface ChangeJob {
  /** The names of the resources whose changes leave work behind. */
  wokenBy: readonly string[]
  /**
   * Whether there is work at all, asked before the transaction: a change that leaves none keeps no other write waiting,
   * which an exclusive transaction would.
   */
  hasWork?: (db: Kysely<Tables>) => Promise<boolean>
  /** Does some of it, in a transaction of its own. @returns whether there may be more. */
  work: (write: Write) => Promise<boolean>
  log: (error: unknown) => void
  /** Exclusive by default; concurrent where a change that it misses leaves work of its own behind. */
  lockMode?: LockMode
  /** Milliseconds between looks at work that comes with the time. */
  interval?: number
}

/** Whether a table of marks has any. */
export const hasMarks =
  (table: keyof Tables & `${string}_marks`) =>
  async (db: Kysely<Tables>): Promise<boolean> =>
    (await anyTable(db).selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Does in the background what changes of other records have left to do, while the server listens. The work is kept in the
 * database, by the transaction of the change, so that a crash loses none of it.
 */
export function createChangeJob(
  database: OpenDatabase,
  { wokenBy, hasWork, work, log, lockMode, interval }: ChangeJob,
): BackgroundJob {
  const job = createBackgroundJob(
    async () => {
      if (hasWork && !(await hasWork(database.db))) return
      while (
        !job.isStopped &&
        (await inTransaction(database, { actor: null, requestId: null }, work, lockMode))
      );
    },
    interval ?? null,
    log,
  )
  return afterCommits(database, job, (notices) => {
    if (notices.some((notice) => notice.kind === 'change' && wokenBy.includes(notice.change.resource)))
      job.wake()
  })
}

/** A job that looks at what each transaction of this process has changed, until it is stopped. */
export function afterCommits(
  { commitListeners }: Pick<OpenDatabase, 'commitListeners'>,
  job: BackgroundJob,
  look: (notices: readonly Notice[]) => void,
): BackgroundJob {
  commitListeners.add(look)
  return {
    wake: job.wake,
    get isStopped() {
      return job.isStopped
    },
    stop: async () => {
      commitListeners.delete(look)
      await job.stop()
    },
  }
}
