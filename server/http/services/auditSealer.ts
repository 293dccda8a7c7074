import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { chainEnd, sealRows } from '../../db/auditChain'
import { isUniqueViolation } from '../../db/dialects'
import { createBackgroundJob } from '../../kit/backgroundJob'

/** Milliseconds between two looks for rows, and between two looks at all of them. */
const interval = 10_000
const wholeInterval = 3_600_000
/** Ids before the last sealed one that are looked at each time: rows are committed in another order than their ids. */
const overlap = 5_000
/** Milliseconds between two notes of the chain's end in the log, which stands elsewhere than the database. */
const noteInterval = 86_400_000

/** Seals the audit's rows while the server listens (AUD-1). */
export const auditSealer = fp(
  async (app: FastifyInstance) => {
    const { database, log } = app
    /** The highest id that is known to be sealed. */
    let highest = 0
    let wholeAt = -Infinity
    let notedAt = -Infinity
    const job = createBackgroundJob(
      async () => {
        const now = performance.now()
        const isWhole = now - wholeAt > wholeInterval
        if (isWhole) wholeAt = now
        let from = isWhole ? 0 : Math.max(0, highest - overlap)
        for (let isMore = true; isMore && !job.isStopped;) {
          const { sealed, last } = await sealRows(database, from)
          isMore = sealed > 0
          from = last
          highest = Math.max(highest, last)
        }
        if (now - notedAt > noteInterval) {
          const { position, hash } = await chainEnd(database.db)
          log.info({ position, hash }, 'the audit is sealed up to here')
          notedAt = now
        }
      },
      interval,
      (err) => {
        // Another process has sealed the same rows.
        if (!isUniqueViolation(err)) log.warn({ err }, 'the audit is not sealed')
      },
    )
    app.addHook('onListen', () => job.wake())
    app.addHook('onClose', () => job.stop())
  },
  { name: 'citygate-audit-sealer', dependencies: ['citygate-database'] },
)
