/** Removes what is old of the audit, for the command of operators and by the setting `AUDIT_KEEP` (TRUST-44, AUD-7). */
import { setTimeout as wait } from 'node:timers/promises'
import { chainStart, oldestSealed, sealAll } from '../../db/auditChain'
import { nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import { pruneAudit } from '../../db/pruneAudit'
import { createBackgroundJob, type BackgroundJob } from '../backgroundJob'
import { inTransaction } from '../context'
import { audit } from './audit'

/** Number of this work among those that processes do alone. */
const place = { kind: 1_670_402_800, id: 1 }
/** Milliseconds between two looks at what has become old. */
const interval = 3_600_000
const system = { actor: null, requestId: null }

interface Pace {
  /** Rows removed in one transaction: other writes run in between. */
  atOnce: number
  /** Milliseconds between two of them. */
  pause: number
  isStopped: () => boolean
}

/** That of a server, which has others to answer. */
const besideRequests = { atOnce: 500, pause: 25 }

/**
 * Removes the sealed rows before a moment, and audits that, also where it is stopped in between.
 * @returns how many.
 */
async function prune(
  database: OpenDatabase,
  before: string,
  { atOnce, pause, isStopped }: Pace,
): Promise<number> {
  await sealAll(database)
  let removed = 0
  for (let some = atOnce; some === atOnce && !isStopped(); removed += some) {
    if (removed > 0) await wait(pause)
    some = await database.db.transaction().execute((trx) => pruneAudit(trx, before, atOnce))
  }
  await inTransaction(database, system, async (write) =>
    audit(write, {
      action: 'audit pruned',
      resource: 'audit',
      after: { before, rows: removed, ...(await chainStart(write.db)) },
    }),
  )
  return removed
}

/**
 * Removes the rows before a moment.
 * @returns how many; null where another process removes some just now.
 */
export const pruneBefore = (database: OpenDatabase, before: string): Promise<number | null> =>
  database.dialect.runAlone(database.db, place, () =>
    prune(database, before, { atOnce: 5_000, pause: 0, isStopped: () => false }),
  )

/**
 * Removes the rows of the days that lie as many milliseconds back as rows are kept: once a day, as days begin at midnight, UTC.
 * @returns how many.
 */
export async function pruneOld(
  database: OpenDatabase,
  keep: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const oldest = new Date(Math.max(0, nowOf(database.db).getTime() - keep))
  const before = `${oldest.toISOString().slice(0, 10)}T00:00:00.000Z`
  const removed = await database.dialect.runAlone(database.db, place, async () => {
    const first = await oldestSealed(database.scans)
    return first !== null && first < before ? prune(database, before, { ...besideRequests, isStopped }) : 0
  })
  return removed ?? 0
}

/** The background job that keeps the audit as long as it is wanted. */
export function createAuditPruner(
  database: OpenDatabase,
  keep: number,
  log: (error: unknown) => void,
): BackgroundJob {
  const job = createBackgroundJob(
    async () => {
      await pruneOld(database, keep, () => job.isStopped)
    },
    interval,
    log,
  )
  return job
}
