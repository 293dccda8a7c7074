import { createHmac } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { chatIdentityPath } from '../../src/contract/chat'
import { buildApp } from '../app'
import { readConfig } from '../config'
import { isUnreachable, openPostgres } from '../db/dialect'
import { createSessions } from '../sessions'
import { startApi, type TestApi } from '../testing/api'
import { hearLog } from '../testing/log'
import { untilAnswer } from '../testing/until'

let api: TestApi
const routes: { method: string; url: string }[] = []
beforeAll(async () => {
  api = await startApi()
  for (const [url, methods] of Object.entries(api.app.swagger().paths ?? {}))
    for (const method of Object.keys(methods as object)) routes.push({ method: method.toUpperCase(), url })
})
afterAll(() => api.close())

/** The only routes that answer without a session. */
const open = [
  'POST /api/token/',
  'POST /api/token/refresh/',
  'POST /api/token/revoke/',
  'POST /api/registration/',
  'GET /api/calendar/{file}',
  'GET /api/installation/',
  'GET /rest/login/{provider}/',
  'GET /rest/complete/{provider}/',
  'GET /nylas/authorize/',
  'POST /nylas/authorize/',
  'GET /api/mpg/contacts/{id}/crystal_profile/',
  'GET /api/mpg/file/{id}/content/',
  'GET /api/mpg/organizations/{id}/logo/',
]

test('[TRUST-9] every other route asks for a session, with and without its slash', async () => {
  expect(routes.length).toBeGreaterThan(20)
  const unexpected: string[] = []
  for (const { method, url } of routes) {
    if (open.includes(`${method} ${url}`)) continue
    const filled = url.replaceAll(/\{\w+\}/g, '1')
    for (const address of [filled, filled.replace(/\/$/, '')])
      for (const sent of [method, 'OPTIONS', 'HEAD'])
        for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer x y' }]) {
          const { status } = await api.send(sent, address, { headers })
          if (status !== 401) unexpected.push(`${sent} ${address} ${status}`)
        }
  }
  expect(unexpected).toEqual([])
})

test('[TRUST-9] the list of open routes is complete', async () => {
  const found: string[] = []
  for (const { method, url } of routes)
    if ((await api.send(method, url.replaceAll(/\{\w+\}/g, '1'))).status !== 401)
      found.push(`${method} ${url}`)
  expect(found.sort()).toEqual([...open].sort())
})

test('[TRUST-39] unknown paths and methods of the API are 404 and 405 in JSON', async () => {
  for (const path of [
    '/api/nothing',
    '/api',
    '/api/mpg/',
    '/nylas/nothing',
    '/rest/x',
    '/activities/api/x',
    '/.env',
    '/x.map',
  ]) {
    const answer = await api.asBroker('GET', path)
    expect([path, answer.status, typeof answer.body.detail, typeof answer.body.request_id]).toEqual([
      path,
      404,
      'string',
      'string',
    ])
  }
  const answer = await api.asBroker('PUT', '/api/mpg/states/')
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toContain('GET')
  expect(answer.body.detail).toBeTruthy()
})

test('[TRUST-39] methods that no address answers are 405 where there is one, and 404 elsewhere', async () => {
  for (const method of ['PROPFIND', 'SEARCH', 'PURGE', 'LOCK', 'MKCOL']) {
    const { status, headers, body } = await api.asBroker(method, '/api/mpg/tag/1')
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, PUT, PATCH, DELETE'])
    expect(body.detail).toBeTruthy()
    expect((await api.send(method, '/api/mpg/tag/')).status).toBe(401)
    expect((await api.asBroker(method, '/api/nothing')).status).toBe(404)
  }
})

test('[TRUST-24] what is sent to an address that there is not is not read', async () => {
  for (const body of ['{'.repeat(900_000), '{}'])
    expect((await api.send('POST', '/api/nothing/', { body })).status).toBe(404)
})

test('[TRUST-39] TRACE is refused', async () => {
  const status = await new Promise((resolve) => {
    http
      .request(`${api.url}/api/mpg/tag/`, { method: 'TRACE' }, (response) => {
        resolve(response.resume().statusCode)
      })
      .end()
  })
  expect([401, 405]).toContain(status)
})

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

