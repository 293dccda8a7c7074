import multipart from '@fastify/multipart'
import { Type, type TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { contract } from '../../src/contract'
import { fileTooLarge } from '../../src/contract/files'
import type { ListAnswer } from '../../src/contract/answers'
import type { Person } from '../../src/contract/fields'
import {
  calendarsPath,
  mailCallbackPath,
  mailMarkers,
  mailRedirectPath,
  messageRequest,
  type Calendar,
  type MailRedirect,
} from '../../src/contract/mail'
import {
  attachedTooLarge,
  maxAttachedBytes,
  maxAttachments,
  tooManyAttached,
} from '../../src/contract/messageAttachments'
import { inputSchema, schemaName } from '../../src/contract/schema'
import { problems } from '../../src/contract/problems'
import { lineFrom } from '../../src/contract/textRules'
import type { Tables } from '../db/tables'
import { writerFromRequest, inTransaction } from '../kit/context'
import { documentRoute, documents, failures } from '../kit/http/documentation'
import { ApiError, invalidFields, invalidParameter, notFound } from '../kit/errors'
import { parseInput } from '../kit/input'
import { originOf } from '../kit/http/origin'
import { parseExpand, single, type Query } from '../kit/read/query'
import { readOne, readRoutes, sendCreated, toId, trashRoutes } from '../kit/http/routes'
import { deleteRecord } from '../kit/write/remove'
import { updateFromValues } from '../kit/write/update'
import { runInSlot } from '../kit/admission/requestSlot'
import { readJsonBody } from '../kit/http/jsonBody'
import { registerScope } from '../kit/http/registerScope'
import { accountOf, senderOf } from '../ports/mail/accounts'
import type { RepliedMessage, Attachment } from '../ports/mail'
import { completePeople } from '../ports/mail/participants'
import { without } from '../ports/mail/people'
import { contentRoute } from './content.routes'
import { messageAttachments } from './messageAttachments'
import { messages } from './messages'
import { profiles } from './profiles'
import { sendMessage, sendingDocument } from './sendMessage'
import { deleteContent, writeOrDeleteContents, receiveUploads, sentFileOf, type Upload } from './uploads'
import { route } from '../kit/http/route'

/** Longer addresses would not fit into the state parameter. */
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
const message = inputSchema(messageRequest.fields, 'create')
const sendDocument = {
  ...sendingDocument,
  summary: 'Send a message',
  body: {
    content: {
      'application/json': { schema: message },
      'multipart/form-data': {
        schema: Type.Object({
          message,
          files: Type.Optional(
            Type.Array(Type.String({ format: 'binary' }), {
              maxItems: maxAttachments,
              description: 'Files of at most 5,000,000 bytes each and 10,000,000 together.',
            }),
          ),
        }),
        encoding: { message: { contentType: 'application/json' } },
      },
    },
  } as unknown as TSchema,
  response: { ...sendingDocument.response, ...failures(413, 415, 507) },
}

/** Connecting a mail account, its calendars, and its messages (SETUP-4, MSG-1). */
export async function mailRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database

  route(app, {
    method: 'GET',
    path: mailRedirectPath,
    document: {
      ...redirectDocument,
      response: { ...redirectDocument.response, ...failures(409) },
      querystring: Type.Object({
        redirect_url: Type.String({ description: 'Where the browser comes back to; of the same origin.' }),
      }),
    },
    handler: async (request): Promise<MailRedirect> => {
      const { caller, query } = request
      const origin = originOf(request)
      const redirectUrl = sameOriginUrl(single(query, 'redirect_url'), origin)
      const { email } = await accountOf(db, caller.id)
      if (email === null)
        throw new ApiError(409, 'refused', 'Your user has no email, and so no mail account.')
      const url = await app.mail.provider.authorizationUrl({
        userId: caller.id,
        sessionId: caller.sessionId,
        redirectUrl,
        email,
        origin,
      })
      return { url }
    },
  })

  route(app, {
    method: 'GET',
    path: mailCallbackPath,
    config: { anyParameters: true },
    document: {
      ...callbackDocument,
      response: { ...callbackDocument.response, ...failures(404, 502, 504) },
      querystring: Type.Object({
        code: Type.String({
          description: 'As the browser brings it back from the consent; good for once.',
        }),
        state: Type.Optional(Type.String({ description: 'As the browser brings it back beside the code.' })),
      }),
    },
    handler: async (request) => {
      const { caller, query } = request
      const code = single(query, 'code') ?? ''
      if (code === '') throw invalidFields({ code: problems.required })
      const { profile } = await accountOf(db, caller.id)
      if (profile === null) throw notFound(profiles.contract.title)
      // Releases the slot: the service may take long.
      request.slot.releaseUnlessStreaming()
      const connect = await app.mail.provider.exchange({
        code,
        state: single(query, 'state') || null,
        userId: caller.id,
        sessionId: caller.sessionId,
      })
      await inTransaction(app.database, writerFromRequest(request), async (write) => {
        const mail_address = await connect(write)
        await updateFromValues(write, profiles, profile, {
          nylas_access_token: mailMarkers.connected,
          mail_address,
        })
      })
      return readOne(app, profiles, profile, request)
    },
  })

  route(app, {
    method: 'GET',
    path: calendarsPath,
    document: {
      ...calendarsDocument,
      response: {
        ...calendarsDocument.response,
        ...(app.mail.provider.externalCalendar && failures(409, 502, 504)),
      },
    },
    handler: async ({ caller, slot }): Promise<ListAnswer<Calendar>> => {
      slot.releaseUnlessStreaming()
      const results = await app.mail.provider.calendars(caller.id)
      return { count: results.length, results }
    },
  })

  await registerScope(app, 'citygate-message-files', async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    route(scope, {
      method: 'POST',
      path: messageRequest.path,
      config: { acquiresOwnSlot: true },
      document: sendDocument,
      handler: (request, reply) => {
        if (!request.isMultipart()) return runInSlot(request, 'write', () => send(request, reply, []))
        return runInSlot(request, 'upload', async () => {
          const { body, files } = await receiveMessage(request)
          request.body = body
          request.sentFile = files.map(sentFileOf)
          return runInSlot(request, 'write', () => send(request, reply, files))
        })
      },
    })
  })

  async function send(
    request: FastifyRequest<Query>,
    reply: FastifyReply,
    files: readonly Upload[],
  ): Promise<FastifyReply> {
    const answer = await writeOrDeleteContents(request, files, async () => {
      const { to, cc, bcc, subject, text, in_reply_to } = await parseInput(
        messageRequest.fields,
        request.body,
        'create',
      )
      const recipients = await recipientsOf(db, { to, cc, bcc })
      const outgoing = {
        sender: request.caller.id,
        from: await senderOf(db, request.caller.id),
        ...recipients,
        subject,
        text,
        attachments: files.map(attachmentOf),
      }
      return sendMessage(app, request, async () => ({
        ...outgoing,
        answered: await answeredBy(db, outgoing.sender, in_reply_to),
      }))
    })
    return sendCreated(request, reply, messages, answer)
  }

  readRoutes(app, messages)
  trashRoutes(app, messages)
  readRoutes(app, messageAttachments)
  contentRoute(app, {
    resource: messageAttachments,
    field: 'file',
    summary: 'Read the content of a file of a message',
    isShared: async (id) =>
      (await db
        .selectFrom('message_attachments')
        .innerJoin('messages', 'messages.id', 'message_attachments.message')
        .select('messages.id')
        .where('message_attachments.id', '=', id)
        .where('message_attachments.deleted_at', 'is', null)
        .where('messages.deleted_at', 'is', null)
        .where('messages.is_shared', '=', true)
        .executeTakeFirst()) !== undefined,
    find: async (id) => {
      const row = await db
        .selectFrom('message_attachments')
        .select(['owner', 'message', 'filename', 'size', 'storage_key', 'remote_id as remote'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) return null
      const { owner, message, filename, size, storage_key, remote } = row
      if (storage_key !== null) return { content: storage_key, filename, size }
      // The size reported by the mail service may be that of the encoded content.
      return remote === null
        ? null
        : { content: () => app.mail.provider.attachment({ owner, message, remote }), filename, size: null }
    },
    audited: 'read',
    ...(app.mail.provider.externalCalendar && { refusals: [409, 502, 504] }),
  })
  const one = `${messages.contract.path}:id/`
  const { is_read, is_shared } = contract.messages.fields

  route(app, {
    method: 'PATCH',
    path: one,
    document: {
      ...documents.change(messages, true),
      summary: 'Mark as read or unread, or share: Message',
      body: Type.Object({
        is_read: Type.Optional(Type.Boolean()),
        is_shared: Type.Optional(
          Type.Boolean({
            description:
              'Whether all users read it, with its files and all its recipients, in the timelines of the contacts that it names.',
          }),
        ),
      }),
    },
    handler: async (request) => {
      const expand = parseExpand(messages.contract, request.query)
      const id = toId(messages, request.params.id)
      const changes = await parseInput({ is_read, is_shared }, request.body, 'patch', undefined, [
        ...Object.keys(messages.contract.fields),
        'body',
      ])
      await inTransaction(app.database, writerFromRequest(request), (write) =>
        updateFromValues(write, messages, id, changes),
      )
      return readOne(app, messages, id, request, expand)
    },
  })

  route(app, {
    method: 'DELETE',
    path: one,
    document: documents.remove(messages),
    handler: async (request, reply) => {
      const id = toId(messages, request.params.id)
      await inTransaction(app.database, writerFromRequest(request), (write) =>
        deleteRecord(write, messages, id, null),
      )
      return reply.code(204).send()
    },
  })
}

