/**
 * External systems that are slow, fail, send wrong data or are unreachable, a few hundred times each: the product keeps
 * working (TRUST-26).
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import http, { type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Row } from '../../src/contract'
import { bureauSearch } from '../../src/contract/bureau'
import { profileFetchPath } from '../../src/contract/contacts'
import {
  calendarsPath,
  eventPath,
  mailCallbackPath,
  mailRedirectPath,
  messageRequest,
} from '../../src/contract/mail'
import { currentUserPath, directoryLoginPath } from '../../src/contract/session'
import { readConfig } from '../config'
import { directoryFlows } from '../ports/directory/flows'
import { createOutside } from '../ports/outside'
import { startApi, type TestApi } from '../testing/api'
import { completeSignIn } from '../testing/directory'

/** Each kind of failure so often; on PostgreSQL less often, since no external system knows of the database. */
const cases = process.env['TEST_DATABASE_URL'] ? 50 : 200
/** Concurrent cases, so that the slow ones do not add up; no more than one connection's slots. */
const atOnce = 10
const limits = { connect: 150, all: 150, bytes: 100_000 }

let behave: RequestListener = (_request, response) => response.destroy()
const sockets = new Set<Socket>()
const peer = http.createServer((request, response) => behave(request, response))
peer.on('connection', (socket) => {
  sockets.add(socket)
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
})
let api: TestApi
let absent: TestApi

const start = (host: string) => {
  const environment = {
    BUREAU_URL: `http://${host}`,
    BUREAU_CLIENT_ID: 'id',
    BUREAU_CLIENT_SECRET: 'secret',
    BUREAU_USERNAME: 'name',
    BUREAU_PASSWORD: 'word',
    BUREAU_SUBCODE: '1',
    PROFILE_FETCHER_URL: `http://${host}`,
    DIRECTORY_ISSUER: `http://${host}`,
    DIRECTORY_CLIENT_ID: 'citygate',
    MAIL_API_URL: `http://${host}`,
    MAIL_CLIENT_ID: 'application',
    MAIL_API_KEY: 'key',
    PRIVATE_HOSTS: host,
  }
  // The circuit breaker would skip most of the cases.
  const rules = { ...readConfig(environment), limits, breaker: { failures: 1e9, pause: 1 } }
  return startApi(environment, undefined, '127.0.0.1', { outside: createOutside(rules) })
}

beforeAll(async () => {
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  const { port } = peer.address() as AddressInfo
  api = await start(`127.0.0.1:${port}`)
  const closed = http.createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const free = (closed.address() as AddressInfo).port
  await new Promise((resolve) => closed.close(resolve))
  absent = await start(`127.0.0.1:${free}`)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await api.close()
  await absent.close()
  await new Promise((resolve) => peer.close(resolve))
})

type Question = (at: TestApi) => Promise<{ status: number }>
const query = { organization_name: 'Mill', city: 'Houston', state: 'TX' }
const search: Question = (at) => at.asBroker('POST', bureauSearch.path, query)

/** A user returns from the directory, with any parameters. */
const exchange: Question = async (at) => {
  const { token, flow } = await directoryFlows(at.secrets).begin('directory', `${at.url}/login`)
  const brought = new URLSearchParams({ code: 'code', state: flow.state })
  return completeSignIn(at, { cookie: `citygate_directory=${token}`, brought })
}
const press: Question = (at) =>
  at.send('GET', `${directoryLoginPath('directory')}?requestUri=${encodeURIComponent(`${at.url}/login`)}`)

/** A user returns from the mail service's page of consent. */
const connect: Question = async (at) => {
  const { access: token } = await at.signIn()
  const back = encodeURIComponent(`${at.url}/setup/nylas/complete`)
  const { body } = await at.send<{ url: string }>('GET', `${mailRedirectPath}?redirect_url=${back}`, {
    token,
  })
  const state = new URL(body.url).searchParams.get('state') ?? ''
  return at.send('GET', `${mailCallbackPath}?code=code&state=${state}`, { token })
}
const mailQuestions: readonly Question[] = [
  (at) => at.asBroker('GET', calendarsPath),
  (at) =>
    at.asBroker('POST', messageRequest.path, { to: 'ann@mill.example', subject: 'Swing', text: 'Firm' }),
  (at) => at.asBroker('POST', eventPath, { title: 'Call', description_text: 'Usage', start: 1_900_000_000 }),
]