test('[TRUST-24] signs within texts are no parts of a body', async () => {
  const description = `${'[{,:'.repeat(2_000)}\\"[[`
  const answer = await api.asBroker('POST', '/api/mpg/tag/', { name: 'Signs', color: '#222', description })
  expect(answer.body.fields).toEqual({ description: 'At most 255 characters.' })
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

test('[TRUST-8] tokens, passwords and search texts are not in the log, nor in errors', async () => {
  const canary = 'canary-5f0c2b'
  const { lines, stop } = hearLog()
  const app = await buildApp({
    config: { ...api.app.config, logLevel: 'trace' },
    database: api.database,
    sessions: api.app.sessions,
    secrets: api.secrets,
    publicDir: api.app.config.dataDir,
  })
  try {
    for (const answer of [
      await app.inject({
        method: 'POST',
        url: '/api/token/',
        payload: { username: 'broker', password: canary },
      }),
      await app.inject({
        url: `/api/mpg/tag/?q=${canary}`,
        headers: { authorization: `Bearer ${canary}`, cookie: canary },
      }),
      await app.inject({ method: 'POST', url: '/api/token/refresh/', payload: { refresh: canary } }),
    ])
      lines.push(answer.body)
  } finally {
    stop()
    await app.close()
  }
  expect(lines.join('')).toContain('incoming request')
  expect(lines.join('')).not.toContain(canary)
})

test('[API-1] the API document names every route and needs no session', async () => {
  const document = await api.send<{ openapi: string; paths: Record<string, object> }>('GET', '/api/schema/')
  expect(document.status).toBe(200)
  expect(document.body.openapi).toBe('3.1.0')
  expect(Object.keys(document.body.paths)).toEqual(
    expect.arrayContaining([
      '/api/token/',
      '/api/users/me/',
      '/api/mpg/opportunities/',
      '/api/mpg/opportunities/{id}/',
      '/api/mpg/tag/',
    ]),
  )
  const page = await fetch(`${api.url}/api/docs/`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*|[\w-]+\.\w/)
})

test('a database that cannot be reached is a 503, to be tried again', async () => {
  const database = openPostgres('postgres://127.0.0.1:1/nowhere')
  const app = await buildApp({
    config: api.app.config,
    database,
    sessions: createSessions(database, api.secrets),
    secrets: api.secrets,
    publicDir: api.app.config.dataDir,
  })
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

test('a database that PostgreSQL lets nobody into is a 503, too', () => {
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

test('a connection that PostgreSQL ends is a 503 for whoever used it, and new ones take over', async () => {
  const { db, dialect } = api.database
  if (dialect.kind === 'sqlite') return
  expect((await api.asBroker('GET', '/api/mpg/tag/')).status).toBe(200)
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const busy = sql`select pg_sleep(300)`.execute(db).catch(isUnreachable)
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  // Between two statements nothing waits for an answer that could fail.
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
  // Every connection of this database but the one that asks.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  )
  end()
  expect(await busy).toBe(true)
  expect(await thinking).toBe(true)
  // Idle connections may turn out to be lost only when they are used; none of them is used twice.
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

test('health: alive, ready, and not ready without a database', async () => {
  expect((await api.send('GET', '/healthz')).status).toBe(200)
  expect((await api.send('GET', '/readyz')).status).toBe(200)
  const app = await buildApp({
    config: api.app.config,
    database: openPostgres('postgres://127.0.0.1:1/nowhere'),
    sessions: api.app.sessions,
    secrets: api.secrets,
    publicDir: api.app.config.dataDir,
  })
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
})

describe('the page and its files', () => {
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const publicDir = path.join(api.app.config.dataDir, 'public')
    mkdirSync(path.join(publicDir, 'assets'), { recursive: true })
    writeFileSync(
      path.join(publicDir, 'index.html'),
      '<!doctype html><style data-shell></style><script data-program="/assets/app.1.js" data-page="screen"></script>',
    )
    writeFileSync(
      path.join(publicDir, 'screens.json'),
      JSON.stringify([
        { path: '/mpg/deals/new', page: { frame: 'new' } },
        { path: '/mpg/deals/:id', page: { frame: '"$&<one>' } },
      ]),
    )
    writeFileSync(path.join(publicDir, 'assets/app.1.js'), 'plain')
    writeFileSync(path.join(publicDir, 'assets/app.1.js.br'), 'brotli')
    writeFileSync(path.join(publicDir, 'assets/app.1.js.gz'), 'gzip')
    writeFileSync(path.join(publicDir, 'assets/app.1.js.map'), 'map')
    const app = await buildApp({
      config: api.app.config,
      database: api.database,
      sessions: api.app.sessions,
      secrets: api.secrets,
      publicDir,
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    close = () => app.close()
  })
  afterAll(() => close())

  test('[TRUST-3] the page carries a fresh nonce, a strict policy and is never stored', async () => {
    const nonces = new Set<string>()
    for (const address of ['/', '/login', '/mpg/opportunities/7/details', '/any/thing']) {
      const response = await fetch(url + address)
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /script-src 'nonce-([\w-]+)' 'strict-dynamic';/.exec(policy)?.[1] ?? ''
      nonces.add(nonce)
      const page = await response.text()
      expect(page).toContain(`<script nonce="${nonce}" data-program="/assets/app.1.js" data-page="`)
      expect(page).toContain(`<style nonce="${nonce}" data-shell>`)
      for (const rule of [
        `style-src 'self' 'nonce-${nonce}'`,
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "connect-src 'self'",
      ])
        expect(policy).toContain(rule)
      expect(policy).not.toContain('unsafe')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect(nonces.size).toBe(4)
  })

  test('the page is told what shows the screen at its address, and of no other', async () => {
    const toldAt = async (address: string) =>
      /data-page="([^"]*)"/.exec(await (await fetch(url + address)).text())?.[1]
    expect(await toldAt('/mpg/deals/7/?q=x')).toBe('{&quot;frame&quot;:&quot;\\&quot;$&amp;<one>&quot;}')
    expect(await toldAt('//mpg//deals/new')).toBe('{&quot;frame&quot;:&quot;new&quot;}')
    expect(await toldAt('/mpg/deals/7/files')).toBe('')
    expect(await toldAt('/any/thing')).toBe('')
    expect((await fetch(`${url}/screens.json`)).status).toBe(404)
  })

  test('[ORG-6, TRUST-3] a map may show the tiles that are configured, and nothing else gets in', async () => {
    const mapTiles = { url: 'https://tiles.citygate.example/{z}/{x}/{y}.png', attribution: 'Larkmoor Maps' }
    const app = await buildApp({
      config: { ...api.app.config, mapTiles },
      database: api.database,
      sessions: api.app.sessions,
      secrets: api.secrets,
      publicDir: path.join(api.app.config.dataDir, 'public'),
    })
    expect((await app.inject('/api/installation/')).json()).toMatchObject({
      map_tiles: mapTiles,
    })
    const { headers } = await app.inject('/')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.citygate.example;")
    expect(policy.match(/https:/g)).toHaveLength(1)
    await app.close()
  })

  describe('with a chat', () => {
    const withChat = async (env: NodeJS.ProcessEnv, look: (app: FastifyInstance) => Promise<void>) => {
      const app = await buildApp({
        config: { ...api.app.config, chat: readConfig(env).chat },
        database: api.database,
        sessions: api.app.sessions,
        secrets: api.secrets,
        publicDir: path.join(api.app.config.dataDir, 'public'),
      })
      await look(app)
      await app.close()
    }
    const policyOf = async (app: FastifyInstance) =>
      String((await app.inject('/')).headers['content-security-policy'])
    const chatwoot = {
      CHAT_WIDGET: 'chatwoot',
      CHAT_SCRIPT_URL: 'https://chat.citygate.example/packs/js/sdk.js',
      CHAT_KEY: 'k1',
    }

    test('[SHELL-6, TRUST-3] the one that is configured may be used, and nothing else gets in', () =>
      withChat(chatwoot, async (app) => {
        expect((await app.inject('/api/installation/')).json()).toMatchObject({
          chat: { maker: 'chatwoot', script: chatwoot.CHAT_SCRIPT_URL, key: 'k1', is_verified: false },
        })
        const policy = await policyOf(app)
        for (const directive of ['connect-src', 'frame-src', 'img-src', 'font-src', 'style-src', 'media-src'])
          expect(policy).toMatch(new RegExp(`${directive}[^;]* https://chat\\.citygate\\.example(;| |$)`))
        expect(policy).toContain(' wss://chat.citygate.example;')
        expect(policy).toMatch(/script-src 'nonce-[\w-]+' 'strict-dynamic';/)
        expect(policy).toMatch(/style-src 'self' 'nonce-[\w-]+' https:[^';]*;/)
        expect(policy.match(/https:/g)).toHaveLength(6)
      }))

    test('[SHELL-6, TRUST-3] Intercom comes from its own address and may use what it asks for', () =>
      withChat({ CHAT_WIDGET: 'intercom', CHAT_KEY: 'k1' }, async (app) => {
        expect((await app.inject('/api/installation/')).json()).toMatchObject({
          chat: { maker: 'intercom', script: 'https://widget.intercom.io/widget/k1', command: 'Intercom' },
        })
        const policy = await policyOf(app)
        expect(policy).toContain(' wss://nexus-websocket-a.intercom.io')
        expect(policy).toMatch(/script-src 'nonce-[\w-]+' 'strict-dynamic';/)
        expect(policy).toContain("frame-ancestors 'none'")
        for (const [origin] of policy.matchAll(/(https|wss):[^ ;]+/g))
          expect(origin).toMatch(
            /intercom|^https:\/\/(www\.youtube\.com|player\.vimeo\.com|fast\.wistia\.net)$/,
          )
      }))

    test('[SHELL-6, TRUST-8] who talks is proved to it, by a secret that nobody is told', () =>
      withChat({ ...chatwoot, CHAT_SECRET: 'hunter2' }, async (app) => {
        const installation = await app.inject('/api/installation/')
        expect(installation.json()).toMatchObject({ chat: { is_verified: true } })
        expect(installation.body).not.toContain('hunter2')
        expect((await app.inject(chatIdentityPath)).statusCode).toBe(401)
        const { access, user } = await api.signIn('team')
        const answer = await app.inject({
          url: chatIdentityPath,
          headers: { authorization: `Bearer ${access}` },
        })
        expect(answer.json()).toEqual({
          identity: createHmac('sha256', 'hunter2').update(String(user.id)).digest('hex'),
        })
      }))

    test('without a secret it is proved nothing', async () => {
      expect((await api.asBroker('GET', chatIdentityPath)).body).toEqual({ identity: null })
    })
  })

  test('files come compressed as the browser likes and stay cached', async () => {
    const fetchAs = async (encoding: string) => {
      const text = await new Promise<{ body: string; headers: http.IncomingHttpHeaders }>((resolve) => {
        http.get(`${url}/assets/app.1.js`, { headers: { 'accept-encoding': encoding } }, (response) => {
          let body = ''
          response.on('data', (data: Buffer) => (body += data.toString()))
          response.on('end', () => {
            resolve({ body, headers: response.headers })
          })
        })
      })
      return text
    }
    expect((await fetchAs('gzip, br')).body).toBe('brotli')
    expect((await fetchAs('gzip')).body).toBe('gzip')
    const plain = await fetchAs('identity')
    expect(plain.body).toBe('plain')
    expect(plain.headers['cache-control']).toContain('immutable')
  })

  test('[TRUST-39] source maps, dot files and missing files are not served', async () => {
    for (const address of [
      '/assets/app.1.js.map',
      '/assets/gone.js',
      '/.git/config',
      '/.env',
      '/index.html.map',
    ])
      expect([address, (await fetch(url + address)).status]).toEqual([address, 404])
    for (const address of ['//api/nothing', '/%61pi/nothing', '/api%2Fnothing', '/%2Eenv', '/x%2Emap'])
      expect([address, (await fetch(url + address)).status]).toEqual([address, 404])
    expect((await fetch(`${url}/api/nothing`)).headers.get('content-type')).toContain('json')
    expect((await fetch(`${url}/login`, { method: 'POST' })).status).toBe(404)
  })

  test('[TRUST-40] a fragment, which no browser sends, is no part of the address', async () => {
    const statusOf = (path: string) =>
      new Promise((resolve, reject) => {
        const { port } = new URL(url)
        http
          .get({ port, path }, (response) => {
            resolve(response.resume().statusCode)
          })
          .on('error', reject)
      })
    expect(await statusOf('/login#%zz')).toBe(200)
    expect(await statusOf('/.env#%zz')).toBe(404)
  })
})
