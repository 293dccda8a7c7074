import { buildAnother, startApi, type TestApi } from '../testing/api'
import { captureLog } from '../testing/log'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('[TRUST-8] tokens, passwords and search texts are not in the log, nor in errors', async () => {
  const canary = 'canary-5f0c2b'
  const { lines, stop } = captureLog()
  const app = await buildAnother(api, {
    config: { ...api.app.config, logLevel: 'trace' },
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
