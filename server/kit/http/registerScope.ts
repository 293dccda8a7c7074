import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Registers routes in a scope of their own, so that its hooks and parsers hold for them alone. It has a name, since
 * Fastify searches all loaded modules for the name of a plugin without one: that took a third of the start of a test.
 */
export const registerScope = async (
  app: FastifyInstance,
  name: string,
  plugin: (scope: FastifyInstance, options: object, done: () => void) => Promise<void> | void,
  prefix = '',
): Promise<void> => {
  await app.register(fp(plugin, { name, encapsulate: true }), { prefix })
}
