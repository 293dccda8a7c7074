import type { FastifyInstance } from 'fastify'
import { unauthorized } from '../kit/errors'

/** Bytes of a body from somebody who has not signed in: a few short fields. */
const maxPublicBody = 16_384

/**
 * Asks for a session on every route, unless the route's own configuration says `public` (TRUST-9). Unknown
 * addresses are answered as such; they tell nothing.
 */
export function authentication(app: FastifyInstance): void {
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
}

/** Makes the routes that a plugin adds by itself public; it has to be registered in a scope of its own. */
export function allPublic(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true }
  })
}
