import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { reads } from './requestSlot'
import { createTurnLimiter } from './turnLimiter'

/** Requests admitted in each turn of the event loop. */
const perTurn = 10

/**
 * Spreads requests that arrive at once over several turns of the event loop, sign-ins included, so that /healthz and
 * other public reads get in between.
 */
export const turnAdmission = fp(
  async (app: FastifyInstance) => {
    const pass = createTurnLimiter(perTurn)
    app.addHook('onRequest', async (request) => {
      const isPublicRead = request.routeOptions.config.public === true && reads(request)
      if (!isPublicRead && !request.is404) await pass()
    })
  },
  { name: 'citygate-turn-admission', dependencies: ['citygate-hosts'] },
)
