import { startApi, type TestApi } from '../testing/api'
import { scopeOf } from './tokenScopes'

let api: TestApi
const routes: { method: string; url: string; isPublic: boolean }[] = []
beforeAll(async () => {
  api = await startApi()
  for (const [url, methods] of Object.entries(api.app.swagger().paths ?? {}))
    for (const [method, { security }] of Object.entries(methods as Record<string, { security?: unknown[] }>))
      routes.push({ method: method.toUpperCase(), url, isPublic: security?.length === 0 })
})
afterAll(() => api.close())

test('[TOKEN-2] every route says which scope an API token needs, or that none is accepted', () => {
  expect(routes.length).toBeGreaterThan(100)
  const unknown = routes.filter(
    ({ method, url, isPublic }) =>
      !isPublic && scopeOf(method, url.replaceAll(/\{(\w+)\}/g, ':$1')) === undefined,
  )
  expect(unknown.map(({ method, url }) => `${method} ${url}`)).toEqual([])
})
