import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { isEncrypted } from '../config'

/** Browsers use TLS only for a year. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000' }

/** Headers of every answer; it is not stored, unless its route says otherwise. */
export const responseHeaders = fp(
  async (app: FastifyInstance) => {
    const { mapTiles, publicUrl } = app.config
    app.addHook('onSend', async (request, reply) => {
      void reply.headers({
        'x-request-id': request.id,
        'x-content-type-options': 'nosniff',
        // Map servers refuse requests without the site for which tiles are loaded; only the origin is sent.
        'referrer-policy': mapTiles === null ? 'same-origin' : 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        ...(isEncrypted(publicUrl) ? strictTransport : {}),
      })
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    })
  },
  { name: 'citygate-response-headers', dependencies: ['citygate-configuration'] },
)
