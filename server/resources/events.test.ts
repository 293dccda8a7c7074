import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { install } from '@sinonjs/fake-timers'
import type { Row } from '../../src/contract'
import type { RecordChange } from '../../src/contract/events'
import { requiredFactors } from '../../src/contract/requiredFactors'
import { startApi, type TestApi } from '../testing/api'

/** The stream of an open page. */
interface Page {
  response: http.IncomingMessage
  /** The next event; null when the stream has ended. */
  next: () => Promise<{ event: string; data: unknown } | null>
  close: () => void
}

let clock: ReturnType<typeof install>
let api: TestApi
let broker: string
const pages: Page[] = []
beforeAll(async () => {
  // Only the heartbeat uses intervals here; the tests advance the time for it.
  clock = install({ toFake: ['setInterval', 'clearInterval'] })
  api = await startApi()
  broker = (await api.signIn('broker')).access
})
afterEach(() => {
  for (const page of pages.splice(0)) page.close()
})
afterAll(async () => {
  await api.close()
  clock.uninstall()
})

async function openPage(token: string): Promise<Page> {
  const headers = { authorization: `Bearer ${token}` }
  const request = http.get(`${api.url}/api/events/`, { agent: false, headers })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>
  let heard = ''
  const block = async (): Promise<string | null> => {
    while (!heard.includes('\n\n')) {
      const chunk = await chunks.next()
      if (chunk.done) return null
      heard += chunk.value
    }
    const [first = '', ...rest] = heard.split('\n\n')
    heard = rest.join('\n\n')
    return first
  }
  const page = {
    response,
    next: async () => {
      const text = await block()
      if (text === null) return null
      const [event = '', data] = text.split('\ndata: ')
      return { event, data: data === undefined ? null : (JSON.parse(data) as unknown) }
    },
    close: () => void request.destroy(),
  }
  pages.push(page)
  expect(await page.next()).toEqual({ event: 'retry: 3000', data: null })
  return page
}

const change = (resource: string, action: string, id: unknown, version: number | null) => ({
  event: 'event: change',
  data: { resource, id, action, version } as RecordChange,
})
const ended = { event: 'event: session-ended', data: {} }

let made = 0
const tag = () => ({ name: `Told ${++made}`, color: '#222', description: 'd' })
const makeTag = async () => (await api.asBroker<Row<'tags'>>('POST', '/api/mpg/tag/', tag())).body.tag_id

test('[TRUST-6, API-1] the stream asks for a session, is never stored, and is not there for HEAD', async () => {
  expect((await api.send('GET', '/api/events/')).status).toBe(401)
  const { response } = await openPage(broker)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/) as string,
  })
  expect((await api.send('HEAD', '/api/events/', { token: broker })).status).toBe(405)
})

test('every page hears of a record that is created, changed and deleted, and of its new version', async () => {
  const [one, other] = [await openPage(broker), await openPage((await api.signIn('team')).access)]
  const id = await makeTag()
  await api.asBroker('PATCH', `/api/mpg/tag/${id}/`, { color: '#333' })
  await api.asBroker('DELETE', `/api/mpg/tag/${id}/`)
  for (const { next } of [one, other]) {
    expect(await next()).toEqual(change('tags', 'created', id, 1))
    expect(await next()).toEqual(change('tags', 'updated', id, 2))
    expect(await next()).toEqual(change('tags', 'deleted', id, 2))
  }
})

test('a record that comes back from the trash is told of', async () => {
  const { next } = await openPage(broker)
  const path = '/api/mpg/opportunities/'
  const { body } = await api.asBroker<Row<'opportunities'>>('POST', path, { opportunity_name: 'Told' })
  const id = body.opportunity_id
  await api.asBroker('DELETE', `${path}${id}/`)
  await api.asBroker('POST', `${path}${id}/restore/`)
  for (const action of ['created', 'deleted', 'restored'])
    expect(await next()).toEqual(change('opportunities', action, id, 1))
})

