/**
 * A mail and calendar service for tests, after the API that Nylas publishes (version 3); it refuses everything outside
 * that API. Orders of the test, such as to expire a grant, take effect at once.
 */
import { createHash, randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Row } from '../../src/contract'
import { mailRedirectPath } from '../../src/contract/mail'
import type { TestApi } from './api'
import { exchangeCode, returnPath } from './connectMail'

interface RemoteEvent {
  id: string
  calendar_id: string
  title: string
  description: string
  when:
    | { start_time: number; end_time: number }
    | { time: number }
    | { start_date: string; end_date: string }
    | { date: string }
  participants: { email: string; name: string }[]
  updated_at: number
}
interface RemoteMessage {
  id: string
  subject: string
  body: string
  to: { email: string }[]
  cc?: { email: string }[]
  bcc?: { email: string }[]
  reply_to_message_id?: string
  /** As it came in JSON, or as parts of a form. */
  attachments?: { filename: string; content_type: string; content: string }[]
  isForm?: boolean
}
/** A file of a message; its content is not told with it. */
interface RemoteFile {
  id?: string
  filename?: string
  content_type?: string
  size?: number
  is_inline?: boolean
  content_id?: string
  content?: string
}
/** A message in an external mailbox, as sent by another person. */
export interface RemoteReceivedMessage {
  id: string
  folders: string[]
  subject: string
  body: string
  date: number
  unread?: boolean
  snippet?: string
  from: { email: string; name?: string }[]
  to: { email: string; name?: string }[]
  cc?: { email: string; name?: string }[]
  bcc?: { email: string; name?: string }[]
  attachments?: RemoteFile[]
  headers?: { name: string; value: string }[]
}
interface RemoteGrant {
  email: string
  status: 'valid' | 'invalid'
  events: Map<string, RemoteEvent>
  sent: RemoteMessage[]
  /** The messages in its folders, except those sent from here. */
  mailbox: RemoteReceivedMessage[]
  book: { given_name?: string; surname?: string; emails: { email: string }[] }[]
}

export interface TestNylas {
  /** Variables that connect an installation to it. */
  environment: Record<string, string>
  /** Method and path of each received request, without the query. */
  requests: string[]
  grants: Map<string, RemoteGrant>
  /** Answers the next requests whose path contains a text with given answers instead. */
  answerNext(
    part: string,
    ...answers: { status: number; headers?: Record<string, string>; body?: object }[]
  ): void
  /** Runs code while the next request of a method waits for its answer. */
  onNext(method: string, happens: () => Promise<unknown>): void
  /** The redirect of the consent page, after signing in there and allowing access. */
  consent(address: string, email: string): URL
  /** The grant of an address. */
  grantOf(email: string): RemoteGrant
  /** Changes an event there, as its owner would. */
  change(email: string, change: Partial<RemoteEvent>): void
  /** Seconds since 1970, by the service's clock, which advances with each change. */
  now(): number
  close(): Promise<void>
}

const account = { client_id: 'citygate-application', api_key: 'nyk_an-api-key' }
const calendars = [
  { id: 'holidays', name: 'Holidays', is_primary: false, read_only: true },
  { id: 'main@example', name: 'Main', is_primary: true, read_only: false },
  { id: 'cal', name: 'Calendar', is_primary: false, read_only: false },
]

const folders = [
  { id: 'INBOX', name: 'INBOX', attributes: [] },
  { id: 'folder-7', name: 'Gesendet', attributes: ['\\Sent'] },
  { id: 'TRASH', name: 'TRASH', attributes: ['\\Trash'] },
]

/** Bytes that a request may have that is no form. */
const maxJsonBytes = 3_000_000

/** What a request carries: JSON, or a form of a message and its files. */
async function bodyOf(bytes: Buffer, type: string): Promise<object> {
  if (bytes.length === 0) return {}
  if (!type.startsWith('multipart/')) {
    if (bytes.length > maxJsonBytes) throw refusal(413, 'payload_too_large')
    return JSON.parse(bytes.toString()) as object
  }
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const files = [...form.values()].filter((value) => value instanceof File)
  return {
    ...(JSON.parse(form.get('message') as string) as object),
    isForm: true,
    attachments: await Promise.all(
      files.map(async (file) => ({
        filename: file.name,
        content_type: file.type,
        content: Buffer.from(await file.arrayBuffer()).toString('base64'),
      })),
    ),
  }
}

