import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { SecretsOptions } from '../../kit/crypto/secrets'
import { createSecondFactors, type SecondFactorService } from '../../services/secondFactors'

declare module 'fastify' {
  interface FastifyInstance {
    secondFactors: SecondFactorService
  }
}

export const secondFactors = fp(
  async (app: FastifyInstance, { secrets }: SecretsOptions) => {
    app.decorate('secondFactors', createSecondFactors(app.database, secrets))
  },
  { name: 'citygate-second-factors', dependencies: ['citygate-database'] },
)
