import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { isUnreachable, openPostgres } from '../db/dialects'
import { createSessions } from '../services/sessions'
import { buildAnother, startApi, type TestApi } from '../testing/api'
import { sendRaw } from '../testing/sendRaw'
import { untilAnswer } from '../testing/until'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('[TRUST-40, API-4] every error has detail and a request id, those of the framework too', async () => {
  const { access } = await api.signIn()
  const json = { 'content-type': 'application/json' }
  const cases: [number, string, string, { body?: string | Uint8Array; headers?: Record<string, string> }][] =
    [
      [400, 'POST', '/api/mpg/tag/', { body: '{"name":' }],
      [400, 'POST', '/api/mpg/tag/', { body: '{"__proto__":{"a":1}}' }],
      [400, 'POST', '/api/mpg/tag/', { body: '{"constructor":{"prototype":{"a":1}}}' }],
      [400, 'POST', '/api/mpg/tag/', { body: '{"constructor":1}' }],
      [400, 'POST', '/api/mpg/tag/', { body: '{"name":"a","more":[{"\\u005f_proto__":null}]}' }],
      [400, 'POST', '/api/mpg/tag/', { body: '['.repeat(500_000) + ']'.repeat(500_000) }],
      [400, 'POST', '/api/mpg/tag/', { body: `[${'1,'.repeat(50_001)}1]` }],
      [400, 'POST', '/api/mpg/tag/', { body: new Uint8Array(Buffer.from('{"name":"caf\xe9"}', 'latin1')) }],
      [400, 'GET', '/api/mpg/tag/?q=%ff', {}],
      [400, 'GET', '/api/mpg/tag/?q=%c3%28', {}],
      [400, 'GET', '/api/mpg/tag/?q=100%', {}],
      [400, 'GET', '/api/mpg/tag/?other=%ff', {}],
      [400, 'GET', '/api/mpg/tag/?q=a&q=b', {}],
      [400, 'GET', '/api/mpg/tag/?other=a&%6fther=b', {}],
      [400, 'GET', '/api/users/me/?limit=1&limit=1', {}],
      [400, 'POST', '/api/mpg/tag/', { body: '[]' }],
      [400, 'POST', '/api/mpg/tag/', { body: '', headers: json }],
      [400, 'GET', '/api/mpg/tag/%zz/', {}],
      [404, 'GET', '/api/mpg/tag/0/', {}],
      [404, 'GET', '/api/mpg/tag/99999999999/', {}],
      [404, 'GET', '/api/mpg/tag/1e3/', {}],
      [414, 'GET', `/api/mpg/tag/${'1'.repeat(201)}/`, {}],
      [414, 'GET', `/api/mpg/tag/?q=${'x'.repeat(8_200)}`, {}],
      [414, 'GET', `/login?returnUrl=/${'x'.repeat(8_200)}`, {}],
      [413, 'POST', '/api/mpg/tag/', { body: JSON.stringify({ name: 'x'.repeat(1_100_000) }) }],
      [415, 'POST', '/api/mpg/tag/', { body: '{}', headers: { 'content-type': 'text/plain' } }],
      [415, 'POST', '/api/mpg/tag/', { body: '<a/>', headers: { 'content-type': 'application/xml' } }],
    ]
  for (const [status, method, path, options] of cases) {
    const answer = await api.send(method, path, { token: access, ...options })
    expect([path, answer.status]).toEqual([path, status])
    expect(answer.body.detail).toMatch(/\w/)
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
    expect(answer.body.detail).not.toMatch(/select|FST_|at .*:\d+/)
  }
})

