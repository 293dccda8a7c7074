import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { backupStatus, backupWarning } from '../db/backups'
import { clockSkewWarning, nowOf } from '../db/clock'
import type { OpenDatabase } from '../db/dialects'
import { sendError } from './errors'

/** Milliseconds for which a failed write counts if none has succeeded since. */
const memory = 60_000
const failedLately = ({ writing: { failedAt } }: OpenDatabase): boolean =>
  failedAt !== null && performance.now() - failedAt < memory

export interface HealthOptions {
  /** Whether a shutdown has begun. */
  isStopping?: (() => boolean) | undefined
}

/**
 * `/healthz`: the process runs. `/readyz`: it can serve: the database answers and no shutdown has begun. The status is
 * `degraded` where it reads but cannot write (TRUST-44), with warnings for operators and the moment of the last backup
 * (BACKUP-6).
 */
export const health = fp(
  async (app: FastifyInstance, { isStopping = () => false }: HealthOptions) => {
    const started = nowOf(app.database.db)
    const open = {
      config: { public: true, anyHost: true },
      schema: { hide: true },
      logLevel: 'warn',
    } as const
    app.get('/healthz', open, () => ({ status: 'alive' }))
    app.get('/readyz', open, async (_request, reply) => {
      if (isStopping()) return sendError(reply, 503, 'The server is stopping.')
      try {
        await sql`select 1`.execute(app.database.db)
        const difference = clockSkewWarning(app.database.clock)
        const backups = await backupStatus(app.database)
        const backupFault = backupWarning(app.database.db, backups, app.config.backups, started)
        const faults = [
          ...(failedLately(app.database) ? ['the database cannot write'] : []),
          ...((await app.isDiskLow()) ? ['the disk of DATA_DIR is nearly full'] : []),
        ]
        return {
          status: faults.length > 0 ? 'degraded' : 'ready',
          warnings: [...faults, ...[difference, backupFault].filter((warning) => warning !== null)],
          last_backup: backups.lastSuccess?.at ?? null,
        }
      } catch {
        return sendError(reply, 503, 'The database does not answer.')
      }
    })
  },
  {
    name: 'citygate-health',
    dependencies: ['citygate-database', 'citygate-disk-reserve', 'citygate-route-methods'],
  },
)
