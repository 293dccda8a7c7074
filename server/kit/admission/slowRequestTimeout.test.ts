import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildAnother, startApi, type TestApi } from '../../testing/api'
import { formBody, formType } from '../../testing/forms'
import { captureLog } from '../../testing/log'
import { until } from '../../testing/until'
import { defaultSlowRequestLimits, type SlowRequestLimits } from './slowRequestTimeout'

let api: TestApi
let token: string
let deal: number
beforeAll(async () => {
  api = await startApi()
  token = (await api.signIn()).access
  const { body } = await api.asBroker<{ opportunity_id: number }>('POST', '/api/mpg/opportunities/', {
    opportunity_name: 'Larkfield Mill',
  })
  deal = body.opportunity_id
})
afterAll(() => api.close())

const hour = 3_600_000
/** Only the limits that a test sets are ever exceeded. */
const patient: SlowRequestLimits = { body: hour, upload: hour, idle: hour, rate: 0, grace: 0, check: 5 }

/** Runs a server with its own limits. */
async function withLimits<T>(
  limits: Partial<SlowRequestLimits>,
  work: (port: number, app: FastifyInstance) => Promise<T>,
): Promise<T> {
  const app: FastifyInstance = await buildAnother(api, { slowRequests: { ...patient, ...limits } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    return await work((app.server.address() as AddressInfo).port, app)
  } finally {
    await app.close()
  }
}

/** Sends the pieces of a body, each after a while, and returns everything received until the connection ends. */
function send(port: number, path: string, type: string, pieces: readonly Buffer[], length?: number) {
  const size = length ?? pieces.reduce((sum, piece) => sum + piece.length, 0)
  return new Promise<string>((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (data) => (heard += data.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve(heard)
    })
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${length === undefined ? 'close' : 'keep-alive'}\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${size}\r\n\r\n`,
    )
    void (async () => {
      for (const piece of pieces) {
        await wait(2)
        if (socket.destroyed) return
        socket.write(piece)
      }
    })()
  })
}

const upload = () =>
  formBody([
    { name: 'object_id', value: `opportunity-${deal}` },
    { name: 'file', value: Buffer.alloc(40_000, 'x'), filename: 'slow.txt', type: 'text/plain' },
  ])
const piecesOf = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
/** A body that goes on until the connection is closed. */
const drip = (start: string) => [Buffer.from(start), ...Array.from({ length: 5_000 }, () => Buffer.from(' '))]

test('[TRUST-24] an upload may take longer than other bodies while bytes come', async () => {
  const answer = await withLimits({ body: 20 }, (port) =>
    send(port, '/api/mpg/file/', formType, piecesOf(upload(), 500)),
  )
  expect(answer).toMatch(/^HTTP\/1.1 201 /)
})

test.each([
  ['a JSON body that drips', '/api/mpg/tag/', 'application/json', drip('{"name":'), { body: 50 }],
  ['a body that nobody reads', '/api/mpg/tag/?q=a&q=b', 'application/json', drip('{'), { body: 50 }],
  ['an upload that stops', '/api/mpg/file/', formType, [Buffer.from('--')], { idle: 50 }],
  ['an upload that drips', '/api/mpg/file/', formType, drip('--'), { rate: 1e6, grace: 50 }],
  ['an upload that never ends', '/api/mpg/file/', formType, drip('--'), { upload: 50 }],
] as const)('[TRUST-24] %s is cut', async (_what, path, type, pieces, limits) => {
  const answer = await withLimits(limits, (port) => send(port, path, type, pieces, 1_000_000))
  // A request answered before is only disconnected.
  expect(answer).toMatch(path.includes('?') ? /^HTTP\/1.1 400 / : /^HTTP\/1.1 408 [\s\S]*"detail":"\w/)
})

test('[TRUST-24] nothing is left of the watch over a request on a connection that is kept', async () => {
  await withLimits({}, async (port, app) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const heard = () => Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []).length
    const sockets: net.Socket[] = []
    app.server.on('connection', (socket: net.Socket) => sockets.push(socket))
    const counts = new Set<number>()
    for (let count = 0; count < 5; count++) {
      const request = http.request({ agent, port, path: '/api/token/', method: 'POST' })
      request.setHeader('content-type', 'application/json').end('{}')
      const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
      await once(answer.resume(), 'end')
      while (heard() === 0) await wait(1)
      counts.add(sockets[0]?.listenerCount('close') ?? 0)
    }
    agent.destroy()
    expect([sockets.length, counts.size]).toEqual([1, 1])
  })
})

test('[TRUST-24] 5 MB pass at a tenth of the pace of a slow line, and time enough is given for that', () => {
  expect(defaultSlowRequestLimits.rate * (defaultSlowRequestLimits.upload / 1_000)).toBeGreaterThan(5_000_000)
  expect(5_000_000 / 75).toBeGreaterThan(10 * defaultSlowRequestLimits.rate)
})

test.each([
  ['application/json', '/api/mpg/tag/', '{"name":'],
  ['application/json', '/api/token/', '{"username":'],
  [formType, '/api/mpg/file/', '--a-boundary-of-the-tests\r\n'],
])('a body of %s for %s that the client cuts is logged as that', async (type, path, start) => {
  const { lines, stop } = captureLog()
  const app = await buildAnother(api, { config: { ...api.app.config, logLevel: 'info' } })
  try {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${start}`,
    )
    const heard = (text: string) => lines.some((line) => line.includes(text))
    await until(() => heard('incoming request'))
    socket.resetAndDestroy()
    await until(() => heard('the client has broken off the request'))
    expect(lines.filter((line) => /unreachable|"level":[56]0/.test(line))).toEqual([])
  } finally {
    stop()
    await app.close()
  }
})

test.each([
  ['application/json', '/api/mpg/tag/'],
  [formType, '/api/mpg/file/'],
])('a body of %s that the client cuts before it is read is not waited for', async (type, path) => {
  const { lines, stop } = captureLog()
  const { config, sessions } = api.app
  let sockets: net.Socket[] = []
  const app = await buildAnother(api, {
    config: { ...config, logLevel: 'info' },
    sessions: {
      ...sessions,
      authenticate: async (given) => {
        await until(() => sockets.length > 0 && sockets.every(({ destroyed }) => destroyed))
        return sessions.authenticate(given)
      },
    },
  })
  try {
    app.server.on('connection', (socket: net.Socket) => (sockets = [...sockets, socket]))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n{`,
    )
    await until(() => lines.some((line) => line.includes('incoming request')))
    socket.resetAndDestroy()
    await until(() => lines.some((line) => line.includes('the client has broken off the request')))
  } finally {
    stop()
    await app.close()
  }
})
