import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { errorBody } from './errors'

/** `/healthz`: the process lives. `/readyz`: it can serve: the database answers and nobody has asked it to stop. */
export function health(app: FastifyInstance, isStopping: () => boolean): void {
  const open = { config: { public: true, anyHost: true }, schema: { hide: true }, logLevel: 'warn' } as const
  app.get('/healthz', open, () => ({ status: 'alive' }))
  app.get('/readyz', open, async (request, reply) => {
    if (isStopping()) return reply.code(503).send(errorBody(503, request.id, 'The server is stopping.'))
    try {
      await sql`select 1`.execute(app.database.db)
      return { status: 'ready' }
    } catch {
      return reply.code(503).send(errorBody(503, request.id, 'The database does not answer.'))
    }
  })
}
