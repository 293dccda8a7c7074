import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tagsIn } from '../kit/http/entityTags'
import { linksSince } from '../kit/present/signedUrls'
import type { Secrets } from '../sessions/secrets'

/**
 * Has lists and details carry an ETag, and answers 304 to whoever has the answer already, by the one statement that
 * finds the session: the tag tells the state of all data, so that a record of anybody's, a right or a relation that
 * changes makes another one. It holds in one session, whose links it carries, until these are made anew, and for
 * one build of the server; nobody can make one up. Registered after the sessions are looked up.
 *
 * Answers stay `no-store`: what a browser itself kept would still be there after the session (TRUST-6). Programs that
 * keep answers in their memory ask with If-None-Match.
 */
export function tags(app: FastifyInstance, [{ key: secret }]: Secrets): void {
  const key = createHmac('sha256', secret).update('answer tags').digest()
  const build = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('base64url')
  const tagOf = ({ dataVersion, caller, raw }: FastifyRequest): string =>
    createHmac('sha256', key)
      .update([build, dataVersion, caller.sessionId, linksSince(), raw.url].join('\n'))
      .digest('base64url')
      .slice(0, 22)

  app.decorateRequest('tag', null)
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.tagged !== true) return
    const tag = (request.tag = tagOf(request))
    const known = tagsIn(request.headers['if-none-match']).find(
      (sent) => sent.replace(/^"(\d+\.)?/, '"') === `"${tag}"`,
    )
    if (known !== undefined)
      return reply
        .code(304)
        .headers({ etag: `W/${known}`, vary: 'accept-encoding' })
        .send()
  })
  app.addHook('onSend', async ({ tag }, reply) => {
    if (tag === null || reply.statusCode !== 200) return
    // A record's own version stands before it, where If-Match finds it.
    const version = String(reply.getHeader('etag') ?? '').replaceAll('"', '')
    void reply.header('etag', `W/"${version === '' ? '' : `${version}.`}${tag}"`)
  })
}
