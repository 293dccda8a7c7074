import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createAuditPruner } from '../../kit/write/auditRetention'

/** Removes what `AUDIT_KEEP` keeps no longer of the audit while the server listens (AUD-7). */
export const auditRetention = fp(
  async (app: FastifyInstance) => {
    const { database, log, config } = app
    if (config.auditKeep === null) return
    const pruner = createAuditPruner(database, config.auditKeep, (err) => {
      log.warn({ err }, 'the old part of the audit is not removed')
    })
    app.addHook('onListen', () => pruner.wake())
    app.addHook('onClose', () => pruner.stop())
  },
  { name: 'citygate-audit-retention', dependencies: ['citygate-configuration', 'citygate-database'] },
)
