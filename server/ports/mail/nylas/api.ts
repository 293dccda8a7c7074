/**
 * The Nylas API, version 3, as its vendor publishes it (https://developer.nylas.com/docs/reference/api/, and the
 * OpenAPI document at https://developer.nylas.com/_spec-files/nylas-api.yaml as of August 2026). Calls carry the API
 * key and name the account by its grant; every one of them goes through ports/outside.
 */
import { createHash } from 'node:crypto'
import { Type, type Static, type TSchema } from '@sinclair/typebox'
import type { Person } from '../../../../src/contract/kit'
import { personName } from '../../../../src/contract/personName'
import { OutsideError, type Outside, type OutsideRequest } from '../../outside'
import type { Refusal } from '../../outside/faults'

/** An application at the service, as its dashboard gives it out. */
export interface NylasAccount {
  /** https://api.us.nylas.com or https://api.eu.nylas.com: where the application is kept. */
  origin: string
  clientId: string
  apiKey: string
  /** With which it signs what it tells of changes; null: it does not tell, or is not believed. */
  webhookSecret: string | null
}

/** By what the service knows an account that it may be asked about. */
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
export type CalendarThere = Static<typeof calendarEntry>

const event = Type.Object({ id, updated_at: maybe(Type.Number()) })
const eventAnswer = Type.Object({ data: event })
export type EventThere = Static<typeof event>

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
export type FolderThere = Static<typeof foldersAnswer>['data'][number]
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
export type ContactThere = Static<typeof contactsAnswer>['data'][number]

const header = Type.Object({ name: Type.String(), value: Type.String() })
const sentAnswer = Type.Object({
  data: Type.Object({ id, date: maybe(Type.Number()), headers: maybe(Type.Array(header)) }),
})
export type SentThere = Static<typeof sentAnswer>['data']

const brief = Type.Object({
  id,
  subject: text,
  snippet: text,
  date: moment,
  unread: maybe(Type.Boolean()),
  folders: maybe(Type.Array(Type.String())),
  from: maybe(Type.Array(participant)),
  to: maybe(Type.Array(participant)),
  headers: maybe(Type.Array(header)),
})
const briefFields = Object.keys(brief.properties)
const briefAnswer = Type.Object({ data: brief })
export type BriefThere = Static<typeof brief>
const messageAnswer = Type.Object({ data: Type.Object({ ...brief.properties, body: text }) })
export type MessageThere = Static<typeof messageAnswer>['data']
export type ParticipantThere = Static<typeof participant>

const grantAnswer = Type.Object({ data: Type.Object({ grant_status: text }) })
export type Standing = 'valid' | 'expired' | 'gone'

const anyAnswer = Type.Object({})

/** An event as it is sent; moments are epoch seconds. */
export interface EventContent {
  title: string
  /** HTML. */
  description: string
  start: number
  end: number
  participants: readonly Person[]
}

export interface MessageContent {
  to: readonly Person[]
  subject: string
  /** HTML. */
  body: string
  /** The message there that it answers. */
  answers: string | null
}

/** Entries of a page, as many as the service gives. */
const pageSize = 200
/** Of messages fewer: Exchange servers (EWS) give no more, and large pages are the first to be throttled. */
const messagePageSize = 50
/** Entries that are read of one list; what comes after them, the oldest ones, is passed over. */
const mostEntries = 10_000

/** Calendars that one account may have; whoever has more sees the first ones. */
const mostCalendars = 200

/** What the service answered, where it was a refusal. */
export const refusalOf = (error: unknown): Refusal | null =>
  error instanceof OutsideError ? error.refusal : null

/** Refusals that say nothing of what was asked for: of the grant, of the moment, or that there is too much of it. */
const passingRefusals = new Set([401, 403, 408, 425, 429])

