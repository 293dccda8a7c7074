/**
 * The Nylas API, version 3, as its vendor publishes it (https://developer.nylas.com/docs/reference/api/, and the
 * OpenAPI document at https://developer.nylas.com/_spec-files/nylas-api.yaml as of August 2026). Calls carry the API
 * key and name the account by its grant; every one of them goes through ports/outside.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { dayAt, daysFrom } from '../../../../src/contract/allDay'
import type { Person } from '../../../../src/contract/fields'
import type { NylasAccount } from '../../../config'
import { OutsideError, type ExternalSystems, type OutsideRequest } from '../../outside'
import type { Refusal } from '../../outside/faults'
import type { Attachment } from '../index'
import { headerName } from '../people'

/** The service's id of an account that it may access. */
export type Grant = string

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const id = Type.String({ minLength: 1, maxLength: 1_024 })
const text = maybe(Type.String())

const tokenAnswer = Type.Object({
  grant_id: Type.String({ minLength: 1, maxLength: 255 }),
  email: maybe(Type.String({ maxLength: 320 })),
  provider: maybe(Type.String({ maxLength: 50 })),
})
const calendarEntry = Type.Object({
  id,
  name: text,
  is_primary: maybe(Type.Boolean()),
  read_only: maybe(Type.Boolean()),
})
const calendarsAnswer = Type.Object({ data: Type.Array(calendarEntry), next_cursor: text })
export type NylasCalendar = Static<typeof calendarEntry>

const event = Type.Object({ id, updated_at: maybe(Type.Number()) })
const eventAnswer = Type.Object({ data: event })
export type NylasEvent = Static<typeof event>

const participant = Type.Object({ email: text, name: text })
const moment = Type.Number()
const eventDetails = Type.Object({
  id,
  calendar_id: text,
  title: text,
  description: text,
  status: text,
  updated_at: maybe(moment),
  participants: maybe(Type.Array(participant)),
  when: Type.Union([
    Type.Object({ start_time: moment, end_time: moment }),
    Type.Object({ time: moment }),
    Type.Object({ start_date: Type.String(), end_date: Type.String() }),
    Type.Object({ date: Type.String() }),
  ]),
})
const eventDetailsAnswer = Type.Object({ data: eventDetails })
export type EventDetails = Static<typeof eventDetails>
const changesAnswer = Type.Object({
  data: Type.Array(Type.Object({ id, updated_at: maybe(moment), status: text })),
  next_cursor: text,
})

const foldersAnswer = Type.Object({
  data: Type.Array(Type.Object({ id, name: text, attributes: maybe(Type.Array(Type.String())) })),
  next_cursor: text,
})
export type NylasFolder = Static<typeof foldersAnswer>['data'][number]
const datedAnswer = Type.Object({ data: Type.Array(Type.Object({ id, date: moment })), next_cursor: text })

const contactsAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      given_name: text,
      surname: text,
      emails: maybe(Type.Array(Type.Object({ email: text }))),
    }),
  ),
  next_cursor: text,
})
export type NylasContact = Static<typeof contactsAnswer>['data'][number]

const header = Type.Object({ name: Type.String(), value: Type.String() })
const sentAnswer = Type.Object({
  data: Type.Object({ id, date: maybe(Type.Number()), headers: maybe(Type.Array(header)) }),
})
export type NylasSentMessage = Static<typeof sentAnswer>['data']

const attachment = Type.Object({
  id: text,
  filename: text,
  content_type: text,
  size: maybe(Type.Number()),
  is_inline: maybe(Type.Boolean()),
  content_id: text,
})
const brief = Type.Object({
  id,
  subject: text,
  snippet: text,
  date: moment,
  unread: maybe(Type.Boolean()),
  folders: maybe(Type.Array(Type.String())),
  from: maybe(Type.Array(participant)),
  to: maybe(Type.Array(participant)),
  cc: maybe(Type.Array(participant)),
  bcc: maybe(Type.Array(participant)),
  attachments: maybe(Type.Array(attachment)),
  headers: maybe(Type.Array(header)),
})
const briefFields = Object.keys(brief.properties)
const briefAnswer = Type.Object({ data: brief })
export type NylasMessageSummary = Static<typeof brief>
const messageAnswer = Type.Object({ data: Type.Object({ ...brief.properties, body: text }) })
export type NylasMessage = Static<typeof messageAnswer>['data']
export type NylasParticipant = Static<typeof participant>

