import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../config'

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
  }
}

export interface ConfigurationOptions {
  config: Config
}

export const configuration = fp(
  async (app: FastifyInstance, { config }: ConfigurationOptions) => {
    app.decorate('config', config)
  },
  { name: 'citygate-configuration' },
)
