import type { IncomingMessage } from 'node:http'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { sendError } from './errors'

/** The methods of an address, and the configuration of its first route. */
interface KnownAddress {
  methods: Set<string>
  config: FastifyContextConfig
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The addresses of all routes so far. */
    knownAddresses: Map<string, KnownAddress>
  }
}

/** Stands for all methods that no address supports. */
const refused = 'TRACE'
const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', refused]

/**
 * Node accepts some thirty methods. A route for each of them at every address took 16 MB; so those that no address
 * supports become one before the router sees them.
 */
export function normalizeMethod(request: IncomingMessage): string {
  if (!all.includes(request.method ?? '')) request.method = refused
  return request.url ?? ''
}

/** Collects the methods of every address; depended on by all plugins with routes. */
export const routeMethods = fp(
  async (app: FastifyInstance) => {
    const known = new Map<string, KnownAddress>()
    app.decorate('knownAddresses', known)
    for (const method of all) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
    app.addHook('onRoute', ({ url, method, config }) => {
      const entry = known.get(url) ?? { methods: new Set(), config: config ?? {} }
      for (const name of [method].flat()) entry.methods.add(name)
      known.set(url, entry)
    })
  },
  { name: 'citygate-route-methods' },
)

/** Gives every address that has routes a 405 with `Allow` for the methods it lacks (TRUST-39). */
export const methodsNotAllowed = fp(
  async (app: FastifyInstance) => {
    for (const [url, { methods, config }] of [...app.knownAddresses]) {
      const missing = all.filter((method) => !methods.has(method))
      if (missing.length === 0) continue
      const allowed = [...methods].join(', ')
      app.route({
        method: missing,
        url,
        schema: { hide: true },
        config: {
          ...(config.public ? { public: true } : {}),
          ...(config.secretPath ? { secretPath: true } : {}),
        },
        handler: (_request, reply) => sendError(reply.header('allow', allowed), 405),
      })
    }
  },
  {
    name: 'citygate-methods-not-allowed',
    dependencies: [
      'citygate-route-methods',
      'citygate-api-document',
      'citygate-routes',
      'citygate-health',
      'citygate-pages',
    ],
  },
)
