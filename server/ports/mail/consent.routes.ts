import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nowOf } from '../../db/clock'
import { consentPath } from '../../../src/contract/mail'
import { errorSchema } from '../../../src/contract/schema'
import { personName } from '../../../src/contract/personName'
import { inTransaction } from '../../kit/context'
import { originOf } from '../../kit/http/origin'
import { single } from '../../kit/read/query'
import { errorsAsPages, sendPlainPage, takeForms } from '../../kit/http/plainPage'
import { registerScope } from '../../kit/http/registerScope'
import { accountOf } from './accounts'
import { consentPage, problemPage } from './consentPage'
import { recordConsent } from './grants'
import { connectionExpired, type ConnectionStates } from './states'
import { route } from '../../kit/http/route'

const open = { public: true } as const
const refusal = {
  description: 'The state is not of this server, has expired, or has been answered; a page for browsers.',
  content: {
    'application/json': { schema: Type.Ref(String(errorSchema.$id)) },
    'text/html': { schema: Type.String() },
  },
}
const stateText = Type.String({ description: 'As the address of the page carries it.' })
const askDocument = {
  tags: ['Mail'],
  summary: 'Ask for consent, on a page for people',
  querystring: Type.Object({ state: stateText }),
  response: {
    200: { description: 'The page.', content: { 'text/html': { schema: Type.String() } } },
    400: refusal,
  },
}
const answerDocument = {
  tags: ['Mail'],
  summary: 'Answer the consent page',
  consumes: ['application/x-www-form-urlencoded'],
  // A form without an action is sent to the address of its page.
  querystring: Type.Object({ state: Type.Optional(stateText) }),
  body: Type.Object({ state: stateText, answer: Type.Union([Type.Literal('allow'), Type.Literal('deny')]) }),
  response: {
    303: Type.Null({
      description: 'Back to where the state says, with `code` or with `error`, and `state`.',
    }),
    400: refusal,
  },
}

/**
 * The built-in provider's own page (SETUP-1): GET shows it for a state that this server has signed, POST takes the
 * answer and redirects the browser with a code, or with `error`.
 */
export async function consentRoutes(app: FastifyInstance, states: ConnectionStates): Promise<void> {
  await registerScope(app, 'citygate-consent-pages', (scope) => {
    takeForms(scope)
    errorsAsPages(scope, problemPage)
    route(scope, {
      method: 'GET',
      path: consentPath,
      config: open,
      document: askDocument,
      handler: async (request, reply) => {
        const state = single(request.query, 'state') ?? ''
        const { userId } = await readLive(app, states, state)
        const { username, email, person } = await accountOf(app.database.db, userId)
        if (email === null) throw connectionExpired()
        const installation = new URL(originOf(request)).host
        return sendPlainPage(
          reply,
          consentPage({
            name: person ? personName(person) : username,
            username,
            email,
            installation,
            state,
          }),
        )
      },
    })

    route(scope, {
      method: 'POST',
      path: consentPath,
      config: open,
      document: answerDocument,
      handler: async (request, reply) => {
        const { state, answer } = readForm(request)
        const consent = await readLive(app, states, state)
        const code = states.codeFor(state)
        await inTransaction(app.database, { actor: consent.userId, requestId: request.id }, (write) =>
          recordConsent(write, consent, code, answer === 'allow'),
        )
        const target = new URL(consent.redirectUrl)
        if (answer === 'allow') target.searchParams.set('code', code)
        else target.searchParams.set('error', 'access_denied')
        target.searchParams.set('state', state)
        return reply.redirect(target.href, 303)
      },
    })
  })
}

function readForm({ body }: FastifyRequest): { state: string; answer: 'allow' | 'deny' } {
  const { state, answer } = (body ?? {}) as Record<string, unknown>
  if (typeof state !== 'string' || (answer !== 'allow' && answer !== 'deny')) throw connectionExpired()
  return { state, answer }
}

/**
 * The request in a state, if its session is still active.
 * @throws ApiError 400.
 */
async function readLive({ database }: FastifyInstance, states: ConnectionStates, state: string) {
  const request = await states.read(state)
  const session = await database.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', request.sessionId)
    .where('users.id', '=', request.userId)
    .where('users.is_active', '=', true)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', nowOf(database.db).toISOString())
    .executeTakeFirst()
  if (!session) throw connectionExpired()
  return request
}
