import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { FileStore } from '../../ports/files'
import { openFileStore } from '../../ports/files/open'

declare module 'fastify' {
  interface FastifyInstance {
    files: FileStore
  }
}

export const files = fp(
  async (app: FastifyInstance) => {
    app.decorate('files', openFileStore(app.config, app.outside))
  },
  { name: 'citygate-files', dependencies: ['citygate-configuration', 'citygate-outside'] },
)
