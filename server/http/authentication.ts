import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { secondFactorRequired } from '../../src/contract/secondFactorFields'
import type { Right } from '../../src/contract/roles'
import type { Caller } from '../kit/context'
import { ApiError, unauthorized } from '../kit/errors'
import { assertCallerHas } from '../kit/policy'
import { isApiToken } from '../services/sessions/apiTokens'
import { rightsOf } from './routeRights'
import { scopeOf, type RouteScope } from './tokenScopes'

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
    /** Answered to users who must have a second factor and have none: those by which it is set up (MFA-7). */
    beforeSecondFactor?: true
    /** What an API token needs for the route, as tokenScopes.ts derives it; undefined: none is accepted. */
    tokenScope?: RouteScope | undefined
    /** What a caller's role must allow, as routeRights.ts derives it (ROLE-2). */
    rights?: readonly Right[]
  }
}

/** Bytes of a body of an unauthenticated request: a few short fields. */
const maxPublicBody = 16_384

/** 403, which only programs get: an API token that is valid, but not for this. */
const insufficientScope = (detail: string): ApiError =>
  new ApiError(
    403,
    'insufficient_scope',
    detail,
    {},
    {
      'www-authenticate': 'Bearer error="insufficient_scope"',
    },
  )

/**
 * The caller of a request with an API token (TOKEN-2).
 * @throws ApiError 401 for a token that is not valid, 403 for a route that it is not for.
 */
async function authenticateToken(request: FastifyRequest, token: string) {
  const { caller, dataVersion, scopes } = await request.server.sessions.authenticateToken(token)
  const { tokenScope = 'none' } = request.routeOptions.config
  if (tokenScope === 'none') throw insufficientScope('API tokens are not accepted here. Sign in for this.')
  if (!scopes.includes(tokenScope)) throw insufficientScope(`The API token lacks the scope "${tokenScope}".`)
  return { caller, dataVersion }
}

/**
 * Refuses a session or an API token whose user must have a second factor and has none (MFA-7, MFA-11).
 * @throws ApiError 409, since browsers end sessions at 403.
 */
function requireSecondFactor({ caller, routeOptions }: FastifyRequest): void {
  if (!caller.lacksFactor || routeOptions.config.beforeSecondFactor) return
  throw new ApiError(409, secondFactorRequired, 'Your account must have a second factor. Set one up first.')
}

/**
 * Requires a session or an API token on every route, unless the route's own configuration says `public` (TRUST-9), and of
 * their users a second factor where they must have one, and the rights that the route needs. Unknown addresses get their 404; they reveal nothing.
 */
export const authentication = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      if (route.config?.public) route.bodyLimit ??= maxPublicBody
      else if (typeof route.method === 'string')
        route.config = {
          ...route.config,
          tokenScope: scopeOf(route.method, route.url),
          rights: rightsOf(route.method, route.url),
        }
    })
    app.decorateRequest('caller')
    app.decorateRequest('dataVersion')
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.public || request.is404) return
      const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
      if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw unauthorized()
      if (isApiToken(token)) {
        Object.assign(request, await authenticateToken(request, token))
      } else Object.assign(request, await app.sessions.authenticate(token))
      requireSecondFactor(request)
      for (const right of request.routeOptions.config.rights ?? []) assertCallerHas(request.caller, right)
    })
  },
  {
    name: 'citygate-authentication',
    dependencies: [
      'citygate-configuration',
      'citygate-sessions',
      'citygate-second-factors',
      'citygate-errors',
      'citygate-turn-admission',
    ],
  },
)
