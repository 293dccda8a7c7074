import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { BackgroundJob } from '../../kit/backgroundJob'
import { createBulkRunner } from '../../kit/bulk/run'

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs the changes of many records; woken when one is begun (kit/bulk/run.ts). */
    bulkChanges: Pick<BackgroundJob, 'wake'>
  }
}

/** Runs changes of many records while the server listens, those that an earlier process has left as well. */
export const bulkChanges = fp(
  async (app: FastifyInstance) => {
    const runner = createBulkRunner(app.database, (err) => {
      app.log.warn({ err }, 'a record of a bulk change met an error')
    })
    app.decorate('bulkChanges', runner)
    app.addHook('onListen', () => runner.wake())
    app.addHook('onClose', () => runner.stop())
  },
  { name: 'citygate-bulk-changes', dependencies: ['citygate-database'] },
)