/** Thrown for an error response. */
class RefusedRequest extends Error {
  constructor(
    readonly status: number,
    readonly body: object,
    readonly headers: Record<string, string> = {},
  ) {
    super(String(status))
  }
}
const refusal = (status: number, type: string) =>
  new RefusedRequest(status, { request_id: 'test', error: { type, message: type } })

const metadata = (file: RemoteFile) => ({ ...file, content: undefined })

interface Code {
  email: string
  redirect_uri: string
  challenge: string
}

export async function startNylas(): Promise<TestNylas> {
  const codes = new Map<string, Code>()
  /** Answers to messages by idempotency key, for each grant. */
  const kept = new Map<string, { request: string; status: number; body: object }>()
  const requestHooks: { method: string; happens: () => Promise<unknown> }[] = []
  const planned: { part: string; answer: RefusedRequest }[] = []
  const grants = new Map<string, RemoteGrant>()
  let clock = Math.floor(Date.now() / 1_000)

  const grantOf = (email: string): RemoteGrant => {
    const found = [...grants.values()].find((grant) => grant.email === email)
    if (!found) throw new Error(`Nobody has connected ${email}.`)
    return found
  }

  const exchange = (body: Record<string, string>) => {
    const code = codes.get(body['code'] ?? '')
    codes.delete(body['code'] ?? '')
    const { client_id, client_secret, grant_type, redirect_uri, code_verifier = '' } = body
    if (client_id !== account.client_id || client_secret !== account.api_key)
      throw new RefusedRequest(400, { error: 'invalid_client', error_code: 25003 })
    const digest = createHash('sha256').update(code_verifier).digest('hex')
    const challenge = Buffer.from(digest).toString('base64').replaceAll('=', '')
    if (
      !code ||
      grant_type !== 'authorization_code' ||
      code.redirect_uri !== redirect_uri ||
      code.challenge !== challenge
    )
      throw new RefusedRequest(400, { error: 'invalid_grant', error_code: 25016 })
    const known = [...grants].find(([, { email }]) => email === code.email)
    const [id, grant] = known ?? [
      `grant-${randomUUID()}`,
      {
        email: code.email,
        status: 'valid' as const,
        events: new Map<string, RemoteEvent>(),
        sent: [],
        mailbox: [],
        book: [],
      },
    ]
    grants.set(id, { ...grant, status: 'valid' })
    return {
      access_token: `access-token-of-${id}`,
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: '',
      grant_id: id,
      email: code.email,
      provider: 'google',
    }
  }

  /** Entries of a page: few, so that lists are read page by page. */
  const pageSize = 20
  const pageOf = <T>(all: T[], query: URLSearchParams) => {
    const start = Number(query.get('page_token') ?? 0)
    return {
      data: all.slice(start, start + pageSize),
      next_cursor: all.length > start + pageSize ? String(start + pageSize) : null,
    }
  }
  const changedEvents = (grant: RemoteGrant, query: URLSearchParams) => {
    const since = Number(query.get('updated_after'))
    const [from, until] = [Number(query.get('start')), Number(query.get('end'))]
    if (!(until > from) || until - from > 366 * 86_400) throw refusal(400, 'invalid_request_error')
    return pageOf(
      [...grant.events.values()]
        .filter(
          ({ calendar_id, updated_at }) => calendar_id === query.get('calendar_id') && updated_at > since,
        )
        .map(({ id, updated_at }) => ({ id, updated_at })),
      query,
    )
  }
  const messagesIn = (grant: RemoteGrant, query: URLSearchParams) => {
    const since = Number(query.get('received_after'))
    return pageOf(
      grant.mailbox
        .filter(({ folders, date }) => folders.includes(query.get('in') ?? '') && date > since)
        .sort((a, b) => b.date - a.date)
        .map(({ id, date }) => ({ id, date })),
      query,
    )
  }

  const events = (grant: RemoteGrant, method: string, id: string, query: URLSearchParams, body: object) => {
    const calendar_id = query.get('calendar_id')
    if (!calendar_id || query.get('notify_participants') !== 'true')
      throw refusal(400, 'invalid_request_error')
    if (method === 'POST') {
      if (![...calendars.map(({ id: known }) => known), 'primary'].includes(calendar_id))
        throw refusal(404, 'not_found_error')
      const event = {
        ...(body as RemoteEvent),
        id: `event-${randomUUID()}`,
        calendar_id,
        updated_at: ++clock,
      }
      grant.events.set(event.id, event)
      return event
    }
    const event = grant.events.get(id)
    if (event?.calendar_id !== calendar_id) throw refusal(404, 'not_found_error')
    if (method === 'DELETE') {
      grant.events.delete(id)
      return undefined
    }
    Object.assign(event, body, { updated_at: ++clock })
    return event
  }

  const send = (grant: RemoteGrant, body: Omit<RemoteMessage, 'id'>) => {
    if (body.to.length === 0 || (body.reply_to_message_id !== undefined && !body.reply_to_message_id))
      throw refusal(400, 'invalid_request_error')
    const message = { ...body, id: `message-${randomUUID()}` }
    grant.sent.push(message)
    // Contents are not repeated.
    return {
      ...message,
      attachments: undefined,
      date: ++clock,
      headers: [{ name: 'Message-ID', value: `<${message.id}@mail.example>` }],
    }
  }

  const download = (grant: RemoteGrant, file: string, query: URLSearchParams): Buffer => {
    const message = grant.mailbox.find(({ id }) => id === query.get('message_id'))
    const found = message?.attachments?.find(({ id }) => id === file)
    if (found?.content === undefined) throw refusal(404, 'not_found_error')
    return Buffer.from(found.content)
  }

  /** The same request with the same key has the same answer, even a failure. */
  const once = (id: string, key: string | undefined, request: string, work: () => object): object => {
    if (key === undefined) return work()
    const name = `${id} ${key}`
    const first = kept.get(name)
    if (first && first.request !== request) throw refusal(409, 'api.invalid_idempotent_request')
    if (first) {
      if (first.status === 200) return first.body
      throw new RefusedRequest(first.status, first.body, { 'idempotent-response': 'true' })
    }
    try {
      const body = work()
      kept.set(name, { request, status: 200, body })
      return body
    } catch (error) {
      if (error instanceof RefusedRequest) kept.set(name, { request, status: error.status, body: error.body })
      throw error
    }
  }

  const answer = async (request: IncomingMessage): Promise<object | Buffer> => {
    const { method = '', headers } = request
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://nylas')
    service.requests.push(`${method} ${pathname}`)
    const bytes = await buffer(request)
    const sent = bytes.toString('latin1')
    const body = await bodyOf(bytes, headers['content-type'] ?? '')
    const happening = requestHooks.findIndex((each) => each.method === method)
    for (const { happens } of happening < 0 ? [] : requestHooks.splice(happening, 1)) await happens()
    const index = planned.findIndex(({ part }) => pathname.includes(part))
    const plan = () => {
      const [found] = planned.splice(index, 1)
      if (found) throw found.answer
    }
    const isSending = pathname.endsWith('/messages/send')
    if (index >= 0 && !isSending) plan()
    if (pathname === '/v3/connect/token') return exchange(body as Record<string, string>)
    if (headers.authorization !== `Bearer ${account.api_key}`) throw refusal(401, 'api.authentication_error')
    if (pathname === '/v3/applications')
      return { request_id: 'test', data: { application_id: account.client_id } }
    const [id = '', what = '', part = '', detail = ''] = pathname
      .replace('/v3/grants/', '')
      .split('/')
      .map((each) => decodeURIComponent(each))
    const grant = grants.get(id)
    if (!grant) throw refusal(404, 'grant.not_found')
    if (what === '') {
      if (method === 'DELETE') grants.delete(id)
      return { request_id: 'test', data: { id, email: grant.email, grant_status: grant.status } }
    }
    if (grant.status === 'invalid') throw refusal(401, 'unauthorized')
    if (method === 'GET' && part === '' && what === 'events') return changedEvents(grant, searchParams)
    if (method === 'GET' && part === '' && what === 'contacts') return pageOf(grant.book, searchParams)
    if (method === 'GET' && part === '' && what === 'messages') return messagesIn(grant, searchParams)
    if (method === 'GET' && what === 'attachments' && detail === 'download')
      return download(grant, part, searchParams)
    const data = (() => {
      if (isSending && method === 'POST')
        return once(id, headers['idempotency-key'] as string | undefined, sent, () => {
          if (index >= 0) plan()
          return send(grant, body as RemoteMessage)
        })
      if (method === 'GET' && part !== '') {
        const known: (RemoteEvent | RemoteReceivedMessage)[] =
          what === 'events' ? [...grant.events.values()] : grant.mailbox
        const found = known.find((each) => each.id === part)
        if (!found || !['events', 'messages'].includes(what)) throw refusal(404, 'not_found_error')
        const file =
          'attachments' in found ? { ...found, attachments: found.attachments?.map(metadata) } : found
        const select = searchParams.get('select')?.split(',')
        return select
          ? Object.fromEntries(Object.entries(file).filter(([name]) => select.includes(name)))
          : file
      }
      if (what === 'folders' && method === 'GET') return folders
      if (what === 'calendars' && method === 'GET') return calendars
      if (what === 'events' && method !== 'GET') return events(grant, method, part, searchParams, body)
      throw refusal(404, 'not_found_error')
    })()
    return { request_id: 'test', data }
  }

  const server = http.createServer((request: IncomingMessage, response: ServerResponse) => {
    const reply = (status: number, body: object, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    answer(request).then(
      (body) =>
        Buffer.isBuffer(body)
          ? response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(body)
          : reply(200, body),
      (error: unknown) => {
        if (error instanceof RefusedRequest) reply(error.status, error.body, error.headers)
        else response.destroy()
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: TestNylas = {
    environment: {
      MAIL_API_URL: `http://${host}`,
      MAIL_CLIENT_ID: account.client_id,
      MAIL_API_KEY: account.api_key,
      PRIVATE_HOSTS: host,
    },
    requests: [],
    grants,
    grantOf,
    now: () => ++clock,
    change: (email, change) => {
      for (const event of grantOf(email).events.values())
        Object.assign(event, change, { updated_at: ++clock })
    },
    answerNext: (part, ...answers) => {
      for (const { status, headers, body = { error: { type: 'planned' } } } of answers)
        planned.push({ part, answer: new RefusedRequest(status, body, headers) })
    },
    onNext: (method, happens) => requestHooks.push({ method, happens }),
    consent: (address, email) => {
      const { origin, pathname, searchParams } = new URL(address)
      const wanted = { client_id: account.client_id, response_type: 'code', code_challenge_method: 'S256' }
      const parameters = Object.fromEntries(searchParams)
      for (const [name, value] of Object.entries(wanted))
        if (parameters[name] !== value) throw new Error(`${name} is ${parameters[name] ?? 'missing'}.`)
      if (origin !== `http://${host}` || pathname !== '/v3/connect/auth') throw new Error(address)
      const { state = '', redirect_uri = '', code_challenge = '' } = parameters
      if (state.length > 256) throw new Error('The state is too long.')
      const code = `code-${randomUUID()}`
      codes.set(code, { email, redirect_uri, challenge: code_challenge })
      const back = new URL(redirect_uri)
      back.search = new URLSearchParams({ code, state }).toString()
      return back
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}

/** Connects the account of the token's user, as a browser would. */
export async function connectRemoteMail(
  api: TestApi,
  service: TestNylas,
  token: string,
  email: string,
): Promise<Row<'profiles'>> {
  const back = encodeURIComponent(api.url + returnPath)
  const { body } = await api.send<{ url: string }>('GET', `${mailRedirectPath}?redirect_url=${back}`, {
    token,
  })
  const { searchParams } = service.consent(body.url, email)
  const answer = await exchangeCode(
    api,
    token,
    searchParams.get('code') ?? '',
    searchParams.get('state') ?? '',
  )
  if (answer.status !== 200) throw new Error(`Not connected: ${answer.status}`)
  return answer.body
}
