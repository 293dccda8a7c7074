import type { FastifyInstance } from 'fastify'
import { readRoutes, trashRoutes, writeRoutes } from '../kit/http/routes'
import { registerScope } from '../kit/http/registerScope'
import { notes } from './notes'

/** The notes of every kind of record (NOTE-1). */
export async function noteRoutes(app: FastifyInstance): Promise<void> {
  await registerScope(app, 'citygate-note-bodies', (scope, _options, done) => {
    // Clients may send the id of a bid as a number, as they received it.
    scope.addHook('preHandler', async ({ body }) => {
      if (
        typeof body === 'object' &&
        body !== null &&
        'object_id' in body &&
        Number.isInteger(body.object_id)
      )
        body.object_id = String(body.object_id)
    })
    readRoutes(scope, notes)
    writeRoutes(scope, notes)
    trashRoutes(scope, notes)
    done()
  })
}
