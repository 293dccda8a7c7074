import { randomBytes } from 'node:crypto'
import type { Row } from '../../../src/contract'
import { contract } from '../../../src/contract'
import { buildAnother, startApi, type TestApi } from '../../testing/api'
import { sendForm } from '../../testing/forms'
import { captureLog } from '../../testing/log'
import type { ApiError } from '../errors'
import { createSignedUrls } from './signedUrls'

let api: TestApi
let token: string
let file: Row<'files'>
beforeAll(async () => {
  api = await startApi()
  token = (await api.signIn()).access
  file = await upload('page.html', '<script>alert(1)</script>', 'text/html')
})
afterAll(() => api.close())
afterEach(() => jest.restoreAllMocks())

async function upload(filename: string, value: string | Buffer, type: string, by = token) {
  const deal = await api.asBroker<Row<'opportunities'>>('POST', '/api/mpg/opportunities/', {
    opportunity_name: 'Larkfield Mill',
  })
  const answer = await sendForm<Row<'files'>>(
    api,
    by,
    ['POST', '/api/mpg/file/'],
    [
      { name: 'file', value, filename, type },
      { name: 'object_id', value: `opportunity-${deal.body.opportunity_id}` },
    ],
  )
  return answer.body
}
const open = (link: string | null, method = 'GET') => fetch(api.url + (link ?? ''), { method })
const linkOf = (record: { file: string | null }) => new URL(record.file ?? '', api.url)
/** The link with one of its parameters changed. */
const with_ = (name: string, value: string) => {
  const link = linkOf(file)
  link.searchParams.set(name, value)
  return link.pathname + link.search
}

