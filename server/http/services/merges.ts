import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { BackgroundJob } from '../../kit/backgroundJob'
import { createPairFinder } from '../../resources/duplicatePairs'
import { createMergeRunner } from '../../resources/merges/run'

declare module 'fastify' {
  interface FastifyInstance {
    /** Goes on with merges; woken when one is begun (resources/merges/run.ts). */
    merges: Pick<BackgroundJob, 'wake'>
  }
}

/** Compares records with each other, and merges them, while the server listens. */
export const merges = fp(
  async (app: FastifyInstance) => {
    const runner = createMergeRunner(app.database, (err) => {
      app.log.warn({ err }, 'a step of a merge met an error')
    })
    const finder = createPairFinder(app.database, (err) => {
      app.log.warn({ err }, 'records were not compared')
    })
    app.decorate('merges', runner)
    for (const job of [runner, finder]) {
      app.addHook('onListen', () => job.wake())
      app.addHook('onClose', () => job.stop())
    }
  },
  { name: 'citygate-merges', dependencies: ['citygate-database'] },
)
