import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutside } from '../outside'
import type { Subject } from '.'
import { builtInProfiles } from './builtIn'
import { remoteProfiles } from './remote'

const seen: IncomingMessage[] = []
let status = 200
let type = 'text/html; charset=utf-8'
const service = http.createServer((request, response) => {
  seen.push(request)
  const [, slug = ''] = /^\/below\/fetch\/([^/]+)\/7$/.exec(request.url ?? '') ?? []
  response
    .writeHead(slug === '' ? 404 : status, { 'content-type': type })
    .end(`<h1>${decodeURIComponent(slug)}</h1>`)
})
let host: string
let outside: ReturnType<typeof createOutside>
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`
})
beforeEach(() => {
  outside = createOutside({ privateHosts: [host] })
  seen.length = 0
  status = 200
  type = 'text/html; charset=utf-8'
})
afterEach(() => outside.close())
afterAll(() => new Promise((resolve) => service.close(resolve)))

const subject: Subject = {
  contactId: 7,
  name: 'Ines Larkfield',
  jobTitle: null,
  organizations: [],
  emails: [],
  phones: [],
}
const remote = () => remoteProfiles(`http://${host}/below`, outside)

describe.each([
  ['built in', () => builtInProfiles()],
  ['of a service', remote],
])('[CON-11] the fetcher %s', (_name, fetcher) => {
  it.each(['ines-larkfield', 'inés%C3%A9', 'a_b'])('makes a file of the slug %s', async (slug) => {
    const { content, filename } = await fetcher().fetch(slug, subject)
    expect(filename).toBe(`${slug}.html`)
    expect(content.toString()).toContain(slug)
  })
})

test('[CON-11, TRUST-26] the service is told slug and contact, and nothing of the user', async () => {
  await remote().fetch('ines', subject)
  expect(seen.map(({ method, url }) => [method, url])).toEqual([['GET', '/below/fetch/ines/7']])
  expect(seen[0]?.headers.authorization).toBeUndefined()
  expect(seen[0]?.headers.cookie).toBeUndefined()
})

test.each([
  ['refuses us', 401, 'text/html'],
  ['has none', 404, 'text/html'],
  ['fails', 500, 'text/html'],
  ['answers something else', 200, 'application/zip'],
])('[CON-11, TRUST-26] a service that %s is a 502', async (_what, answered, answeredType) => {
  status = answered
  type = answeredType
  await expect(remote().fetch('ines', subject)).rejects.toMatchObject({ status: 502 })
})