/** Calls an external system; the caller stays signed in, and other requests are answered meanwhile. */
async function check(at: TestApi, ask: Question, refusals: readonly number[]): Promise<void> {
  expect((await at.asBroker('GET', currentUserPath)).status).toBe(200)
  const asked = Array.from({ length: atOnce }, () => ask(at))
  expect((await at.asBroker('GET', currentUserPath)).status).toBe(200)
  expect((await at.send('GET', '/healthz')).status).toBe(200)
  for (const { status } of await Promise.all(asked)) expect(refusals).toContain(status)
  expect((await at.asBroker('GET', currentUserPath)).status).toBe(200)
}

const json = { 'content-type': 'application/json' }

interface Peer {
  ask: Question
  /** Its correct answers, so that the call reaches the part under test. */
  good: (url: string, host: string) => object | undefined
  /** The statuses of failed calls. */
  refusals: readonly number[]
}
const bureau: Peer = {
  ask: search,
  good: (url) => (url.endsWith('/token') ? { access_token: 'token', expires_in: 1800 } : undefined),
  refusals: [502, 504],
}
const directory: Peer = {
  ask: async (at) => {
    // Wrong data about a user counts as a failed sign-in.
    await at.database.db.deleteFrom('sign_in_limits').execute()
    return exchange(at)
  },
  good: (url, host) =>
    url.endsWith('/openid-configuration')
      ? {
          issuer: `http://${host}`,
          authorization_endpoint: `http://${host}/authorize`,
          token_endpoint: `http://${host}/exchange`,
          jwks_uri: `http://${host}/keys`,
        }
      : undefined,
  refusals: [401, 502, 504],
}

let asked = 0
const mail: Peer = {
  ask: async (at) => {
    // A refused grant is not tried again until it is renewed.
    await sql`update mail_accounts set expired_at = null`.execute(at.database.db)
    const question = mailQuestions[asked++ % mailQuestions.length] ?? connect
    return question(at)
  },
  good: (url) =>
    url.endsWith('/connect/token') ? { grant_id: 'grant', email: 'broker@citygate.example' } : undefined,
  refusals: [409, 502, 504],
}
/** Runs the cases, some at a time, each with its own behaviour. */
const run = async ({ ask, good, refusals }: Peer, behaviours: fc.Arbitrary<RequestListener>) => {
  const list = fc.sample(behaviours, { numRuns: cases, seed: 1309 })
  let reached = 0
  for (let done = 0; done < cases; done += atOnce) {
    const batch = list.slice(done, done + atOnce)
    let next = 0
    behave = (request, response) => {
      const answer = good(request.url ?? '', request.headers.host ?? '')
      if (answer) response.writeHead(200, json).end(JSON.stringify(answer))
      else batch[next++ % atOnce]?.(request, response)
    }
    await check(api, ask, refusals)
    reached += next
  }
  // Some of the slow ones time out before they are called.
  expect(reached).toBeGreaterThan(cases / 2)
}

const slow = fc
  .record({ after: fc.integer({ min: 0, max: 3 }), gap: fc.integer({ min: 5, max: 60 }) })
  .map(({ after, gap }): RequestListener => (_request, response) => {
    if (after === 0) return
    response.writeHead(200, json)
    if (after === 1) response.flushHeaders()
    if (after < 2) return
    const drip = setInterval(() => response.write(' '), gap)
    response.on('close', () => clearInterval(drip))
  })

const failing = fc
  .record({
    status: fc.oneof(fc.integer({ min: 300, max: 599 }), fc.constantFrom(401, 403, 429)),
    body: fc.string(),
    breaks: fc.boolean(),
  })
  .map(({ status, body, breaks }): RequestListener => (request, response) => {
    response.writeHead(status, { ...json, location: '/elsewhere', 'content-length': body.length + 9 })
    if (breaks) response.write(body, () => request.socket.destroy())
    else response.end(`${body}${'x'.repeat(9)}`)
  })

const answering = (bodies: fc.Arbitrary<string>) =>
  bodies.map((body): RequestListener => (_request, response) => {
    response.writeHead(200, json).end(body)
  })