test('a write that is refused or undone is not told of', async () => {
  const { next } = await openPage(broker)
  const id = await makeTag()
  const state = 99_999
  const organization = { name: 'Undone', state }
  expect((await api.asBroker('POST', '/api/mpg/organizations/', organization)).status).toBe(400)
  const stale = { color: '#444', version: 7 }
  expect((await api.asBroker('PATCH', `/api/mpg/tag/${id}/`, stale)).status).toBe(409)
  await api.asBroker('DELETE', `/api/mpg/tag/${id}/`)
  expect(await next()).toEqual(change('tags', 'created', id, 1))
  expect(await next()).toEqual(change('tags', 'deleted', id, 1))
})

test('what a write changes beside its record is told of, too', async () => {
  const { next } = await openPage(broker)
  const sent = { name: 'Told Organization', state: 'TX', city: 'Austin' }
  await api.asBroker('POST', '/api/mpg/organizations/', sent)
  const told = [await next(), await next(), await next()].map(
    (found) => (found?.data as RecordChange).resource,
  )
  expect(told.sort()).toEqual(['addresses', 'organizationAddresses', 'organizations'])
})

test('[TRUST-10] only their owner hears of messages', async () => {
  const sender = await openPage(broker)
  const recipient = await openPage((await api.signIn('team')).access)
  const stranger = await openPage((await api.signIn('customer')).access)
  const { body } = await api.asBroker<Row<'users'>>('GET', '/api/users/?q=team')
  const to = (body as unknown as { results: Row<'users'>[] }).results.map(({ email }) => ({ email }))
  const message = { to, subject: 'For you', text: 'alone' }
  const sent = await api.asBroker<Row<'messages'>>('POST', '/nylas/send/', message)
  expect(sent.status).toBe(201)
  const id = await makeTag()
  expect(await sender.next()).toEqual(change('messages', 'created', sent.body.id, null))
  expect(await sender.next()).toEqual(change('tags', 'created', id, 1))
  expect((await recipient.next())?.data).toMatchObject({ resource: 'messages', action: 'created' })
  expect(await recipient.next()).toEqual(change('tags', 'created', id, 1))
  expect(await stranger.next()).toEqual(change('tags', 'created', id, 1))
})

test('[TRUST-10] other users hear nothing of a profile', async () => {
  const [own, stranger] = [await openPage(broker), await openPage((await api.signIn('customer')).access)]
  const { body } = await api.asBroker<Row<'users'>>('GET', '/api/users/me/')
  const path = `/api/profile/${body.profile}/`
  expect((await api.asBroker('PATCH', path, { working_hours: null })).status).toBe(200)
  const id = await makeTag()
  expect(await own.next()).toEqual(change('profiles', 'updated', body.profile, null))
  for (const { next } of [own, stranger]) expect(await next()).toEqual(change('tags', 'created', id, 1))
})

test('[TRUST-6] signing out ends the streams of this session at once, and of no other', async () => {
  const session = await api.signIn('broker')
  const [one, two] = [await openPage(session.access), await openPage(session.access)]
  const other = await openPage(broker)
  await api.send('POST', '/api/token/revoke/', { body: { refresh: session.refresh } })
  for (const { next } of [one, two]) expect([await next(), await next()]).toEqual([ended, null])
  const id = await makeTag()
  expect(await other.next()).toEqual(change('tags', 'created', id, 1))
})

test('[TRUST-6] a deactivated user hears that the session has ended', async () => {
  const team = (await api.signIn('team')).access
  const username = 'told'
  const password = 'nine paper boats'
  const user = await api.send<Row<'users'>>('POST', '/api/users/', {
    token: team,
    body: { username, password, user_type: 'broker', is_active: true },
  })
  const session = await api.send<{ access: string }>('POST', '/api/token/', { body: { username, password } })
  const { next } = await openPage(session.body.access)
  const path = `/api/users/${user.body.id}/`
  expect((await api.send('PATCH', path, { token: team, body: { is_active: false } })).status).toBe(200)
  const told = [await next(), await next(), await next()]
  expect(told.map((found) => found?.event)).toEqual(
    expect.arrayContaining(['event: session-ended', undefined]),
  )
})

