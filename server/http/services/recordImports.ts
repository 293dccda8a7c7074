import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { BackgroundJob } from '../../kit/backgroundJob'
import { createImportRunner } from '../../resources/imports/records/run'

declare module 'fastify' {
  interface FastifyInstance {
    /** Stores imports of records; woken when one is begun (resources/imports/records/run.ts). */
    recordImports: Pick<BackgroundJob, 'wake'>
  }
}

/** Stores imports of records while the server listens, those that an earlier process has left as well. */
export const recordImports = fp(
  async (app: FastifyInstance) => {
    const runner = createImportRunner(app.database, (err) => {
      app.log.warn({ err }, 'a row of an import met an error')
    })
    app.decorate('recordImports', runner)
    app.addHook('onListen', () => runner.wake())
    app.addHook('onClose', () => runner.stop())
  },
  { name: 'citygate-record-imports', dependencies: ['citygate-database'] },
)