const lying = answering(
  fc.oneof(
    fc.json().filter((text) => !text.includes('access_token')),
    fc.string(),
    fc.integer({ min: 100, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    fc.integer({ min: 100_001, max: 300_000 }).map((size) => `"${'x'.repeat(size)}"`),
    fc.constantFrom('{"access_token":7,"expires_in":1}', '{"access_token":"","expires_in":"soon"}'),
  ),
)
const lyingInPart = answering(fc.json().map((part) => `{"results":{"not":${part}}}`))
/** Identities: tokens with arbitrary parts, without a signature. */
const lyingAboutPeople = answering(
  fc
    .record({ alg: fc.constantFrom('none', 'RS256', 'HS256'), claims: fc.json(), signature: fc.string() })
    .map(({ alg, claims, signature }) => {
      const parts = [JSON.stringify({ alg }), claims, signature].map((part) =>
        Buffer.from(part).toString('base64url'),
      )
      return JSON.stringify({ access_token: 'token', token_type: 'bearer', id_token: parts.join('.') })
    }),
)

/** Mail data with arbitrary parts. */
const lyingAboutMail = answering(
  fc
    .record({ part: fc.json(), more: fc.json() })
    .map(
      ({ part, more }) => `{"request_id":${more},"data":{"id":7,"headers":${part},"grant_status":${more}}}`,
    ),
)

it(`[TRUST-26] ${cases} bureaus that are slow`, () => run(bureau, slow))
it(`[TRUST-26] ${cases} bureaus that fail`, () => run(bureau, failing))
it(`[TRUST-26] ${cases} bureaus that lie`, () => run(bureau, lying))
it(`[TRUST-26] ${cases} bureaus that lie about one part`, () => run(bureau, lyingInPart))

it(`[TRUST-26] ${cases} directories that are slow`, () => run(directory, slow))
it(`[TRUST-26] ${cases} directories that fail`, () => run(directory, failing))
it(`[TRUST-26] ${cases} directories that lie`, () => run(directory, lying))
it(`[TRUST-26, TRUST-17] ${cases} directories that lie about a user`, () => run(directory, lyingAboutPeople))

describe('mail services', () => {
  const stored = async () => {
    const { db } = api.database
    const tables = ['messages', 'activities', 'mail_links'] as const
    return Promise.all(
      tables.map(
        async (table) =>
          (
            await db
              .selectFrom(table)
              .select(({ fn }) => fn.countAll().as('n'))
              .execute()
          )[0],
      ),
    )
  }
  beforeAll(async () => {
    behave = (request, response) => {
      response.writeHead(200, json).end(JSON.stringify(mail.good(request.url ?? '', '')))
    }
    expect((await connect(api)).status).toBe(200)
  })
  it.each([
    ['are slow', slow],
    ['fail', failing],
    ['lie', lying],
    ['lie about one part', lyingAboutMail],
  ])(`[TRUST-26, MSG-1, SCH-1] ${cases} of them that %s, and nothing stored`, async (_name, behaviours) => {
    const before = await stored()
    await run(mail, behaviours)
    expect(await stored()).toEqual(before)
  })
  it(`[TRUST-26, SETUP-4] ${cases} times one that is not there`, async () => {
    for (let done = 0; done < cases; done += atOnce) await check(absent, connect, [400, 502, 504])
  })
})

it(`[TRUST-26] ${cases} times a directory that is not there`, async () => {
  for (let done = 0; done < cases; done += atOnce) await check(absent, press, [502, 504])
})

/** Fetches the profile of a contact created for it. */
const fetchProfile = async (at: TestApi): Promise<Question> => {
  const contact = {
    title: 'ms',
    first_name: 'Ines',
    last_name: 'Larkfield',
    personal_email: 'ines@larkfield.example',
  }
  const { body } = await at.asBroker<Row<'contacts'>>('POST', '/api/mpg/contacts/', contact)
  return () => at.asBroker('GET', profileFetchPath('ines', body.contact_id))
}

it.each([
  ['are slow', slow, []],
  ['fail', failing, []],
  // Any content is accepted as a file.
  ['lie', lying, [200]],
])(`[TRUST-26, CON-11] ${cases} profile fetchers that %s`, async (_how, behaviours, taken) => {
  const ask = await fetchProfile(api)
  await run({ ask, good: () => undefined, refusals: [502, 504, ...taken] }, behaviours)
})

it(`[TRUST-26, CON-11] ${cases} times a profile fetcher that is not there`, async () => {
  const ask = await fetchProfile(absent)
  for (let done = 0; done < cases; done += atOnce) await check(absent, ask, [502, 504])
})
