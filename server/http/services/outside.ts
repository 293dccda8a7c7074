import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createOutside, type ExternalSystems } from '../../ports/outside'

declare module 'fastify' {
  interface FastifyInstance {
    outside: ExternalSystems
  }
}

export interface OutsideOptions {
  /** Calls to external systems; by default those that the configuration allows. */
  outside?: ExternalSystems | undefined
}

export const outside = fp(
  async (app: FastifyInstance, { outside = createOutside(app.config) }: OutsideOptions) => {
    app.decorate('outside', outside)
    app.addHook('onClose', () => outside.close())
  },
  { name: 'citygate-outside', dependencies: ['citygate-configuration'] },
)
