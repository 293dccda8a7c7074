import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { BackgroundJob } from '../../kit/backgroundJob'
import { createErasureRunner } from '../../resources/erasures/run'

declare module 'fastify' {
  interface FastifyInstance {
    /** Goes on with erasures; woken when one is begun (resources/erasures/run.ts). */
    erasures: Pick<BackgroundJob, 'wake'>
  }
}

/** Erases the traces of contacts while the server listens. */
export const erasures = fp(
  async (app: FastifyInstance) => {
    const runner = createErasureRunner(app.database, (err) => {
      app.log.warn({ err }, 'a step of an erasure met an error')
    })
    app.decorate('erasures', runner)
    app.addHook('onListen', () => runner.wake())
    app.addHook('onClose', () => runner.stop())
  },
  { name: 'citygate-erasures', dependencies: ['citygate-database'] },
)
