/** Webhooks of the service (https://developer.nylas.com/docs/v3/notifications/). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { FastifyInstance } from 'fastify'
import { mailWebhookPath } from '../../../../src/contract/mail'
import { ApiError, invalidParameter } from '../../../kit/errors'
import { failures } from '../../../kit/http/documentation'
import { single } from '../../../kit/read/query'
import { registerScope } from '../../../kit/http/registerScope'
import type { ChangedObject } from './accountSync'
import { route } from '../../../kit/http/route'

/** The service's maximum: longer texts are left out. */
const maxBytes = 1_048_576

const notice = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  type: Type.String(),
  data: Type.Object({
    object: Type.Object({
      grant_id: Type.String({ minLength: 1, maxLength: 255 }),
      id: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })),
      calendar_id: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })),
    }),
  }),
})

/** A webhook: its grant and its object; null: the account as a whole. */
export interface WebhookNotification {
  id: string
  grant: string
  changedObject: ChangedObject | null
}

const open = { public: true } as const
const challengeDocument = {
  tags: ['Mail'],
  summary: 'Show the mail service that this address is ours',
  querystring: Type.Object({ challenge: Type.String() }),
  response: {
    200: { description: 'The challenge.', content: { 'text/plain': { schema: Type.String() } } },
    ...failures(400),
  },
}
const noticeDocument = {
  tags: ['Mail'],
  summary: 'Take what the mail service tells of changes',
  headers: Type.Object({
    'x-nylas-signature': Type.Optional(
      Type.String({ description: 'HMAC-SHA256 of the body by MAIL_WEBHOOK_SECRET, in hexadecimal digits.' }),
    ),
  }),
  response: { 200: Type.Null({ description: 'Taken, or of no interest.' }), ...failures(401) },
}

/**
 * Verifies the address for the service by returning its challenge, and receives its signed webhooks. Their content is
 * used only to find out what to synchronize.
 * @param secret null: no webhook is trusted.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  secret: string | null,
  enqueue: (notification: WebhookNotification) => Promise<void>,
): Promise<void> {
  await registerScope(app, 'citygate-mail-webhook', (scope, _options, done) => {
    // The signature covers the raw bytes.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )

    route(scope, {
      method: 'GET',
      path: mailWebhookPath,
      config: { ...open, anyParameters: true },
      document: challengeDocument,
      handler: async ({ query }, reply) => {
        const challenge = single(query, 'challenge') ?? ''
        if (!/^[\w.~-]{1,255}$/.test(challenge)) throw invalidParameter('challenge', 'Must be a challenge.')
        return reply.type('text/plain; charset=utf-8').send(challenge)
      },
    })

    const options = { config: open, bodyLimit: maxBytes, schema: noticeDocument }
    scope.post(mailWebhookPath, options, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSigned(body, request.headers['x-nylas-signature'], secret))
        throw new ApiError(401, 'unauthorized', 'The signature is not right.')
      const notification = read(body)
      if (notification) await enqueue(notification)
      return reply.code(200).send()
    })
    done()
  })
}

function isSigned(body: Buffer, signature: string | string[] | undefined, secret: string | null): boolean {
  if (secret === null || typeof signature !== 'string') return false
  const right = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The content of a webhook; null for an irrelevant or an invalid one. */
function read(body: Buffer): WebhookNotification | null {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
  if (!Value.Check(notice, value)) return null
  const { id, type, data } = value
  const { grant_id: grant, id: remote, calendar_id: calendar = null } = data.object
  if (type === 'grant.expired' || type === 'grant.deleted') return { id, grant, changedObject: null }
  const [kind, what = ''] = type.split('.')
  const isChange = ['created', 'updated', 'deleted'].includes(what)
  if ((kind !== 'event' && kind !== 'message') || !isChange || remote === undefined) return null
  return { id, grant, changedObject: { kind, remote, calendar } }
}
