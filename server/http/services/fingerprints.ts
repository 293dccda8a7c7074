import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { SecretsOptions } from '../../kit/crypto/secrets'
import { createFingerprints, type Fingerprints } from '../../kit/http/idempotency'

declare module 'fastify' {
  interface FastifyInstance {
    fingerprints: Fingerprints
  }
}

export const fingerprints = fp(
  async (app: FastifyInstance, { secrets }: SecretsOptions) => {
    app.decorate('fingerprints', createFingerprints(secrets))
  },
  { name: 'citygate-fingerprints' },
)
