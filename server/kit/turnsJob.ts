import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OpenDatabase } from '../db/dialects'
import { createBackgroundJob, type BackgroundJob } from './backgroundJob'

/** Milliseconds between looks at work that other processes have left. */
const interval = 15_000

interface TurnsJob<Work extends { id: number }> {
  /** Number of this kind of work among those that processes do alone. */
  place: number
  /** The work that is under way, in its order. */
  underWay: () => Promise<readonly Work[]>
  /** Does some of it, or ends it. */
  runSome: (work: Work) => Promise<void>
  log: (error: unknown) => void
}

/**
 * Goes on with long work that users have begun, a portion of each in its turn, until none is under way: at each wake, and at
 * intervals with what other processes have left. Each piece of work is done by one process at a time.
 */
export function createTurnsJob<Work extends { id: number }>(
  { db, dialect }: OpenDatabase,
  { place, underWay, runSome, log }: TurnsJob<Work>,
): BackgroundJob {
  const job = createBackgroundJob(
    async () => {
      for (;;) {
        let isIdle = true
        for (const work of await underWay()) {
          if (job.isStopped) return
          // Null where another process is at it.
          const isAtIt = await dialect
            .runAlone(db, { kind: place, id: work.id }, () => runSome(work))
            .catch((error: unknown) => {
              // Others go on; this one is tried again at the next look.
              log(error)
              return null
            })
          if (isAtIt !== null) isIdle = false
          await nextTurn()
        }
        if (isIdle) return
      }
    },
    interval,
    log,
  )
  return job
}
