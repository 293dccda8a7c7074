import { createHmac } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { chatIdentityPath } from '../../src/contract/chat'
import { readConfig } from '../config'
import { buildAnother, startApi, type TestApi } from '../testing/api'
import { sendRaw } from '../testing/sendRaw'

let api: TestApi
let url: string
let close: () => Promise<void>
beforeAll(async () => {
  api = await startApi()
  const publicDir = path.join(api.app.config.dataDir, 'public')
  mkdirSync(path.join(publicDir, 'assets'), { recursive: true })
  writeFileSync(
    path.join(publicDir, 'index.html'),
    '<!doctype html><style data-first></style><script data-first></script><script defer src="/assets/app.1.js"></script>',
  )
  writeFileSync(path.join(publicDir, 'assets/app.1.js'), 'plain')
  writeFileSync(path.join(publicDir, 'assets/app.1.js.br'), 'brotli')
  writeFileSync(path.join(publicDir, 'assets/app.1.js.gz'), 'gzip')
  writeFileSync(path.join(publicDir, 'assets/app.1.js.map'), 'map')
  const app = await buildAnother(api, { publicDir })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  close = () => app.close()
})
afterAll(async () => {
  await close()
  await api.close()
})

test('[TRUST-3] the page carries a fresh nonce, a strict policy and is never stored', async () => {
  const nonces = new Set<string>()
  for (const address of ['/', '/login', '/mpg/opportunities/7/details', '/any/thing']) {
    const response = await fetch(url + address)
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /script-src 'nonce-([\w-]+)' 'strict-dynamic';/.exec(policy)?.[1] ?? ''
    nonces.add(nonce)
    const page = await response.text()
    expect(page).toContain(`<script nonce="${nonce}" data-first>`)
    expect(page).toContain(`<script nonce="${nonce}" defer src="/assets/app.1.js">`)
    expect(page).toContain(`<style nonce="${nonce}" data-first>`)
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

test('[ORG-6, TRUST-3] a map may show the tiles that are configured, and nothing else gets in', async () => {
  const mapTiles = { url: 'https://tiles.citygate.example/{z}/{x}/{y}.png', attribution: 'Larkmoor Maps' }
  const app = await buildAnother(api, {
    config: { ...api.app.config, mapTiles },
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
    const app = await buildAnother(api, {
      config: { ...api.app.config, chat: readConfig(env).chat },
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

  test('[SHELL-6, TRUST-8] who talks is proved to it, by a secret that is not told', () =>
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

test.each([
  '/API/nothing',
  '/Api/',
  '/aPi/mpg/tag/',
  '/%41PI/x',
  '/REST/x',
  '/Nylas/x',
  '/Activities/API/activities/',
])('[API-4] %s is nothing, and no page either', async (path) => {
  const answer = await sendRaw(api, `GET ${path} HTTP/1.1`, 'Host: localhost', 'Accept: text/html')
  expect([answer.status, answer.body?.code]).toEqual([404, 'not_found'])
})
