import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { etagsIn } from '../kit/http/etags'
import { linksSince } from '../kit/present/signedUrls'
import type { SecretsOptions } from '../kit/crypto/secrets'

declare module 'fastify' {
  interface FastifyRequest {
    /** Distinguishes this answer from others at its address; set where the route is `tagged`. */
    tag: string | null
  }
  interface FastifyContextConfig {
    /** Its answers depend on the data, the session and the address only: they have an ETag. */
    tagged?: true
  }
}

/**
 * Adds an ETag to lists and details, and answers 304 to a client that has the answer already, by the one statement that
 * finds the session: the tag stands for the state of all data, so that a change of any record, right or relation makes
 * a new one. It is valid in one session, whose signed links the answer contains, until these are renewed, and for one
 * build of the server; it cannot be forged.
 *
 * Answers stay `no-store`: a browser's own cache would outlive the session (TRUST-6). Programs that cache answers in
 * memory send If-None-Match.
 */
export const etag = fp(
  async (app: FastifyInstance, { secrets: [{ key: secret }] }: SecretsOptions) => {
    const key = createHmac('sha256', secret).update('answer tags').digest()
    const build = createHash('sha256')
      .update(readFileSync(fileURLToPath(import.meta.url)))
      .digest('base64url')
    const { database } = app
    const tagOf = ({ dataVersion, caller, raw }: FastifyRequest): string =>
      createHmac('sha256', key)
        .update([build, dataVersion, caller.sessionId, linksSince(database.clock), raw.url].join('\n'))
        .digest('base64url')
        .slice(0, 22)

    app.decorateRequest('tag', null)
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.config.tagged !== true) return
      const tag = (request.tag = tagOf(request))
      const known = etagsIn(request.headers['if-none-match']).find(
        (sent) => sent.replace(/^"(?:[^"]*\.)?/, '"') === `"${tag}"`,
      )
      if (known !== undefined)
        return reply
          .code(304)
          .headers({ etag: `W/${known}`, vary: 'accept-encoding' })
          .send()
    })
    app.addHook('onSend', async ({ tag }, reply) => {
      if (tag === null || reply.statusCode !== 200) return
      // Prefixed by the record's own version, where If-Match finds it.
      const version = String(reply.getHeader('etag') ?? '').replaceAll('"', '')
      void reply.header('etag', `W/"${version === '' ? '' : `${version}.`}${tag}"`)
    })
  },
  {
    name: 'citygate-etag',
    dependencies: ['citygate-database', 'citygate-authentication', 'citygate-response-headers'],
  },
)