test('[TRUST-40] what is not yet a request gets a JSON answer too', async () => {
  const talk = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = net.connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')
      let heard = ''
      socket.on('data', (data) => (heard += data.toString()))
      socket.on('close', () => {
        resolve(heard)
      })
      socket.on('error', () => {
        resolve(heard)
      })
      socket.write(text)
    })
  const long = await talk(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(long).toMatch(/^HTTP\/1.1 431 /)
  expect(long).toMatch(/"detail":"\w/)
  expect(await talk('not http at all\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"detail":"\w/)
  expect(await talk('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1.1 400 [\s\S]*"detail":"\w/,
  )
  const [, header, id] = /X-Request-Id: ([\w-]{36})[\s\S]*"request_id":"(.+?)"/.exec(long) ?? []
  expect(header).toBeDefined()
  expect(id).toBe(header)
})

test('a database that cannot be reached is a 503, to be tried again', async () => {
  const database = openPostgres('postgres://127.0.0.1:1/nowhere')
  const app = await buildAnother(api, { database, sessions: createSessions(database, api.secrets, []) })
  const { access } = await api.signIn()
  for (const request of [
    { url: '/api/mpg/tag/', headers: { authorization: `Bearer ${access}` } },
    { method: 'POST', url: '/api/token/', payload: { username: 'broker', password: 'x' } },
    { method: 'POST', url: '/api/token/refresh/', payload: { refresh: 'x' } },
  ] as const) {
    const answer = await app.inject(request)
    expect([request.url, answer.statusCode]).toEqual([request.url, 503])
    expect(answer.headers['retry-after']).toMatch(/^\d+$/)
    expect(answer.json<{ detail: string }>().detail).toMatch(/database/)
  }
  await app.close()
  await database.db.destroy()
})

test('a database that PostgreSQL refuses to open is a 503, too', () => {
  const refusal = Object.assign(new Error('database "x" is not currently accepting connections'), {
    code: '55000',
  })
  expect(isUnreachable(refusal)).toBe(true)
})

test('a connection over which nothing comes any more is a 503, too', async () => {
  const { databaseUrl } = api.app.config
  if (databaseUrl === null) return
  const client = new pg.Client({ connectionString: databaseUrl, query_timeout: 1, pipeline: true })
  client.on('error', () => undefined)
  await client.connect()
  expect(await client.query('select pg_sleep(2)').catch(isUnreachable)).toBe(true)
})

test('a connection that PostgreSQL ends is a 503 for its request, and new ones take over', async () => {
  const { db, dialect } = api.database
  if (dialect.kind === 'sqlite') return
  expect((await api.asBroker('GET', '/api/mpg/tag/')).status).toBe(200)
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const busy = sql`select pg_sleep(300)`.execute(db).catch(isUnreachable)
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  // Between two statements there is no pending answer that could fail.
  const thinking = db
    .transaction()
    .execute(async (trx) => {
      await sql`select 1`.execute(trx)
      begin()
      await ended
      await sql`select 1`.execute(trx)
    })
    .catch(isUnreachable)
  await begun
  const asleep = sql<{
    count: string
  }>`select count(*) as count from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(300)' and state = 'active'`
  await untilAnswer(
    () => asleep.execute(db),
    ({ rows }) => Number(rows[0]?.count) === 1,
  )
  // Every connection of this database but the querying one.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  )
  end()
  expect(await busy).toBe(true)
  expect(await thinking).toBe(true)
  // A lost idle connection is noticed only when it is used; none of them is used twice.
  const statuses: number[] = []
  while (!statuses.includes(200) && statuses.length < 20)
    statuses.push((await api.asBroker('GET', '/api/mpg/tag/')).status)
  expect(statuses.at(-1)).toBe(200)
  expect(statuses.slice(0, -1).every((status) => status === 503)).toBe(true)
})

test('[TRUST-30] a write for which the disk of the database has no room is a 507', async () => {
  const full = await startApi()
  const { db, dialect } = full.database
  let made = 0
  const send = () =>
    full.asBroker('POST', '/api/mpg/tag/', {
      name: `Tag ${++made}`,
      color: '#222',
      description: 'x'.repeat(255),
    })
  if (dialect.kind === 'sqlite') await sql`pragma max_page_count = 1`.execute(db)
  else
    await sql
      .raw(
        "create function no_room() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$; create trigger no_room before insert on tags execute function no_room()",
      )
      .execute(db)
  let answer = await send()
  for (let count = 0; count < 100 && answer.status === 201; count++) answer = await send()
  expect([answer.status, answer.body.code]).toEqual([507, 'storage_full'])
  expect(answer.body.detail).toBe('There is no room left on the server.')
  expect((await full.asBroker('GET', '/api/mpg/tag/')).status).toBe(200)
  await full.close()
})

test.each(['200-ok', '103-checkpoint', 'x'])(
  '[API-4] Expect: %s is a 417 like every other refusal',
  async (expected) => {
    const answer = await sendRaw(
      api,
      'POST /api/token/ HTTP/1.1',
      'Host: localhost',
      `Expect: ${expected}`,
      'Content-Length: 2',
    )
    expect([answer.status, answer.body?.detail, answer.body?.request_id]).toEqual([
      417,
      'The only expectation that is met is 100-continue.',
      answer.id,
    ])
    expect(answer.id).toBeDefined()
  },
)
