import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { SecretsOptions } from '../../kit/crypto/secrets'
import { createSignedUrls, type SignedUrls } from '../../kit/present/signedUrls'

declare module 'fastify' {
  interface FastifyInstance {
    signedUrls: SignedUrls
  }
}

export const signedUrls = fp(
  async (app: FastifyInstance, { secrets }: SecretsOptions) => {
    app.decorate('signedUrls', createSignedUrls(secrets, app.database.clock))
  },
  { name: 'citygate-signed-urls', dependencies: ['citygate-database'] },
)
