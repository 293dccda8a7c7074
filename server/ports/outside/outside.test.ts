import http, { type IncomingMessage, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { until } from '../../testing/until'
import { createOutside, OutsideError, type Connection, type OutsideRules } from '.'
import { isPublic } from './addresses'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Listens on this machine until the test ends. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A connection to a peer on this machine with a given answer. */
async function peer(answer: RequestListener, rules: Partial<OutsideRules> = {}): Promise<Connection> {
  return connected(`http://127.0.0.1:${await listen(http.createServer(answer))}`, rules)
}

function connected(origin: string, rules: Partial<OutsideRules> = {}): Connection {
  const outside = createOutside({ privateHosts: [new URL(origin).host], ...rules })
  closers.push(outside.close)
  return outside.connect({ key: 'bureau', origins: [origin] })
}

const at = (connection: Connection, path = '/asked') => `${connection.options.origins[0] ?? ''}${path}`
const anything = Type.Object({ name: Type.String() })
const ask = (connection: Connection) =>
  connection.json(anything, at(connection), { headers: { authorization: 'Bearer not-to-be-seen' } })

async function faultOf(answer: Promise<unknown>): Promise<OutsideError> {
  const error = await answer.then(
    () => new Error('nothing went wrong'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof OutsideError) return error
  throw error
}

const json = (body: string, status = 200): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
}
const short = { connect: 200, all: 300, bytes: 1_000_000 }

test('[TRUST-26] an answer within the limits arrives, compressed or not, and is noted', async () => {
  let seen: IncomingMessage | undefined
  const connection = await peer((request, response) => {
    seen = request
    response.writeHead(200, { 'content-type': 'application/problem+json', 'content-encoding': 'gzip' })
    response.end(gzipSync('{"name":"Tollgate"}'))
  })
  expect(connection.state).toEqual({ lastSuccess: null, lastError: null, isOpen: false })
  expect(await ask(connection)).toEqual({ name: 'Tollgate' })
  expect(seen?.headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer not-to-be-seen' })
  expect(connection.state).toMatchObject({ lastError: null, isOpen: false })
  expect(connection.state.lastSuccess).not.toBeNull()
})

test('[TRUST-26] the function for libraries gives what a peer refuses, and sends forms', async () => {
  const bodies: string[] = []
  const connection = await peer((request, response) => {
    request.on('data', (piece: Buffer) => bodies.push(piece.toString()))
    request.on('end', () => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
    })
  })
  const answer = await connection.fetch(at(connection), {
    method: 'POST',
    body: new URLSearchParams({ code: 'a b' }),
  })
  expect(answer).toBeInstanceOf(Response)
  expect([answer.status, await answer.json(), bodies]).toEqual([
    400,
    { error: 'invalid_grant' },
    ['code=a+b'],
  ])
  expect(connection.state.lastSuccess).not.toBeNull()
})

const nested = `{"name":"x","more":${'['.repeat(20_000)}${']'.repeat(20_000)}}`

test.each<[string, number, string, RequestListener]>([
  ['never begins to answer', 504, 'it does not answer in time', () => undefined],
  [
    'drips its answer',
    504,
    'it does not answer in time',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    },
  ],
  ['answers too much', 502, 'it answers too much', json(`{"name":"${'x'.repeat(1_000_000)}"}`)],
  [
    'compresses too much into little',
    502,
    'it answers too much',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(`{"name":"${'x'.repeat(50_000_000)}"}`))
    },
  ],
  [
    'sends on to elsewhere',
    502,
    'it sends on to another address, which is not followed',
    (_request, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end()
    },
  ],
  [
    'says it is a page',
    502,
    'its answer is not JSON',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('{"name":"x"}')
    },
  ],
  ['breaks its JSON', 502, 'its answer is broken JSON', json('{"name":"x"')],
  ['nests without end', 502, 'its answer is nested too deeply', json(nested)],
  [
    'answers something else',
    502,
    'its answer is not what was agreed upon (/name)',
    json('{"name":{"first":"x"}}'),
  ],
  [
    'breaks off before it answers',
    502,
    'it breaks off the connection',
    (request) => {
      request.socket.destroy()
    },
  ],
  [
    'breaks off in the middle',
    502,
    'it breaks off the connection',
    (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"name":', () => request.socket.destroy())
    },
  ],
  ['wants other credentials', 502, 'it does not accept our credentials (401)', json('{}', 401)],
  ['forbids it', 502, 'it does not accept our credentials (403)', json('{}', 403)],
  ['has broken down', 502, 'it answers with 500', json('{}', 500)],
  ['wants fewer calls', 502, 'it answers with 429', json('{}', 429)],
])('[TRUST-26] a peer that %s: %i', async (_what, status, why, answer) => {
  const limits = status === 504 ? short : { connect: 10_000, all: 60_000, bytes: 1_000_000 }
  const connection = await peer(answer, { limits })
  const fault = await faultOf(ask(connection))
  expect([fault.status, fault.code, fault.why]).toEqual([status, 'outside_unavailable', why])
  expect(connection.state).toMatchObject({ lastSuccess: null, lastError: { why } })
  expect(`${JSON.stringify(fault)}${fault.message}${fault.why}`).not.toContain('not-to-be-seen')
})

