import http from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { changesPath } from '../../src/contract/events'
import { sessionsPath } from '../../src/contract/session'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker } from '../testing/records'

const opportunities = '/api/mpg/opportunities/'
let api: TestApi
let token: string
beforeAll(async () => {
  api = await startApi()
  token = (await api.signIn()).access
  const record = recordMaker(api)
  const tags: number[] = []
  for (let tag = 0; tag < 25; tag++) tags.push((await record('tags', { name: `Tag ${tag}` })).tag_id)
  for (let deal = 0; deal < 20; deal++)
    await record('opportunities', { opportunity_name: `Larkfield Mill ${deal}`, tags })
})
afterAll(() => api.close())

interface Raw {
  status: number | undefined
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** An answer in its transfer encoding; of an endless stream, the beginning. */
const ask = (address: string, accepted: string | null, method = 'GET') =>
  new Promise<Raw>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(accepted === null ? {} : { 'accept-encoding': accepted }),
    }
    const request = http.request(api.url + address, { method, headers, agent: false }, (response) => {
      const { statusCode: status, headers } = response
      const parts: Buffer[] = []
      const end = () => {
        resolve({ status, headers, body: Buffer.concat(parts) })
        request.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part)
        if (headers['content-type'] === 'text/event-stream') end()
      })
      response.on('end', end)
    })
    request.on('error', reject)
    request.end()
  })

const plain = (address: string) => ask(address, null)

describe.each([
  ['a list', `${opportunities}?limit=10&expand=created_by`, true],
  // Twenty deals that nest 25 tags each are more than is written in one piece.
  ['a large one, written piece by piece', `${opportunities}?limit=20&expand=tags`, false],
])('[API-2] %s', (_name, address, hasLength) => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])('is compressed for clients that accept %s', async (accepted, coding, decompress) => {
    const whole = await plain(address)
    const compressed = await ask(address, accepted)
    expect(compressed.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
    expect(compressed.headers['content-length']).toBe(hasLength ? String(compressed.body.length) : undefined)
    expect(decompress(compressed.body).toString()).toBe(whole.body.toString())
    expect(compressed.body.length).toBeLessThan(whole.body.length / 3)
  })

  test.each([null, 'identity', 'zstd', 'br;q=0, gzip;q=0', ''])(
    'is not compressed for clients that accept %s',
    async (accepted) => {
      const { headers, body } = await ask(address, accepted)
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding'])
      expect(JSON.parse(body.toString())).toHaveProperty('results')
    },
  )
})

test('[API-2] HEAD tells of the answer that GET gives', async () => {
  const address = `${opportunities}?limit=10`
  const head = await ask(address, 'gzip', 'HEAD')
  const { headers } = await ask(address, 'gzip')
  expect(head.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': headers['content-length'],
  })
  expect(head.body).toHaveLength(0)
})

test('[API-2] what is small is not compressed', async () => {
  const { headers, status } = await ask(`${opportunities}?limit=1`, 'br, gzip')
  expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, 'accept-encoding'])
})

test('[TRUST-8] answers that carry secrets, streams of events and errors are never compressed', async () => {
  // Enough of them that compressing the answer would pay.
  for (let place = 0; place < 12; place++) await api.signIn()
  const places = await ask(sessionsPath, 'br, gzip')
  expect(places.body.length).toBeGreaterThan(1_400)
  const nobodys = await ask(`${opportunities}?ordering=${'x'.repeat(2_000)}`, 'br, gzip')
  expect([nobodys.status, nobodys.body.length > 1_400]).toEqual([400, true])
  const events = await ask(changesPath, 'br, gzip')
  for (const { headers } of [places, nobodys, events]) expect(headers['content-encoding']).toBeUndefined()

  const signedIn = await fetch(`${api.url}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'br, gzip' },
    body: JSON.stringify({ username: 'broker', password: 'citygate-demo-2026' }),
  })
  expect([signedIn.status, signedIn.headers.get('content-encoding')]).toEqual([200, null])
})
