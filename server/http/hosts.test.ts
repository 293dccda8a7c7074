import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import { text } from 'node:stream/consumers'
import { consentPath, mailRedirectPath } from '../../src/contract/mail'
import { checkTransport, readConfig } from '../config'
import { startApi, type TestApi } from '../testing/api'
import { runProgram } from '../testing/programs'

let api: TestApi
let published: TestApi
beforeAll(async () => {
  api = await startApi()
  published = await startApi({ PUBLIC_URL: 'https://Desk.citygate.example/' })
})
afterAll(async () => {
  await api.close()
  await published.close()
})

interface Heard {
  status: number | undefined
  headers: http.IncomingHttpHeaders
  body: string
}

/** Sends a request with a Host header that fetch would not allow. */
async function ask(
  { app }: TestApi,
  path: string,
  headers: Record<string, string>,
  address = '127.0.0.1',
): Promise<Heard> {
  const { port } = app.server.address() as AddressInfo
  const request = http.get({ host: address, port, path, headers, agent: false })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

describe('[TRUST-17, TRUST-37] whom a request names as its host decides nothing', () => {
  const foreign = [
    'evil.example',
    'evil.example:8080',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    'evil.example/localhost',
    'localhost:80:80',
    '[::1].evil.example',
    '10.1.2.3',
    'desk.citygate.example.evil.example',
  ]
  test.each(foreign)('%s is refused at every address', async (host) => {
    for (const server of [api, published])
      for (const path of ['/', '/login', '/api/installation/', '/api/schema/', `${consentPath}?state=x`]) {
        const { status, body } = await ask(server, path, { host })
        expect([path, status]).toEqual([path, 421])
        expect(JSON.parse(body)).toMatchObject({ detail: expect.stringMatching(/PUBLIC_URL/) as string })
        expect(body).not.toContain(host)
      }
  })

  test.each(['localhost', 'LOCALHOST:9000', '127.0.0.1:1', '127.8.0.1', '[::1]', '[::1]:8080'])(
    '%s is this machine, whatever the port: it may be a tunnel',
    async (host) => {
      for (const server of [api, published])
        expect((await ask(server, '/api/installation/', { host })).status).toBe(200)
    },
  )

  test('the public address is known by its name, with the proxy’s port or without', async () => {
    for (const host of ['desk.citygate.example', 'DESK.citygate.example:443', 'desk.citygate.example:8443'])
      expect([host, (await ask(published, '/api/installation/', { host })).status]).toEqual([host, 200])
    expect((await ask(api, '/api/installation/', { host: 'desk.citygate.example' })).status).toBe(421)
  })

  test('a request without a host is refused, as old clients may send it', async () => {
    const socket = net.connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET /api/installation/ HTTP/1.0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
  })

  test('whatever watches the process may call it as it likes', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect([path, (await ask(api, path, { host: 'probe.example' })).status]).toEqual([path, 200])
  })

  test('where the browser is sent back to follows neither Host nor forwarding headers', async () => {
    const { access } = await api.signIn()
    const { port } = new URL(api.url)
    const redirect = (host: string, url: string) =>
      ask(api, `${mailRedirectPath}?redirect_url=${encodeURIComponent(url)}`, {
        host,
        authorization: `Bearer ${access}`,
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example;proto=https',
      })
    expect((await redirect('evil.example', 'http://evil.example/setup')).status).toBe(421)
    expect((await redirect(`127.0.0.1:${port}`, 'https://evil.example/setup')).status).toBe(400)
    expect((await redirect(`127.0.0.1:${port}`, 'http://evil.example/setup')).status).toBe(400)
    const own = await redirect(`127.0.0.1:${port}`, `${api.url}/setup`)
    expect([own.status, own.body]).toEqual([200, expect.stringContaining(`"url":"${api.url}${consentPath}`)])
  })

  test('the address at which a request arrives is believed, and no other of its kind', async () => {
    const address = Object.values(os.networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address
    const open = await startApi({}, undefined, '0.0.0.0')
    const here = address ?? '127.0.0.1'
    const { port } = open.app.server.address() as AddressInfo
    expect((await ask(open, '/api/installation/', { host: `${here}:${port}` }, here)).status).toBe(200)
    expect((await ask(open, '/api/installation/', { host: `10.255.255.254:${port}` }, here)).status).toBe(421)
    await open.close()
  })
})

describe('[TRUST-37] beyond this machine the way is encrypted', () => {
  const HOST = '0.0.0.0'
  const refused = /^HOST "0\.0\.0\.0" is reachable from other machines.*PUBLIC_URL.*ALLOW_PLAIN_HTTP=1/

  test.each([{}, { PUBLIC_URL: 'http://desk.citygate.example' }, { ALLOW_PLAIN_HTTP: '0' }])(
    'with %j the server does not start',
    (env) => {
      expect(() => checkTransport(readConfig({ HOST, ...env }))).toThrow(refused)
    },
  )

  test.each([
    { HOST, PUBLIC_URL: 'https://desk.citygate.example' },
    { HOST, ALLOW_PLAIN_HTTP: '1' },
    { HOST: 'localhost' },
    { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' },
  ])('with %j it does', (env) => {
    expect(() => {
      checkTransport(readConfig(env))
    }).not.toThrow()
  })

  test('the process says so in one line and ends with status 1', async () => {
    const { status, complaint } = await runProgram('server/main.ts', { env: { HOST, PORT: '0' } })
    expect(status).toBe(1)
    expect(complaint).toMatch(refused)
    expect(complaint.split('\n')).toHaveLength(1)
  })

  test('browsers are told to stay with https where the public address has it, and only there', async () => {
    for (const path of ['/', '/api/installation/', '/api/users/', '/no-such-page.txt', '/healthz'])
      expect((await ask(published, path, {})).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await ask(api, '/', {})).headers).not.toHaveProperty('strict-transport-security')
  })
})
