import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { readConfig } from '../config'
import { startApi, type TestApi } from '../testing/api'
import { until } from '../testing/until'

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}

let api: TestApi
let address: string
beforeAll(async () => {
  address = `127.0.0.1:${await freePort()}`
  api = await startApi({ METRICS_ADDRESS: address })
})
afterAll(() => api.close())

const read = async () => {
  const answer = await fetch(`http://${address}/metrics`)
  return { type: answer.headers.get('content-type'), text: await answer.text() }
}
const valueOf = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}
const countOf = (method: string, route: string, status: number) =>
  `citygate_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`

test('[OPS-1] metrics tell the requests by route, the process, the disk and the backups', async () => {
  await api.asBroker('GET', '/api/mpg/tag/?limit=1')
  await api.asBroker('GET', '/api/mpg/tag/1/')
  await api.asBroker('GET', '/api/mpg/tag/2/')
  const { type, text } = await read()
  expect(type).toContain('text/plain')
  expect(valueOf(text, countOf('GET', '/api/mpg/tag/', 200))).toBe(1)
  const [found, absent] = [200, 404].map((status) =>
    valueOf(text, countOf('GET', '/api/mpg/tag/:id/', status)),
  )
  expect((found ?? 0) + (absent ?? 0)).toBe(2)
  // Background work of the start has its turn first.
  await until(async () => valueOf((await read()).text, 'citygate_writes_queued') === 0)
  expect(valueOf(text, 'citygate_disk_low')).toBe(0)
  expect(valueOf(text, 'citygate_last_backup_timestamp_seconds')).toBe(0)
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('[OPS-1] all addresses that no route has make one series', async () => {
  for (let index = 0; index < 5; index++) await fetch(`${api.url}/api/mpg/invented-${index}/?secret=canary-7`)
  const { text } = await read()
  expect(text).not.toContain('invented')
  expect(text).not.toContain('canary')
  expect(valueOf(text, countOf('any', 'none', 404))).toBe(5)
})

test('[OPS-1] what cannot be read is no number, and all others are there', async () => {
  const low = jest.spyOn(api.app, 'isDiskLow').mockRejectedValue(new Error('gone'))
  const { text } = await read()
  low.mockRestore()
  expect(valueOf(text, 'citygate_disk_low')).toBeNaN()
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('[OPS-1] the product itself does not serve them', async () => {
  const answer = await fetch(`${api.url}/metrics`, { headers: { accept: 'application/json' } })
  expect(await answer.text()).not.toContain('citygate_writes_queued')
  expect((await fetch(`http://${address}/api/mpg/tag/`)).status).toBe(404)
})

test.each([
  ['', null],
  ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
  ['[::1]:9464', { host: '::1', port: 9464 }],
])('[OPS-1] METRICS_ADDRESS %j is read', (value, wanted) => {
  expect(readConfig({ METRICS_ADDRESS: value }).metrics).toEqual(wanted)
})

test.each(['9464', 'host', 'host:99999', 'http://host:1'])(
  '[OPS-1] METRICS_ADDRESS %j is refused',
  (value) => {
    expect(() => readConfig({ METRICS_ADDRESS: value })).toThrow('METRICS_ADDRESS is')
  },
)
