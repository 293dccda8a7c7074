import { openPostgres } from '../db/dialects'
import { buildAnother, startApi, type TestApi } from '../testing/api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('health: alive, ready, and not ready without a database', async () => {
  expect((await api.send('GET', '/healthz')).status).toBe(200)
  expect((await api.send('GET', '/readyz')).status).toBe(200)
  const app = await buildAnother(api, { database: openPostgres('postgres://127.0.0.1:1/nowhere') })
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
})
