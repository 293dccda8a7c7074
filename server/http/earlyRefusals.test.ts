import { startApi, type TestApi } from '../testing/api'
import { sendRaw } from '../testing/sendRaw'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test.each([[['Host: localhost', 'Host: localhost']], [['Host: localhost', 'hOST: evil.example']]])(
  '[TRUST-17] a request with the headers %j is a 400',
  async (headers) => {
    const answer = await sendRaw(api, 'GET /api/installation/ HTTP/1.1', ...headers)
    expect([answer.status, answer.body?.request_id]).toEqual([400, answer.id])
  },
)

test('[TRUST-24] what is sent to an address that there is not is not read', async () => {
  for (const body of ['{'.repeat(900_000), '{}'])
    expect((await api.send('POST', '/api/nothing/', { body })).status).toBe(404)
})
