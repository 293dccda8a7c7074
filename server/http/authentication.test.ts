import { startApi, type TestApi } from '../testing/api'

let api: TestApi
const routes: { method: string; url: string }[] = []
beforeAll(async () => {
  api = await startApi()
  for (const [url, methods] of Object.entries(api.app.swagger().paths ?? {}))
    for (const method of Object.keys(methods as object)) routes.push({ method: method.toUpperCase(), url })
})
afterAll(() => api.close())

/** The only routes that answer without a session. */
const open = [
  'POST /api/token/',
  'POST /api/token/refresh/',
  'POST /api/token/revoke/',
  'POST /api/registration/',
  'POST /api/email-confirmation/',
  'POST /api/password-reset/',
  'POST /api/token/second-factor/',
  'POST /api/token/passkey/',
  'POST /api/token/passkey/options/',
  'POST /api/password-reset/complete/',
  'GET /api/calendar/{file}',
  'GET /api/installation/',
  'GET /rest/login/{provider}/',
  'GET /rest/complete/{provider}/',
  'GET /nylas/authorize/',
  'POST /nylas/authorize/',
  'GET /api/mpg/contacts/{id}/crystal_profile/',
  'GET /api/mpg/file/{id}/content/',
  'GET /api/mpg/organizations/{id}/logo/',
  'GET /nylas/attachments/{id}/content/',
]

test('[TRUST-9] every other route asks for a session, with and without its slash', async () => {
  expect(routes.length).toBeGreaterThan(20)
  const unexpected: string[] = []
  const closed = routes.filter(({ method, url }) => !open.includes(`${method} ${url}`))
  for (const url of new Set(closed.map(({ url }) => url))) {
    const filled = url.replaceAll(/\{\w+\}/g, '1')
    const methods = closed.filter((route) => route.url === url).map(({ method }) => method)
    for (const address of [filled, filled.replace(/\/$/, '')])
      for (const sent of [...methods, 'OPTIONS', 'HEAD'])
        for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer x y' }]) {
          const { status } = await api.send(sent, address, { headers })
          if (status !== 401) unexpected.push(`${sent} ${address} ${status}`)
        }
  }
  expect(unexpected).toEqual([])
})

test('[TRUST-9] the list of open routes is complete', async () => {
  const found: string[] = []
  for (const { method, url } of routes)
    if ((await api.send(method, url.replaceAll(/\{\w+\}/g, '1'))).status !== 401)
      found.push(`${method} ${url}`)
  expect(found.sort()).toEqual([...open].sort())
})
