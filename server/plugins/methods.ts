import type { IncomingMessage } from 'node:http'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { errorBody } from './errors'

/** Stands for every method that no address answers. */
const refused = 'TRACE'
const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', refused]

/**
 * Node reads some thirty methods. Each address would need a route for every one of them, which took 16 MB; so those that
 * no address answers become one before the router sees them.
 */
export function oneForRefusedMethods(request: IncomingMessage): string {
  if (!all.includes(request.method ?? '')) request.method = refused
  return request.url ?? ''
}

/** Gives every address that has routes a 405 with `Allow` for the methods it lacks (TRUST-39). Registered first. */
export function methodsNotAllowed(app: FastifyInstance): { close(): void } {
  const known = new Map<string, { methods: Set<string>; config: FastifyContextConfig }>()
  let closed = false
  for (const method of all) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.addHook('onRoute', ({ url, method, config }) => {
    if (closed) return
    const entry = known.get(url) ?? { methods: new Set(), config: config ?? {} }
    for (const name of [method].flat()) entry.methods.add(name)
    known.set(url, entry)
  })
  return {
    close: () => {
      closed = true
      for (const [url, { methods, config }] of known) {
        const missing = all.filter((method) => !methods.has(method))
        if (missing.length === 0) continue
        app.route({
          method: missing,
          url,
          schema: { hide: true },
          config: {
            ...(config.public ? { public: true } : {}),
            ...(config.secretPath ? { secretPath: true } : {}),
          },
          handler: (request, reply) =>
            reply
              .code(405)
              .header('allow', [...methods].join(', '))
              .send(errorBody(405, request.id)),
        })
      }
    },
  }
}
