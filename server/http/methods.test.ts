import http from 'node:http'
import { startApi, type TestApi } from '../testing/api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('[TRUST-39] unknown paths and methods of the API are 404 and 405 in JSON', async () => {
  for (const path of [
    '/api/nothing',
    '/api',
    '/api/mpg/',
    '/nylas/nothing',
    '/rest/x',
    '/activities/api/x',
    '/.env',
    '/x.map',
  ]) {
    const answer = await api.asBroker('GET', path)
    expect([path, answer.status, typeof answer.body.detail, typeof answer.body.request_id]).toEqual([
      path,
      404,
      'string',
      'string',
    ])
  }
  const answer = await api.asBroker('PUT', '/api/mpg/states/')
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toContain('GET')
  expect(answer.body.detail).toBeTruthy()
})

test('[TRUST-39] methods that no address answers are 405 where there is one, and 404 elsewhere', async () => {
  for (const method of ['PROPFIND', 'SEARCH', 'PURGE', 'LOCK', 'MKCOL']) {
    const { status, headers, body } = await api.asBroker(method, '/api/mpg/tag/1')
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, PUT, PATCH, DELETE'])
    expect(body.detail).toBeTruthy()
    expect((await api.send(method, '/api/mpg/tag/')).status).toBe(401)
    expect((await api.asBroker(method, '/api/nothing')).status).toBe(404)
  }
})

test('[TRUST-39] TRACE is refused', async () => {
  const status = await new Promise((resolve) => {
    http
      .request(`${api.url}/api/mpg/tag/`, { method: 'TRACE' }, (response) => {
        resolve(response.resume().statusCode)
      })
      .end()
  })
  expect([401, 405]).toContain(status)
})
