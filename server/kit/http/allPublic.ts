import type { FastifyInstance } from 'fastify'

/** Makes the routes that a plugin adds by itself public; register the plugin in a scope of its own. */
export function allPublic(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true }
  })
}