test('[TRUST-6] each sign of life looks whether the session has run out', async () => {
  const session = await api.signIn('broker')
  const { next } = await openPage(session.access)
  clock.tick(20_000)
  expect(await next()).toEqual({ event: ': alive', data: null })
  const { db } = api.database
  const newest = db.selectFrom('sessions').select('id').orderBy('created_at', 'desc').limit(1)
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(0).toISOString() })
    .where('id', '=', newest)
    .execute()
  clock.tick(20_000)
  expect([await next(), await next(), await next()]).toEqual([{ event: ': alive', data: null }, ended, null])
})

test('[TRUST-25] a session holds ten streams: the next one ends the oldest, and no other', async () => {
  const other = await openPage((await api.signIn('team')).access)
  const own = []
  for (let number = 0; number < 12; number++) own.push(await openPage(broker))
  const makesRoom = [{ event: 'retry: 60000', data: null }, null]
  for (const { next } of own.slice(0, 2)) expect([await next(), await next()]).toEqual(makesRoom)
  const id = await makeTag()
  for (const { next } of [other, ...own.slice(2)])
    expect(await next()).toEqual(change('tags', 'created', id, 1))
})

test('[LIVE-1, TRUST-25] three hundred streams at once all hear of each change, and other requests do not wait for them', async () => {
  const sessions = [broker]
  while (sessions.length < 30) sessions.push((await api.signIn('broker')).access)
  const open: Page[] = []
  for (const token of sessions)
    open.push(...(await Promise.all(Array.from({ length: 10 }, () => openPage(token)))))
  expect(open).toHaveLength(300)
  const ids = [await makeTag(), await makeTag(), await makeTag()]
  for (const id of ids) {
    const heard = await Promise.all(open.map(({ next }) => next()))
    expect(
      heard.filter((event) => JSON.stringify(event) !== JSON.stringify(change('tags', 'created', id, 1))),
    ).toEqual([])
  }
  expect((await api.send('GET', '/api/mpg/tag/?limit=1', { token: broker })).status).toBe(200)
})

test('[TRUST-25] a reader that does not read is let go, and other readers miss nothing', async () => {
  const { next } = await openPage(broker)
  const accepted = once(api.app.server, 'connection') as Promise<[net.Socket]>
  const slow = net.connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')
  slow.write(`GET /api/events/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${broker}\r\n\r\n`)
  const [connection] = await accepted
  await once(slow, 'data')
  slow.pause()
  // So long that thirty notices still fit into one notification of PostgreSQL.
  const long = 'x'.repeat(150) as RecordChange['resource']
  // Less than a reader may have waiting.
  const together = 200
  // Some megabytes: the operating system buffers them for an unread connection.
  let published = 0
  while (!connection.destroyed) {
    expect(published).toBeLessThan(60_000)
    const ids = Array.from({ length: together }, () => ++published)
    api.app.events.publish(
      ids.map((id) => ({
        kind: 'change',
        owner: null,
        change: { resource: long, id, action: 'updated', version: 1 },
      })),
    )
    const heard = []
    while (heard.length < together) heard.push(await next())
    expect(heard).toEqual(ids.map((id) => change(long, 'updated', id, 1)))
  }
  let heard = ''
  slow.setEncoding('utf8').on('data', (text: string) => (heard += text))
  slow.resume()
  await once(slow, 'close')
  expect(heard).toContain(`"id":${together},`)
  expect(heard).not.toContain(`"id":${published},`)
})

test('[TRUST-35] a server that stops ends its streams', async () => {
  const second = await startApi()
  const { access } = await second.signIn('broker')
  const response = await fetch(`${second.url}/api/events/`, {
    headers: { authorization: `Bearer ${access}` },
  })
  await second.close()
  expect(await response.text()).toBe('retry: 3000\n\n')
})

test('[MFA-11] the stream of an account that lacks a required factor ends, and its session does not', async () => {
  const { access } = await api.signIn('customer')
  const { next } = await openPage(access)
  const team = (await api.signIn('team')).access
  const requireOf = (customer: boolean) =>
    api.send('PATCH', requiredFactors.path, { token: team, body: { customer } })
  await requireOf(true)
  clock.tick(20_000)
  expect(await next()).toEqual({ event: ': alive', data: null })
  expect(await next()).toBeNull()
  expect((await api.send('GET', '/api/events/', { token: access })).status).toBe(409)
  await requireOf(false)
  await openPage(access)
})