/** Bytes of a message that comes with files, without those. */
const maxMessageBytes = 1_048_576

/** Receives a message with its files; the message is the text of a JSON body. */
async function receiveMessage(request: FastifyRequest): Promise<{ body: unknown; files: Upload[] }> {
  const { form } = messageRequest
  const refuse = (text: string) => invalidFields({ [form.file]: text })
  const { fields, files } = await receiveUploads(request, request.server.files, {
    field: form.file,
    tooLarge: () => tooLarge(fileTooLarge),
    most: maxAttachments,
    tooMany: () => refuse(tooManyAttached),
    together: { bytes: maxAttachedBytes, tooLarge: () => tooLarge(attachedTooLarge) },
    fieldSize: maxMessageBytes,
  })
  try {
    const { [form.message]: message, ...others } = fields
    const [unknown] = Object.keys(others)
    if (unknown !== undefined) throw invalidFields({ [unknown]: problems.unknownField })
    if (message === undefined) throw invalidFields({ [form.message]: problems.required })
    // A part that says that it is JSON has been read already.
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    return { body: readJsonBody(Buffer.from(text)), files }
  } catch (error) {
    for (const { key } of files) await deleteContent(request, request.server.files, key)
    throw error
  }
}

const tooLarge = (text: string) =>
  new ApiError(413, 'file_too_large', text, { fields: { [messageRequest.form.file]: text } })