const grantAnswer = Type.Object({ data: Type.Object({ grant_status: text }) })
export type GrantStatus = 'valid' | 'expired' | 'gone'

const anyAnswer = Type.Object({})

/** An event as it is sent; moments are epoch seconds. */
export interface EventContent {
  title: string
  /** HTML. */
  description: string
  start: number
  end: number
  /** The times are days in UTC then, and the last day is the one before the end. */
  all_day: boolean
  participants: readonly Person[]
}

export interface MessageContent {
  to: readonly Person[]
  cc: readonly Person[]
  bcc: readonly Person[]
  subject: string
  /** HTML. */
  body: string
  /** The service's id of the answered message. */
  answers: string | null
  files: readonly FileContent[]
}
/** A file of a message as it is sent. */
interface FileContent extends Pick<Attachment, 'filename' | 'media_type' | 'size'> {
  read: () => Promise<Readable>
}

/** Entries of a page, the service's maximum. */
const pageSize = 200
/** Fewer messages: Exchange servers (EWS) give no more, and large pages are the first to be throttled. */
const messagePageSize = 50
/** Entries read of one list; the remaining, oldest ones are ignored. */
const maxEntries = 10_000

/**
 * Bytes of a message that is sent as JSON, its files in base64; a larger one is sent as a form
 * (https://developer.nylas.com/docs/v3/email/attachments/).
 */
const maxJsonBytes = 3_000_000
/** Bytes of a file that is read: no mailbox takes larger ones. */
const maxFileSize = 150_000_000
/** Calendars of one account; further ones are ignored. */
const maxCalendars = 200

/** The service's answer, where it was a refusal. */
export const errorResponseOf = (error: unknown): Refusal | null =>
  error instanceof OutsideError ? error.refusal : null

/** Refusals that are not about the requested object: wrong grant, timeout, or throttling. */
const passingRefusals = new Set([401, 403, 408, 425, 429])

/** Whether a repeated request would fail again: the object exists, and cannot be read. */
export const isUnreadable = (error: unknown): boolean => {
  const { status } = errorResponseOf(error) ?? { status: 0 }
  const isRefused = status >= 400 && status < 500 && !passingRefusals.has(status)
  return isRefused || (error instanceof OutsideError && error.isInvalidAnswer)
}

export type Nylas = ReturnType<typeof createNylas>