test('[TRUST-20] a link opens without a bearer; what is no image is an attachment that can do nothing', async () => {
  const response = await open(file.file)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('<script>alert(1)</script>')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="page.html"; filename*=UTF-8''page.html`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=300',
    'content-length': '25',
  })
  const head = await open(file.file, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '25', ''])
})

test('[TRUST-20] contents of every size arrive whole', async () => {
  for (const size of [0, 1, 11, 12, 13, 65_536, 200_000]) {
    const content = randomBytes(size)
    const response = await open((await upload('x', content, 'a/b')).file)
    expect([size, Buffer.from(await response.arrayBuffer()).equals(content)]).toEqual([size, true])
  }
})

test.each([
  ['image/png', '\x89PNG\r\n\x1a\nrest of it'],
  ['image/jpeg', '\xff\xd8\xff\xe0rest of it'],
  ['image/gif', 'GIF89arest of it'],
  ['image/webp', 'RIFF\x10\x00\x00\x00WEBPrest'],
])('[TRUST-20] %s is shown as it is, by its content and not by its name', async (type, content) => {
  const image = await upload('x.exe', Buffer.from(content, 'latin1'), 'text/html')
  expect(image.media_type).toBe(type)
  const response = await open(image.file)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('content-disposition')).toMatch(/^inline;/)
  expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe(content)
})

test.each(['image/png', 'image/svg+xml', 'text/html', 'no type at all', 'a/b; charset=x'])(
  '[TRUST-20] %j said of something else makes no image of it',
  async (type) => {
    const other = await upload('picture.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', type)
    expect(other.media_type).not.toBe('image/png')
    const response = await open(other.file)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
  },
)

test('[TRUST-20] an altered link is a 404, whatever is altered', async () => {
  const { searchParams, pathname, search } = linkOf(file)
  const signature = searchParams.get('signature') ?? ''
  const other = await upload('other.txt', 'x', 'text/plain')
  const forged = [
    with_('expires', String(Number(searchParams.get('expires')) + 1)),
    with_('expires', '99999999999999'),
    with_('session', '00000000-0000-4000-8000-000000000000'),
    with_('session', ''),
    with_('signature', ''),
    with_('signature', `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`),
    with_('signature', randomBytes(32).toString('base64url')),
    with_('signature', `${signature}=`),
    pathname,
    `${linkOf(other).pathname}${search}`,
    `${pathname.replace('/content/', '/')}${search}`
      .replace('/file/', '/organizations/')
      .replace('?', 'logo/?'),
    `/api/mpg/file/0/content/${search}`,
  ]
  for (const link of forged) expect([link, (await open(link)).status]).toEqual([link, 404])
  expect((await open(`${pathname}${search}&expires=1`)).status).toBe(400)
  for (let place = 0; place < signature.length; place += 7) {
    const changed = signature[place] === 'x' ? 'y' : 'x'
    const link = with_('signature', signature.slice(0, place) + changed + signature.slice(place + 1))
    expect((await open(link)).status).toBe(404)
  }
  expect((await open(pathname + search)).status).toBe(200)
})

test('[TRUST-20] a link holds for ten to fifteen minutes, and then says that it has expired', async () => {
  const expires = Number(linkOf(file).searchParams.get('expires')) * 1_000
  expect(expires - Date.now()).toBeGreaterThan(590_000)
  expect(expires - Date.now()).toBeLessThanOrEqual(900_000)
  const now = jest.spyOn(api.database.clock, 'now')
  now.mockReturnValue(new Date(expires - 1))
  expect((await open(file.file)).status).toBe(200)
  now.mockReturnValue(new Date(expires))
  const late = await open(file.file)
  expect([late.status, await late.json()]).toMatchObject([410, { code: 'link_expired' }])
  // A forged link reveals nothing but that it does not exist.
  expect((await open(with_('session', 'x'))).status).toBe(404)
})

test('[TRUST-20, TRUST-6] a link ends with the session for which it was made', async () => {
  const { access, refresh } = await api.signIn()
  const record = (await api.send<Row<'files'>>('GET', `/api/mpg/file/${file.file_id}/`, { token: access }))
    .body
  expect((await open(record.file)).status).toBe(200)
  await api.send('POST', '/api/token/revoke/', { body: { refresh } })
  expect((await open(record.file)).status).toBe(404)
  expect((await open(file.file)).status).toBe(200)
})

test('links of one moment are the same, and each session has its own', async () => {
  const read = async (by: string) =>
    (await api.send<Row<'files'>>('GET', `/api/mpg/file/${file.file_id}/`, { token: by })).body.file
  const now = jest.spyOn(api.database.clock, 'now')
  const start = Date.now() - (Date.now() % 300_000) + 1_000
  now.mockReturnValue(new Date(start))
  const first = await read(token)
  now.mockReturnValue(new Date(start + 200_000))
  expect(await read(token)).toBe(first)
  expect(await read((await api.signIn('team')).access)).not.toBe(first)
})

test('[TRUST-36] a link made with an older key of the installation still opens; one of another key does not', () => {
  const secret = (kid: string) => ({ kid, key: randomBytes(32) })
  const [old, young] = [secret('old'), secret('young')]
  const content = { resource: contract.files, id: 7, field: 'file' }
  const link = new URL(createSignedUrls([old]).make(content, 'a-session'), 'http://x')
  const parameters = Object.fromEntries(link.searchParams)
  expect(createSignedUrls([young, old]).read(content, parameters)).toBe('a-session')
  const error = (work: () => unknown) => {
    try {
      return work()
    } catch (reason) {
      return (reason as ApiError).status
    }
  }
  expect(error(() => createSignedUrls([young]).read(content, parameters))).toBe(404)
  expect(error(() => createSignedUrls([old]).read({ ...content, id: 8 }, parameters))).toBe(404)
  expect(error(() => createSignedUrls([old]).read({ ...content, field: 'logo' }, parameters))).toBe(404)
})

test('[TRUST-8, TRUST-20] the log names the path of a link and nothing that opens it', async () => {
  const { lines, stop } = captureLog()
  const app = await buildAnother(api, {
    config: { ...api.app.config, logLevel: 'trace' },
  })
  try {
    expect((await app.inject({ url: file.file ?? '' })).statusCode).toBe(200)
    expect((await app.inject({ url: with_('signature', 'x') })).statusCode).toBe(404)
  } finally {
    stop()
    await app.close()
  }
  expect(lines.join('')).toContain(`/api/mpg/file/${file.file_id}/content/`)
  expect(lines.join('')).not.toContain(linkOf(file).searchParams.get('signature'))
  expect(lines.join('')).not.toContain(linkOf(file).searchParams.get('session'))
})