/** Whether to ask for the same would fail again: it is there, and cannot be read. */
export const isUnreadable = (error: unknown): boolean => {
  const { status } = refusalOf(error) ?? { status: 0 }
  const isRefused = status >= 400 && status < 500 && !passingRefusals.has(status)
  return isRefused || (error instanceof OutsideError && error.isUnfit)
}

export type Nylas = ReturnType<typeof createNylas>

/** Connects to the service. */
export function createNylas({ origin, clientId, apiKey }: NylasAccount, outside: Outside) {
  const connection = outside.connect({
    key: 'mail',
    origins: [origin],
    limitsEach: true,
    // https://developer.nylas.com/docs/reference/api/applications/get_application/
    probe: async () => {
      await ask(anyAnswer, '/v3/applications')
    },
  })

  const ask = <T extends TSchema>(
    schema: T,
    path: string,
    { body, ...request }: Omit<OutsideRequest, 'body'> & { body?: object } = {},
  ): Promise<Static<T>> =>
    connection.json(schema, origin + path, {
      ...request,
      headers: {
        authorization: `Bearer ${apiKey}`,
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
    for (let page = 0; page === 0 || (cursor && page < mostEntries / size); page++) {
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
    at(grant, `/events/${encodeURIComponent(event)}?${told(calendar)}`)

  return {
    /**
     * Where the browser asks for consent: hosted authorization with PKCE. No refresh token is asked for, since calls
     * go by the API key (https://developer.nylas.com/docs/reference/api/authentication-apis/get_oauth2_flow/).
     * @param state at most 256 characters.
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
     * with it are not used and not kept.
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
     * How a grant stands (https://developer.nylas.com/docs/reference/api/manage-grants/get_grant_by_id/); that one
     * which is not there is answered with 404 is assumed.
     * @throws OutsideError where that cannot be told, such as for an API key that is not accepted.
     */
    standing: (grant: Grant): Promise<Standing> =>
      ask(grantAnswer, at(grant, '')).then(
        ({ data }) => (data.grant_status === 'invalid' ? 'expired' : 'valid'),
        (error: unknown) => {
          if (refusalOf(error)?.status === 404) return 'gone'
          throw error
        },
      ),

    /** Ends a grant for good (https://developer.nylas.com/docs/reference/api/manage-grants/delete_grant_by_id/). */
    revoke: async (grant: Grant): Promise<void> => {
      await ask(anyAnswer, at(grant, ''), { method: 'DELETE' }).catch(unless(404))
    },

    /** https://developer.nylas.com/docs/reference/api/calendar/get-all-calendars/ */
    calendars: async (grant: Grant): Promise<CalendarThere[]> =>
      (await ask(calendarsAnswer, at(grant, `/calendars?limit=${mostCalendars}`))).data,

    /** https://developer.nylas.com/docs/reference/api/events/create-event/ */
    createEvent: async (grant: Grant, calendar: string, content: EventContent): Promise<EventThere> =>
      (
        await ask(eventAnswer, at(grant, `/events?${told(calendar)}`), {
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
    ): Promise<EventThere> =>
      (
        await ask(eventAnswer, eventPath(grant, event, calendar), {
          method: 'PUT',
          body: eventBody(content),
        })
      ).data,

    /** https://developer.nylas.com/docs/reference/api/events/delete-events-id/; one that is gone is gone. */
    removeEvent: async (grant: Grant, calendar: string, event: string): Promise<void> => {
      await ask(anyAnswer, eventPath(grant, event, calendar), { method: 'DELETE' }).catch(unless(404, 410))
    },

    /**
     * Which events of a calendar have changed after a moment, those that were cancelled among them; not every kind of
     * mailbox tells (https://developer.nylas.com/docs/reference/api/events/get-all-events/).
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

    /** https://developer.nylas.com/docs/reference/api/events/get-events-id/; null where it is not there any more. */
    event: (grant: Grant, calendar: string, event: string): Promise<EventDetails | null> =>
      ask(
        eventDetailsAnswer,
        at(
          grant,
          `/events/${encodeURIComponent(event)}?${new URLSearchParams({ calendar_id: calendar }).toString()}`,
        ),
      ).then(({ data }) => data, nullFor(404, 410)),

    /** The address book (https://developer.nylas.com/docs/reference/api/contacts/list-contact/). */
    contacts: (grant: Grant): Promise<ContactThere[]> =>
      pages(contactsAnswer, at(grant, '/contacts'), {
        source: 'address_book',
        select: 'given_name,surname,emails',
      }),

    /** https://developer.nylas.com/docs/reference/api/folders/get-folder/ */
    folders: (grant: Grant): Promise<FolderThere[]> => pages(foldersAnswer, at(grant, '/folders'), {}),

    /**
     * The messages of a folder that came after a moment, by id and moment alone, since their texts may be long
     * (https://developer.nylas.com/docs/reference/api/messages/get-messages/).
     */
    messagesAfter: (grant: Grant, folder: string, after: number) =>
      pages(
        datedAnswer,
        at(grant, '/messages'),
        { in: folder, received_after: String(after), select: 'id,date' },
        messagePageSize,
      ),

    /** https://developer.nylas.com/docs/reference/api/messages/get-messages-id/; null where it is not there any more. */
    message: (grant: Grant, message: string): Promise<MessageThere | null> =>
      ask(
        messageAnswer,
        at(grant, `/messages/${encodeURIComponent(message)}?fields=include_basic_headers`),
      ).then(({ data }) => data, nullFor(404, 410)),

    /** The same without its text. */
    messageInBrief: (grant: Grant, message: string): Promise<BriefThere | null> =>
      ask(
        briefAnswer,
        at(
          grant,
          `/messages/${encodeURIComponent(message)}?fields=include_basic_headers&select=${briefFields.join()}`,
        ),
      ).then(({ data }) => data, nullFor(404, 410)),

    /**
     * Sends a message, and gives it with its Message-ID
     * (https://developer.nylas.com/docs/reference/api/messages/send-message/).
     * @param key by which the service tells, for an hour, that it has sent it already
     * (https://developer.nylas.com/docs/v3/email/idempotent-send/).
     */
    send: async (
      grant: Grant,
      { to, subject, body, answers }: MessageContent,
      key: string,
    ): Promise<SentThere> =>
      (
        await ask(sentAnswer, at(grant, '/messages/send?fields=include_basic_headers'), {
          method: 'POST',
          headers: { 'idempotency-key': key },
          body: {
            to: to.map(named),
            subject,
            body,
            ...(answers === null ? {} : { reply_to_message_id: answers }),
          },
        })
      ).data,
  }
}

/**
 * What goes with a verifier (PKCE): as the vendor's own libraries make it, the base64 of the digest's hexadecimal
 * digits, where RFC 7636 has that of its bytes
 * (https://github.com/nylas/nylas-nodejs/blob/main/src/resources/auth.ts).
 */
export const challengeFor = (verifier: string): string =>
  Buffer.from(createHash('sha256').update(verifier).digest('hex')).toString('base64').replace(/=+$/, '')

/** In this calendar, and its participants learn of it from the service. */
const told = (calendar: string): string =>
  new URLSearchParams({ calendar_id: calendar, notify_participants: 'true' }).toString()

const named = (person: Person) => ({ email: person.email, name: personName(person) })

const eventBody = ({ title, description, start, end, participants }: EventContent) => ({
  title,
  description,
  when: end > start ? { start_time: start, end_time: end } : { time: start },
  participants: participants.map(named),
})

/** Takes a refusal of these statuses for an answer. */
const nullFor =
  (...statuses: number[]) =>
  (error: unknown): null => {
    unless(...statuses)(error)
    return null
  }

/** Lets a refusal of these statuses pass. */
const unless =
  (...statuses: number[]) =>
  (error: unknown): void => {
    if (!statuses.includes(refusalOf(error)?.status ?? 0)) throw error
  }