/** Connects to the service. */
export function createNylas({ origin, clientId, apiKey }: NylasAccount, outside: ExternalSystems) {
  const connection = outside.connect({
    key: 'mail',
    origins: [origin],
    limitsEach: true,
    // https://developer.nylas.com/docs/reference/api/applications/get_application/
    probe: async () => {
      await ask(anyAnswer, '/v3/applications')
    },
  })

  const authorization = { authorization: `Bearer ${apiKey}` }
  const ask = <T extends TSchema>(
    schema: T,
    path: string,
    { body, ...request }: Omit<OutsideRequest, 'body'> & { body?: object } = {},
  ): Promise<Static<T>> =>
    connection.json(schema, origin + path, {
      ...request,
      headers: {
        ...authorization,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...request.headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const at = (grant: Grant, path: string) => `/v3/grants/${encodeURIComponent(grant)}${path}`
  /** A list, page by page (https://developer.nylas.com/docs/reference/api/#pagination). */
  const pages = async <T>(
    schema: TSchema & { static: { data: T[]; next_cursor?: string | null } },
    path: string,
    query: Record<string, string>,
    size = pageSize,
  ): Promise<T[]> => {
    const all: T[] = []
    let cursor: string | null | undefined
    for (let page = 0; page === 0 || (cursor && page < maxEntries / size); page++) {
      const search = new URLSearchParams({ ...query, limit: String(size) })
      if (cursor) search.set('page_token', cursor)
      const answer: { data: T[]; next_cursor?: string | null } = await ask(
        schema,
        `${path}?${search.toString()}`,
      )
      all.push(...answer.data)
      cursor = answer.next_cursor
    }
    return all
  }
  const eventPath = (grant: Grant, event: string, calendar: string) =>
    at(grant, `/events/${encodeURIComponent(event)}?${calendarQuery(calendar)}`)

  return {
    /**
     * The address of the consent page: hosted authorization with PKCE. No refresh token is requested, since calls use
     * the API key (https://developer.nylas.com/docs/reference/api/authentication-apis/get_oauth2_flow/).
     * @param request with a `state` of at most 256 characters.
     */
    authorizationUrl: (request: { redirectUrl: string; state: string; verifier: string; email: string }) => {
      const url = new URL(`${origin}/v3/connect/auth`)
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: request.redirectUrl,
        response_type: 'code',
        access_type: 'online',
        state: request.state,
        login_hint: request.email,
        code_challenge: challengeFor(request.verifier),
        code_challenge_method: 'S256',
      }).toString()
      return url.href
    },

    /**
     * Exchanges a code for a grant
     * (https://developer.nylas.com/docs/reference/api/authentication-apis/exchange_oauth2_token/). The tokens that come
     * with it are neither used nor stored.
     */
    exchange: (request: { code: string; redirectUrl: string; verifier: string }) =>
      ask(tokenAnswer, '/v3/connect/token', {
        method: 'POST',
        body: {
          grant_type: 'authorization_code',
          client_id: clientId,
          client_secret: apiKey,
          code: request.code,
          redirect_uri: request.redirectUrl,
          code_verifier: request.verifier,
        },
      }),

    /**
     * The state of a grant (https://developer.nylas.com/docs/reference/api/manage-grants/get_grant_by_id/); that a
     * missing one is answered with 404 is assumed.
     * @throws OutsideError where it is unknown, such as for an API key that is not accepted.
     */
    standing: (grant: Grant): Promise<GrantStatus> =>
      ask(grantAnswer, at(grant, '')).then(
        ({ data }) => (data.grant_status === 'invalid' ? 'expired' : 'valid'),
        (error: unknown) => {
          if (errorResponseOf(error)?.status === 404) return 'gone'
          throw error
        },
      ),

    /** Revokes a grant (https://developer.nylas.com/docs/reference/api/manage-grants/delete_grant_by_id/). */
    revoke: async (grant: Grant): Promise<void> => {
      await ask(anyAnswer, at(grant, ''), { method: 'DELETE' }).catch(unless(404))
    },

    /** https://developer.nylas.com/docs/reference/api/calendar/get-all-calendars/ */
    calendars: async (grant: Grant): Promise<NylasCalendar[]> =>
      (await ask(calendarsAnswer, at(grant, `/calendars?limit=${maxCalendars}`))).data,

    /** https://developer.nylas.com/docs/reference/api/events/create-event/ */
    createEvent: async (grant: Grant, calendar: string, content: EventContent): Promise<NylasEvent> =>
      (
        await ask(eventAnswer, at(grant, `/events?${calendarQuery(calendar)}`), {
          method: 'POST',
          body: eventBody(content),
        })
      ).data,

    /** https://developer.nylas.com/docs/reference/api/events/put-events-id/ */
    updateEvent: async (
      grant: Grant,
      calendar: string,
      event: string,
      content: EventContent,
    ): Promise<NylasEvent> =>
      (
        await ask(eventAnswer, eventPath(grant, event, calendar), {
          method: 'PUT',
          body: eventBody(content),
        })
      ).data,

    /** https://developer.nylas.com/docs/reference/api/events/delete-events-id/; a missing one is no error. */
    removeEvent: async (grant: Grant, calendar: string, event: string): Promise<void> => {
      await ask(anyAnswer, eventPath(grant, event, calendar), { method: 'DELETE' }).catch(unless(404, 410))
    },

    /**
     * The events of a calendar changed after a moment, cancelled ones included; not every kind of mailbox supports
     * this (https://developer.nylas.com/docs/reference/api/events/get-all-events/).
     * @param from,until epoch seconds: of events in this time, at most a year.
     */
    changedEvents: (
      grant: Grant,
      calendar: string,
      { after, from, until }: { after: number; from: number; until: number },
    ) =>
      pages(changesAnswer, at(grant, '/events'), {
        calendar_id: calendar,
        updated_after: String(after),
        start: String(from),
        end: String(until),
        show_cancelled: 'true',
        select: 'id,updated_at,status',
      }),

    /** https://developer.nylas.com/docs/reference/api/events/get-events-id/; null for a missing one. */
    event: (grant: Grant, calendar: string, event: string): Promise<EventDetails | null> =>
      ask(
        eventDetailsAnswer,
        at(
          grant,
          `/events/${encodeURIComponent(event)}?${new URLSearchParams({ calendar_id: calendar }).toString()}`,
        ),
      ).then(({ data }) => data, nullFor(404, 410)),

    /** The address book (https://developer.nylas.com/docs/reference/api/contacts/list-contact/). */
    contacts: (grant: Grant): Promise<NylasContact[]> =>
      pages(contactsAnswer, at(grant, '/contacts'), {
        source: 'address_book',
        select: 'given_name,surname,emails',
      }),

    /** https://developer.nylas.com/docs/reference/api/folders/get-folder/ */
    folders: (grant: Grant): Promise<NylasFolder[]> => pages(foldersAnswer, at(grant, '/folders'), {}),

    /**
     * The messages of a folder after a moment, with id and moment only, since their texts may be long
     * (https://developer.nylas.com/docs/reference/api/messages/get-messages/).
     */
    messagesAfter: (grant: Grant, folder: string, after: number) =>
      pages(
        datedAnswer,
        at(grant, '/messages'),
        { in: folder, received_after: String(after), select: 'id,date' },
        messagePageSize,
      ),

    /** https://developer.nylas.com/docs/reference/api/messages/get-messages-id/; null for a missing one. */
    message: (grant: Grant, message: string): Promise<NylasMessage | null> =>
      ask(
        messageAnswer,
        at(grant, `/messages/${encodeURIComponent(message)}?fields=include_basic_headers`),
      ).then(({ data }) => data, nullFor(404, 410)),

    /** The same without its text. */
    messageInBrief: (grant: Grant, message: string): Promise<NylasMessageSummary | null> =>
      ask(
        briefAnswer,
        at(
          grant,
          `/messages/${encodeURIComponent(message)}?fields=include_basic_headers&select=${briefFields.join()}`,
        ),
      ).then(({ data }) => data, nullFor(404, 410)),

    /**
     * Sends a message, and returns it with its Message-ID
     * (https://developer.nylas.com/docs/reference/api/messages/send-message/).
     * @param key by which the service recognizes repetitions for an hour
     *   (https://developer.nylas.com/docs/v3/email/idempotent-send/).
     */
    send: async (
      grant: Grant,
      { to, cc, bcc, subject, body, answers, files }: MessageContent,
      key: string,
    ): Promise<NylasSentMessage> => {
      const message = {
        to: to.map(named),
        ...(cc.length > 0 && { cc: cc.map(named) }),
        ...(bcc.length > 0 && { bcc: bcc.map(named) }),
        subject,
        body,
        ...(answers === null ? {} : { reply_to_message_id: answers }),
      }
      const path = at(grant, '/messages/send?fields=include_basic_headers')
      const request = { method: 'POST', headers: { 'idempotency-key': key } }
      if (files.length === 0) return (await ask(sentAnswer, path, { ...request, body: message })).data
      const sent =
        base64Size(files) + Buffer.byteLength(JSON.stringify(message)) < maxJsonBytes
          ? {
              body: JSON.stringify({ ...message, attachments: await inBase64(files) }),
              type: 'application/json',
            }
          : formOf(message, files, key)
      const { data } = await connection.json(sentAnswer, origin + path, {
        ...request,
        headers: { ...request.headers, ...authorization, ...headersOf(sent) },
        body: sent.body,
        carriesFiles: true,
      })
      return data
    },

    /**
     * The content of a file of a message, as it comes; null where it is not there any more
     * (https://developer.nylas.com/docs/reference/api/attachments/get-attachments-id-download/).
     */
    attachment: (grant: Grant, message: string, file: string): Promise<Readable | null> => {
      const query = new URLSearchParams({ message_id: message })
      const path = at(grant, `/attachments/${encodeURIComponent(file)}/download?${query.toString()}`)
      return connection
        .download(origin + path, { headers: authorization }, maxFileSize)
        .catch(nullFor(404, 410))
    },
  }
}

/**
 * The challenge of a verifier (PKCE): as in the vendor's own libraries, the base64 of the digest's hexadecimal digits,
 * where RFC 7636 has that of its bytes (https://github.com/nylas/nylas-nodejs/blob/main/src/resources/auth.ts).
 */
export const challengeFor = (verifier: string): string =>
  Buffer.from(createHash('sha256').update(verifier).digest('hex')).toString('base64').replace(/=+$/, '')

/** In this calendar, with notifications to participants by the service. */
const calendarQuery = (calendar: string): string =>
  new URLSearchParams({ calendar_id: calendar, notify_participants: 'true' }).toString()

/** Bytes of a message as it is sent with its files, of which the length is known of a form alone. */
interface SentBody {
  body: string | AsyncIterable<Uint8Array>
  type: string
  length?: number
}
const headersOf = ({ type, length }: SentBody): Record<string, string> => ({
  'content-type': type,
  ...(length !== undefined && { 'content-length': String(length) }),
})

const base64Size = (files: readonly FileContent[]): number =>
  files.reduce((sum, { size }) => sum + 4 * Math.ceil(size / 3), 0)

const inBase64 = (files: readonly FileContent[]) =>
  Promise.all(
    files.map(async ({ filename, media_type, read }) => ({
      filename,
      content_type: media_type,
      content: (await buffer(await read())).toString('base64'),
    })),
  )

/**
 * A message with its files as a form, which is read while it is sent. The same message has the same boundary under the
 * same key: by its bytes, the service tells that it has sent it already.
 */
function formOf(message: object, files: readonly FileContent[], key: string): SentBody {
  const boundary = createHash('sha256').update(`form:${key}`).digest('hex')
  const begin = (name: string, rest = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const texts = {
    message: `${begin('message')}${JSON.stringify(message)}\r\n`,
    files: files.map(({ filename, media_type }, index) =>
      begin(`file${index}`, `; filename="${quotable(filename)}"\r\ncontent-type: ${media_type}`),
    ),
    end: `--${boundary}--\r\n`,
  }
  async function* body() {
    yield Buffer.from(texts.message)
    for (const [index, { read }] of files.entries()) {
      yield Buffer.from(texts.files[index] ?? '')
      yield* (await read()) as AsyncIterable<Buffer>
      yield Buffer.from('\r\n')
    }
    yield Buffer.from(texts.end)
  }
  const bytes = [texts.message, ...texts.files, texts.end].map((each) => Buffer.byteLength(each))
  return {
    body: body(),
    type: `multipart/form-data; boundary=${boundary}`,
    length: [...bytes, ...files.map(({ size }) => size + 2)].reduce((sum, each) => sum + each, 0),
  }
}

/** Escapes a file name for a multipart header as browsers do (WHATWG form-data). */
const quotable = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const named = (person: Person) => ({ email: person.email, name: headerName(person) })

/** The end of several days is the day after the last one, as in calendar files. */
const whenOf = ({ start, end, all_day }: Pick<EventContent, 'start' | 'end' | 'all_day'>) => {
  if (!all_day) return end > start ? { start_time: start, end_time: end } : { time: start }
  const { first, last } = daysFrom({ start, end })
  return first === last ? { date: first } : { start_date: first, end_date: dayAt(end) }
}

const eventBody = ({ title, description, participants, ...time }: EventContent) => ({
  title,
  description,
  when: whenOf(time),
  participants: participants.map(named),
})

/** Returns null for refusals with these statuses. */
const nullFor =
  (...statuses: number[]) =>
  (error: unknown): null => {
    unless(...statuses)(error)
    return null
  }

/** Ignores refusals with these statuses. */
const unless =
  (...statuses: number[]) =>
  (error: unknown): void => {
    if (!statuses.includes(errorResponseOf(error)?.status ?? 0)) throw error
  }