/** The filename of an attachment that was sent without one. */
const unnamed = 'file'

/** A file as it goes with a message. */
function attachmentOf({ key, filename, mediaType: media_type, size, sha256 }: Upload): Attachment {
  // Browsers write quotation marks like this, and nothing else that a name may hold (HTML, multipart/form-data).
  const name = lineFrom((filename ?? '').replaceAll('%22', '"')) || unnamed
  const { max } = contract.messageAttachments.fields.filename
  if (name.length > max) throw invalidFields({ [messageRequest.form.file]: problems.tooLong(max) })
  return { key, filename: name, media_type, size, sha256 }
}

/** The recipients of a message, each once, where they are first named. */
async function recipientsOf(
  db: Kysely<Tables>,
  sent: Readonly<Record<'to' | 'cc' | 'bcc', Person[] | null>>,
): Promise<Record<'to' | 'cc' | 'bcc', Person[]>> {
  const people = async (field: keyof typeof sent) => completePeople(db, field, sent[field] ?? [])
  const to = await people('to')
  const cc = without(await people('cc'), to)
  return { to, cc, bcc: without(await people('bcc'), [...to, ...cc]) }
}

/**
 * An address of this application, to redirect the browser to.
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
 * The message of a user's mailbox that another one answers; null for one that answers none.
 * @throws ApiError 400 where no message of that mailbox has the Message-ID.
 */
async function answeredBy(
  db: Kysely<Tables>,
  owner: number,
  messageId: string | null | undefined,
): Promise<RepliedMessage | null> {
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
