import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Caller } from '../kit/context'
import { unauthorized } from '../kit/errors'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every route that is not public. */
    caller: Caller
    /** OpenDatabase.version before the answer was read; set with the caller. */
    dataVersion: string
  }
  interface FastifyContextConfig {
    /** Answered without a session; authentication.test.ts lists every such route of the API. */
    public?: true
  }
}

/** Bytes of a body of an unauthenticated request: a few short fields. */
const maxPublicBody = 16_384

/**
 * Requires a session on every route, unless the route's own configuration says `public` (TRUST-9). Unknown addresses
 * get their 404; they reveal nothing.
 */
export const authentication = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      if (route.config?.public) route.bodyLimit ??= maxPublicBody
    })
    app.decorateRequest('caller')
    app.decorateRequest('dataVersion')
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.public || request.is404) return
      const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
      if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw unauthorized()
      Object.assign(request, await app.sessions.authenticate(token))
    })
  },
  {
    name: 'citygate-authentication',
    dependencies: ['citygate-sessions', 'citygate-errors', 'citygate-turn-admission'],
  },
)
