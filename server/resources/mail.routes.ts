import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { ListAnswer, Person } from '../../src/contract/kit'
import {
  calendarsPath,
  mailCallbackPath,
  mailMarkers,
  mailRedirectPath,
  messageRequest,
  type Calendar,
  type MailRedirect,
} from '../../src/contract/mail'
import { inputSchema, schemaName } from '../../src/contract/schema'
import { problems } from '../../src/contract/problems'
import type { Tables } from '../db/tables'
import { byCaller, inTransaction } from '../kit/context'
import { documentRoute, documents, failures } from '../kit/http/documentation'
import { ApiError, invalidFields, invalidParameter, notFound } from '../kit/errors'
import { parseInput } from '../kit/input'
import { originOf } from '../kit/http/origin'
import { single } from '../kit/read/query'
import { readOne, readRoutes, toId, trashRoutes } from '../kit/http/routes'
import { deleteRecord, storeChange } from '../kit/write/write'
import { accountOf, senderOf } from '../ports/mail/accounts'
import type { Answered } from '../ports/mail'
import { completePeople } from '../ports/mail/participants'
import { messages } from './messages'
import { profiles } from './profiles'
import { sendLetter, sendingDocument } from './sendLetter'

type Query = { Querystring: Record<string, unknown> }
type ById = { Params: { id: string } }

/** Longer addresses would not fit into the state that carries them. */
const maxRedirectLength = 2_000

const redirectAnswer = Type.Object({
  url: Type.String({ description: 'Where the browser asks for consent.' }),
})
const calendar = Type.Object({
  id: Type.String(),
  name: Type.String(),
  is_default: Type.Boolean({ description: 'The one that is preselected.' }),
})
const calendarsAnswer = Type.Object({ count: Type.Integer(), results: Type.Array(calendar) })

const redirectDocument = documentRoute('Mail', 'Ask where to connect a mail account', redirectAnswer)
const callbackDocument = documentRoute(
  'Mail',
  'Exchange the code of a consent',
  Type.Ref(schemaName(profiles.contract)),
)
const calendarsDocument = documentRoute('Mail', 'List the calendars of the account', calendarsAnswer)
const sendDocument = {
  ...sendingDocument,
  summary: 'Send a message',
  body: inputSchema(messageRequest.fields, 'create'),
}

