/** Peers that are slow, fail, lie or are not there, a few hundred times each: the product goes on (TRUST-26). */
import fc from 'fast-check'
import http, { type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Row } from '../../src/contract'
import { bureauSearch } from '../../src/contract/bureau'
import { profileFetchPath } from '../../src/contract/contacts'
import { currentUserPath } from '../../src/contract/session'
import { readConfig } from '../config'
import { createOutside } from '../ports/outside'
import { startApi, type TestApi } from '../testing/api'

const cases = 200
/** Asked at once, so that the slow ones do not add up; no more than one connection has places. */
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
    PRIVATE_HOSTS: host,
  }
  // The breaker would spare the peer most of the cases.
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

type Question = () => Promise<{ status: number }>
const query = { organization_name: 'Mill', city: 'Houston', state: 'TX' }
const search: Question = () => api.asBroker('POST', bureauSearch.path, query)

/** Asks somebody outside; whoever asked is still signed in, and others are answered meanwhile. */
async function check(at: TestApi, ask: Question): Promise<void> {
  expect((await at.asBroker('GET', currentUserPath)).status).toBe(200)
  const asked = Array.from({ length: atOnce }, ask)
  expect((await at.asBroker('GET', currentUserPath)).status).toBe(200)
  expect((await at.send('GET', '/healthz')).status).toBe(200)
  for (const { status } of await Promise.all(asked)) expect([502, 504]).toContain(status)
  expect((await at.asBroker('GET', currentUserPath)).status).toBe(200)
}

/** Runs as many cases as are wanted, some at a time, each behaving in a way of its own. */
const run = async (behaviours: fc.Arbitrary<RequestListener>) => {
  const list = fc.sample(behaviours, { numRuns: cases, seed: 1309 })
  let reached = 0
  for (let done = 0; done < cases; done += atOnce) {
    const batch = list.slice(done, done + atOnce)
    let next = 0
    behave = (request, response) => {
      // All wait for one token: it is the question after it that each asks for itself.
      if (request.url?.endsWith('/token')) response.writeHead(200, json).end(goodToken)
      else batch[next++ % atOnce]?.(request, response)
    }
    await check(api, search)
    reached += next
  }
  // Of the slow ones some are given up before they are asked.
  expect(reached).toBeGreaterThan(cases / 2)
}

const json = { 'content-type': 'application/json' }
const goodToken = JSON.stringify({ access_token: 'token', expires_in: 1800 })

it('[TRUST-26] 200 peers that are slow', () =>
  run(
    fc
      .record({ after: fc.integer({ min: 0, max: 3 }), gap: fc.integer({ min: 5, max: 60 }) })
      .map(({ after, gap }): RequestListener => (_request, response) => {
        if (after === 0) return
        response.writeHead(200, json)
        if (after === 1) response.flushHeaders()
        if (after < 2) return
        const drip = setInterval(() => response.write(' '), gap)
        response.on('close', () => clearInterval(drip))
      }),
  ))

it('[TRUST-26] 200 peers that fail', () =>
  run(
    fc
      .record({
        status: fc.oneof(fc.integer({ min: 300, max: 599 }), fc.constantFrom(401, 403, 429)),
        body: fc.string(),
        breaks: fc.boolean(),
      })
      .map(({ status, body, breaks }): RequestListener => (request, response) => {
        response.writeHead(status, { ...json, location: '/elsewhere', 'content-length': body.length + 9 })
        if (breaks) response.write(body, () => request.socket.destroy())
        else response.end(`${body}${'x'.repeat(9)}`)
      }),
  ))

it('[TRUST-26] 200 peers that lie', () =>
  run(
    fc
      .oneof(
        fc.json().filter((text) => !text.includes('access_token')),
        fc.string(),
        fc.integer({ min: 100, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
        fc.integer({ min: 100_001, max: 300_000 }).map((size) => `"${'x'.repeat(size)}"`),
        fc.constantFrom('{"access_token":7,"expires_in":1}', '{"access_token":"","expires_in":"soon"}'),
      )
      .map((body): RequestListener => (_request, response) => {
        response.writeHead(200, json).end(body)
      }),
  ))

it('[TRUST-26] 200 peers that lie about one part', () =>
  run(
    fc.json().map((part): RequestListener => (_request, response) => {
      response.writeHead(200, json).end(`{"results":{"not":${part}}}`)
    }),
  ))

it('[TRUST-26, CON-11] 200 times a peer that is not there', async () => {
  const contact = {
    title: 'ms',
    first_name: 'Ines',
    last_name: 'Larkfield',
    personal_email: 'ines@larkfield.example',
  }
  const { body } = await absent.asBroker<Row<'contacts'>>('POST', '/api/mpg/contacts/', contact)
  for (let done = 0; done < cases; done += atOnce)
    await check(absent, () => absent.asBroker('GET', profileFetchPath('ines', body.contact_id)))
})
