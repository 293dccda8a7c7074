import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProduct } from './product'

const dirs: string[] = []
const makeDir = () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'citygate-process-'))
  dirs.push(dir)
  return dir
}
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

/** Starts the built server and waits until it exits by itself. */
async function runToEnd(
  env: Record<string, string>,
): Promise<{ status: unknown; said: string; seconds: number }> {
  const started = performance.now()
  const server = spawn(process.execPath, ['dist/server/main.mjs'], {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', DEMO: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = collect(server)
  const [status] = (await once(server, 'exit')) as [unknown]
  return { status, said: said(), seconds: (performance.now() - started) / 1_000 }
}

function collect(server: ChildProcess): () => string {
  let text = ''
  server.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

const oneLine = (pattern: RegExp) => new RegExp(`^${pattern.source}\\n$`)

it('a bad environment variable is named in one line', async () => {
  const { status, said } = await runToEnd({ PORT: 'eighty', DATA_DIR: makeDir() })
  expect(status).toBe(1)
  expect(said).toMatch(oneLine(/PORT is "eighty", but must be a port number.*/))
})

it('a data directory that cannot be written is named in one line', async () => {
  const file = path.join(makeDir(), 'file')
  writeFileSync(file, '')
  const { status, said } = await runToEnd({ DATA_DIR: path.join(file, 'data') })
  expect(status).toBe(1)
  expect(said).toMatch(oneLine(/DATA_DIR ".*" cannot be written: \w+\./))
})

it('a port in use is named in one line', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const { port } = squatter.address() as { port: number }
  const { status, said } = await runToEnd({ DATA_DIR: makeDir(), PORT: String(port) })
  squatter.close()
  expect(status).toBe(1)
  expect(said).toMatch(
    oneLine(new RegExp(`PORT ${port} on HOST 127\\.0\\.0\\.1 is in use by another program\\.`)),
  )
})

it('a database that does not answer is named in one line', async () => {
  const { status, said } = await runToEnd({
    DATA_DIR: makeDir(),
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
  })
  expect(status).toBe(1)
  expect(said).toMatch(oneLine(/DATABASE_URL: the database cannot be opened: \w+\./))
})

it('demo accounts made on loopback are not served to others later', async () => {
  const DATA_DIR = makeDir()
  await (await startProduct({ DATA_DIR })).stop()
  const { status, said } = await runToEnd({ DATA_DIR, HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: '1' })
  expect(status).toBe(1)
  expect(said).toMatch(oneLine(/HOST "0\.0\.0\.0" is not loopback, and the database holds demo accounts.*/))
})

it('[TRUST-31] a second process on the same data directory refuses at once and names the holder', async () => {
  const DATA_DIR = makeDir()
  const first = await startProduct({ DATA_DIR })
  const second = await runToEnd({ DATA_DIR })
  expect(second.status).toBe(1)
  expect(second.said).toMatch(oneLine(/DATA_DIR ".*" is in use by process \d+, since .*\./))
  await first.stop()
})

it('[TRUST-31] the lock dies with its process, even a killed one', async () => {
  const DATA_DIR = makeDir()
  const server = spawn(process.execPath, ['dist/server/main.mjs'], {
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', DEMO: '0', DATA_DIR },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(server.stdout, 'data')
  server.kill('SIGKILL')
  await once(server, 'exit')
  await (await startProduct({ DATA_DIR })).stop()
})

/** Starts an upload without sending its last bytes, on a keep-alive connection. */
async function startUpload(url: string) {
  const ask = async <T>(address: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(url + address, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as T
  }
  const credentials = { username: 'broker', password: 'citygate-demo-2026' }
  const { access } = await ask<{ access: string }>('/api/token/', credentials)
  const deal = { opportunity_name: 'Larkfield Mill' }
  const { opportunity_id } = await ask<{ opportunity_id: number }>('/api/mpg/opportunities/', deal, access)
  const [before, after] = [
    `--x\r\ncontent-disposition: form-data; name="object_id"\r\n\r\nopportunity-${opportunity_id}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`,
    'content\r\n--x--\r\n',
  ]
  const agent = new http.Agent({ keepAlive: true })
  const upload = http.request(`${url}/api/mpg/file/`, {
    agent,
    method: 'POST',
    headers: {
      authorization: `Bearer ${access}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': before.length + after.length,
    },
  })
  upload.on('error', () => undefined)
  upload.write(before)
  await once(upload, 'socket')
  return { agent, upload, finish: () => upload.end(after) }
}

const isAnswered = (url: string) =>
  fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  )

/** Sizes of the lock and the write-ahead log after an orderly exit, in bytes. */
const leftIn = (dataDir: string) => [
  existsSync(path.join(dataDir, 'holder.txt')),
  statSync(path.join(dataDir, 'citygate.db-wal'), { throwIfNoEntry: false })?.size ?? 0,
]

it('[TRUST-35] SIGTERM lets an upload finish, and does not wait for the connection that is kept', async () => {
  const DATA_DIR = makeDir()
  const product = await startProduct({ DATA_DIR })
  const { agent, upload, finish } = await startUpload(product.url)
  const stopped = product.stop()
  // Until new connections are refused.
  while (await isAnswered(product.url)) continue
  finish()
  const [answer] = (await once(upload, 'response')) as [http.IncomingMessage]
  expect(answer.statusCode).toBe(201)
  answer.resume()
  await stopped
  agent.destroy()
  expect(leftIn(DATA_DIR)).toEqual([false, 0])
})

it('[TRUST-35] SIGTERM cuts an upload that does not end, and closes everything in order', async () => {
  const DATA_DIR = makeDir()
  const product = await startProduct({ DATA_DIR })
  const { agent } = await startUpload(product.url)
  await product.stop()
  agent.destroy()
  expect(leftIn(DATA_DIR)).toEqual([false, 0])
})

it('[TRUST-35] SIGTERM turns readiness off, lets what is under way finish, and ends with status 0', async () => {
  const product = await startProduct()
  // A request whose body is incomplete.
  const upload = http.request(`${product.url}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '40' },
  })
  upload.write('{"username":"broker",')
  await new Promise((resolve) => setTimeout(resolve, 100))
  const stopped = product.stop()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await fetch(`${product.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
  upload.end('"password":"wrong"}'.padEnd(19, ' '))
  const [answer] = (await once(upload, 'response')) as [http.IncomingMessage]
  expect(answer.statusCode).toBe(401)
  answer.resume()
  await stopped
  await expect(fetch(`${product.url}/healthz`)).rejects.toThrow()
})