/** Connecting a mail account, its calendars, and its messages (SETUP-4, MSG-1). */
export function mailRoutes(app: FastifyInstance): void {
  const { db } = app.database

  app.get<Query>(
    mailRedirectPath,
    {
      schema: {
        ...redirectDocument,
        response: { ...redirectDocument.response, ...failures(409) },
        querystring: Type.Object({
          redirect_url: Type.String({ description: 'Where the browser comes back to; of the same origin.' }),
        }),
      },
    },
    async (request): Promise<MailRedirect> => {
      const { caller, query } = request
      const origin = originOf(request)
      const redirectUrl = sameOriginUrl(single(query, 'redirect_url'), origin)
      const { person } = await accountOf(db, caller.id)
      if (!person) throw new ApiError(409, 'refused', 'Your user has no email, and so no mail account.')
      const url = await app.mail.provider.authorizationUrl({
        userId: caller.id,
        sessionId: caller.sessionId,
        redirectUrl,
        email: person.email,
        origin,
      })
      return { url }
    },
  )

  app.get<Query>(
    mailCallbackPath,
    {
      schema: {
        ...callbackDocument,
        response: { ...callbackDocument.response, ...failures(404, 502, 504) },
        querystring: Type.Object({
          code: Type.String({
            description: 'As the browser brings it back from the consent; good for once.',
          }),
          state: Type.Optional(
            Type.String({ description: 'As the browser brings it back beside the code.' }),
          ),
        }),
      },
    },
    async (request) => {
      const { caller, query } = request
      const code = single(query, 'code') ?? ''
      if (code === '') throw invalidFields({ code: problems.required })
      const { profile } = await accountOf(db, caller.id)
      if (profile === null) throw notFound(profiles.contract.title)
      // Others read meanwhile: the service may take its time.
      request.place.done()
      const connect = await app.mail.provider.exchange({
        code,
        state: single(query, 'state') || null,
        userId: caller.id,
        sessionId: caller.sessionId,
      })
      await inTransaction(app.database, byCaller(request), async (write) => {
        const mail_address = await connect(write)
        await storeChange(write, profiles, profile, {
          nylas_access_token: mailMarkers.connected,
          mail_address,
        })
      })
      return readOne(app, profiles, profile, request)
    },
  )

  app.get(
    calendarsPath,
    {
      schema: {
        ...calendarsDocument,
        response: {
          ...calendarsDocument.response,
          ...(app.mail.provider.elsewhere && failures(409, 502, 504)),
        },
      },
    },
    async ({ caller, place }): Promise<ListAnswer<Calendar>> => {
      place.done()
      const results = await app.mail.provider.calendars(caller.id)
      return { count: results.length, results }
    },
  )

  app.post<Query>(messageRequest.path, { schema: sendDocument }, async (request, reply) => {
    const { to, subject, text, in_reply_to } = parseInput(messageRequest.fields, request.body, 'create')
    const recipients = await completePeople(db, 'to', to as Person[])
    const from = await senderOf(db, request.caller.id)
    const letter = {
      sender: request.caller.id,
      from,
      to: recipients,
      subject: String(subject),
      text: String(text),
    }
    return sendLetter(app, request, reply, async () => ({
      ...letter,
      answered: await answeredBy(db, letter.sender, in_reply_to as string | null),
    }))
  })

  readRoutes(app, messages)
  trashRoutes(app, messages)
  const one = `${messages.contract.path}:id/`
  const { is_read } = messages.contract.fields

  app.patch<ById>(
    one,
    {
      schema: {
        ...documents.change(messages, true),
        summary: 'Mark as read or unread: Message',
        body: Type.Object({ is_read: Type.Optional(Type.Boolean()) }),
      },
    },
    async (request) => {
      const id = toId(messages, request.params.id)
      const changes = parseInput(is_read ? { is_read } : {}, request.body, 'patch')
      await inTransaction(app.database, byCaller(request), (write) =>
        storeChange(write, messages, id, changes),
      )
      return readOne(app, messages, id, request)
    },
  )

  app.delete<ById>(one, { schema: documents.remove(messages) }, async (request, reply) => {
    const id = toId(messages, request.params.id)
    await inTransaction(app.database, byCaller(request), (write) => deleteRecord(write, messages, id, null))
    return reply.code(204).send()
  })
}

/**
 * An address of this application, for the browser to come back to.
 * @throws ApiError 400 for any other.
 */
function sameOriginUrl(text: string | undefined, origin: string): string {
  if (text === undefined || text === '') throw invalidParameter('redirect_url', problems.required)
  const url = text.length <= maxRedirectLength && URL.canParse(text, origin) ? new URL(text, origin) : null
  if (url?.origin !== origin || url.username !== '' || url.password !== '')
    throw invalidParameter('redirect_url', 'Must be an address of this application.')
  return url.href
}

/**
 * The message of somebody's mailbox that another one answers; null for one that answers none.
 * @throws ApiError 400 where no message of that mailbox has the Message-ID.
 */
async function answeredBy(
  db: Kysely<Tables>,
  owner: number,
  messageId: string | null | undefined,
): Promise<Answered | null> {
  if (!messageId) return null
  const answered = await db
    .selectFrom('messages')
    .select(['message_id', 'thread'])
    .where('owner', '=', owner)
    .where('message_id', '=', messageId)
    .limit(1)
    .executeTakeFirst()
  if (!answered) throw invalidFields({ in_reply_to: 'Choose one of your messages.' })
  return answered
}
