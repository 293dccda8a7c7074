import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createSortKeyUpdater } from '../../kit/write/sortKeyUpdater'

/** Updates stale sort keys while the server listens; see kit/staleSortKeys.ts. */
export const sortKeys = fp(
  async (app: FastifyInstance) => {
    const updater = createSortKeyUpdater(app.database, (err) => {
      app.log.warn({ err }, 'stale sort keys were not updated')
    })
    app.addHook('onListen', () => updater.wake())
    app.addHook('onClose', () => updater.stop())
  },
  { name: 'citygate-sort-keys', dependencies: ['citygate-database'] },
)
