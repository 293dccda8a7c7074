import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Bureau } from '../../ports/bureau'
import { openBureau } from '../../ports/bureau/open'

declare module 'fastify' {
  interface FastifyInstance {
    bureau: Bureau
  }
}

export const bureau = fp(
  async (app: FastifyInstance) => {
    app.decorate('bureau', openBureau(app.config, app.outside))
  },
  { name: 'citygate-bureau', dependencies: ['citygate-configuration', 'citygate-outside'] },
)