test('[TRUST-26] a peer that takes the connection and says nothing when greeted is given up: 504', async () => {
  const port = await listen(createServer())
  const connection = connected(`https://127.0.0.1:${port}`, { limits: { ...short, all: 60_000 } })
  const fault = await faultOf(ask(connection))
  expect([fault.status, fault.why]).toEqual([504, 'it does not accept the connection in time'])
})

test('[TRUST-26] a peer that cannot be reached: 502', async () => {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  const connection = connected(`http://127.0.0.1:${port}`)
  const fault = await faultOf(ask(connection))
  expect([fault.status, fault.why]).toEqual([502, 'it refuses connections'])
})

test('[TRUST-26] private addresses are refused when the connection is made, by number and by name', async () => {
  let visits = 0
  const server = createServer(() => visits++)
  const port = await listen(server)
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '[::1]']) {
    const url = new URL(`https://${host}:${port}/`)
    const connection = connected(url.origin, { privateHosts: ['elsewhere:443'] })
    const fault = await faultOf(connection.fetch(url))
    expect([host, fault.status, fault.why]).toEqual([
      host,
      502,
      'its address belongs to a private network, which PRIVATE_HOSTS does not allow',
    ])
  }
  expect(visits).toBe(0)
})

test('[TRUST-26] nothing is asked at other hosts, without encryption, or with a password in the address', async () => {
  let visits = 0
  const connection = await peer((_request, response) => {
    visits++
    response.end()
  })
  const here = at(connection)
  const others = ['https://elsewhere.example/', here.replace('//', '//user:word@')]
  for (const url of others) expect((await faultOf(connection.fetch(url))).status).toBe(502)
  const origin = connection.options.origins[0] ?? ''
  expect((await faultOf(connected(origin, { privateHosts: [] }).fetch(here))).why).toContain('encryption')
  expect(visits).toBe(0)
})

test('[TRUST-26] after failures in a row a peer is left alone, then asked once, and again when it is back', async () => {
  let now = 1_000
  let isWell = false
  const held: (() => void)[] = []
  let visits = 0
  const connection = await peer(
    (_request, response) => {
      visits++
      const end = () => json('{"name":"x"}', isWell ? 200 : 503)(_request, response)
      if (isWell) held.push(end)
      else end()
    },
    { now: () => now, breaker: { failures: 3, pause: 30_000 } },
  )
  for (let count = 0; count < 5; count++) await faultOf(ask(connection))
  expect([visits, connection.state.isOpen]).toEqual([3, true])
  expect(connection.state.lastError?.why).toBe('it answers with 503')

  now += 30_000
  await faultOf(ask(connection))
  await faultOf(ask(connection))
  expect([visits, connection.state.isOpen]).toEqual([4, true])

  now += 30_000
  isWell = true
  const probe = ask(connection)
  await until(() => held.length === 1)
  await faultOf(ask(connection))
  held[0]?.()
  await probe
  expect([visits, connection.state.isOpen]).toEqual([5, false])
})

test('[TRUST-26] what a peer refuses does not open the breaker, and neither does a client that disconnects', async () => {
  let status = 401
  const connection = await peer(
    (request, response) => {
      if (status !== 0) json('{"error":"x"}', status)(request, response)
    },
    { breaker: { failures: 2, pause: 30_000 } },
  )
  for (status of [401, 403, 400, 404]) {
    const { refusal } = await faultOf(ask(connection))
    expect(refusal).toMatchObject({ status, body: { error: 'x' } })
    expect(refusal?.headers.get('content-type')).toBe('application/json')
  }
  status = 0
  for (let count = 0; count < 3; count++) {
    const gone = new AbortController()
    const asked = connection.fetch(at(connection), { signal: gone.signal })
    setImmediate(() => gone.abort())
    await faultOf(asked)
  }
  expect(connection.state.isOpen).toBe(false)
})

test('[TRUST-26] attempts that are no web calls are noted and left out alike', async () => {
  const connection = connected('http://127.0.0.1:1', { breaker: { failures: 2, pause: 30_000 } })
  expect(await connection.attempt(() => Promise.resolve(7))).toBe(7)
  const fail = () => Promise.reject(Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }))
  const tried = () => connection.attempt(fail).catch((error: unknown) => (error as Error).message)
  expect([await tried(), await tried()]).toEqual(['secret', 'secret'])
  expect(await tried()).toBe('Credit bureau does not answer now. Try again in a moment.')
  expect(connection.state).toMatchObject({ isOpen: true, lastError: { why: 'it refuses connections' } })
})

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['2a00:1450:4001:82a::200e', true],
  ['3ffe::1', true],
  ['::ffff:93.184.215.14', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.100.100.200', false],
  ['127.8.8.8', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:a9fe:a9fe', false],
  ['::127.0.0.1', false],
  ['::ffff:0:7f00:1', false],
  ['::ffff:0:5db8:d70e', false],
  ['64:ff9b::a00:1', false],
  ['64:ff9b:1::a00:1', false],
  ['100::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['3fff:fff::1', false],
  ['4000::1', false],
  ['5f00::1', false],
  ['2002:a00:1::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['localhost', false],
])('[TRUST-26] %s belongs to the Internet: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})
