import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Events } from '../../ports/events'
import { openEvents } from '../../ports/events/open'

declare module 'fastify' {
  interface FastifyInstance {
    events: Events
  }
}

export const events = fp(
  async (app: FastifyInstance) => {
    const log = (err: unknown) => app.log.warn({ err }, 'notices may be lost')
    app.decorate('events', await openEvents(app.config, app.database, log))
    app.addHook('onClose', () => app.events.close())
  },
  { name: 'citygate-events', dependencies: ['citygate-configuration', 'citygate-database'] },
)
