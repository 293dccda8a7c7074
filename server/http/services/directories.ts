import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { SecretsOptions } from '../../kit/crypto/secrets'
import { openDirectories, type Directories } from '../../ports/directory/open'

declare module 'fastify' {
  interface FastifyInstance {
    directories: Directories
  }
}

export const directories = fp(
  async (app: FastifyInstance, { secrets }: SecretsOptions) => {
    app.decorate('directories', openDirectories(app, secrets))
  },
  {
    name: 'citygate-directories',
    dependencies: ['citygate-configuration', 'citygate-database', 'citygate-outside'],
  },
)
