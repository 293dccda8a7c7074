import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { mergePath } from '../../src/contract/merges'
import { startApi, type TestApi } from '../testing/api'
import { sendForm, type Part } from '../testing/forms'
import { until } from '../testing/until'

type Organization = Row<'organizations'>

const url = '/api/mpg/organizations/'
const png = Buffer.from('\x89PNG\r\n\x1a\nfirst', 'latin1')
const gif = Buffer.from('GIF89asecond')
let api: TestApi
let token: string
beforeAll(async () => {
  api = await startApi()
  token = (await api.signIn()).access
})
afterAll(() => api.close())

const field = (name: string, value: string): Part => ({ name, value })
const image = (value: Buffer = png, filename = 'logo.png'): Part => ({
  name: 'logo',
  value,
  filename,
  type: 'image/png',
})
const send = <T = Organization>(method: string, id: number | null, ...parts: Part[]) =>
  sendForm<T>(api, token, [method, id === null ? url : `${url}${id}/`], parts)
const named = (name: string) => [field('name', name), field('state', 'IL')]
const read = async (id: number) => (await api.send<Organization>('GET', `${url}${id}/`, { token })).body
const open = (link: string | null) => fetch(api.url + (link ?? ''))
const contentOf = async (link: string | null) => Buffer.from(await (await open(link)).arrayBuffer())
const stored = () => readdirSync(path.join(api.app.config.dataDir, 'files')).length - 1

test('[ORG-3] an organization is created with its logo, as a form with all of its fields', async () => {
  const answer = await send(
    'POST',
    null,
    field('naics', '2211'),
    field('naics', '486'),
    image(),
    ...named('  Larkfield Textiles '),
    field('founding_year', '1911'),
    field('email', ''),
  )
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    name: 'Larkfield Textiles',
    naics: ['2211', '486'],
    founding_year: 1911,
    email: null,
    version: 1,
  })
  const response = await open(answer.body.logo)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true)
  expect(await read(answer.body.organization_id)).toEqual(answer.body)
})

test('[ORG-3] PUT and PATCH replace the logo or leave it; null clears it, and old images go', async () => {
  const { organization_id: id } = (await send('POST', null, ...named('Quillfeather'), image())).body
  const before = stored()
  const put = await send('PUT', id, field('name', 'Quillfeather'), image(gif, 'x.jpg'))
  expect([put.status, put.body.version]).toEqual([200, 2])
  expect((await contentOf(put.body.logo)).equals(gif)).toBe(true)
  await until(() => stored() === before)
  expect(stored()).toBe(before)

  for (const body of [{ dba: 'Quill' }, { dba: 'Q', logo: put.body.logo }, { logo: { key: 'x' } }])
    expect(
      (await contentOf((await api.asBroker<Organization>('PATCH', `${url}${id}/`, body)).body.logo)).equals(
        gif,
      ),
    ).toBe(true)
  const patched = await send('PATCH', id, field('dba', 'Form'))
  expect([patched.body.dba, (await contentOf(patched.body.logo)).equals(gif)]).toEqual(['Form', true])
  // A form sends an empty text where no file was chosen.
  const unchosen = await send('PATCH', id, field('dba', 'Empty'), field('logo', ''))
  expect([unchosen.body.dba, (await contentOf(unchosen.body.logo)).equals(gif)]).toEqual(['Empty', true])

  const cleared = await api.asBroker<Organization>('PATCH', `${url}${id}/`, { logo: null })
  expect(cleared.body.logo).toBeNull()
  expect((await open(patched.body.logo)).status).toBe(404)
  await until(() => stored() === before - 1)
  expect(stored()).toBe(before - 1)
})

test.each([
  ['a text that says it is an image', image(Buffer.from('<svg onload="alert(1)"/>'), 'x.png')],
  ['nothing, with a name', image(Buffer.alloc(0))],
  ['another field', { ...image(), name: 'picture' }],
])('[ORG-3, API-4] %s is refused, and nothing is left', async (_what, part) => {
  const before = stored()
  const answer = await send<{ fields: Record<string, string> }>('POST', null, ...named('Nobody'), part)
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [part.name]])
  expect(stored()).toBe(before)
  expect((await api.asBroker<ListAnswer<Organization>>('GET', `${url}?q=nobody`)).body.count).toBe(0)
})

test('[ORG-3, TRUST-19] a logo may have 5,000,000 bytes and not one more', async () => {
  const most = Buffer.concat([png, Buffer.alloc(5_000_000 - png.length)])
  expect((await send('POST', null, ...named('Large'), image(most))).status).toBe(201)
  const before = stored()
  const more = await send<{ fields: Record<string, string> }>(
    'POST',
    null,
    ...named('Larger'),
    image(Buffer.concat([most, Buffer.from('x')])),
  )
  expect([more.status, more.body.fields]).toEqual([400, { logo: 'Please check file size no over 5 MB.' }])
  expect(stored()).toBe(before)
})

test('[ORG-3] a refused write leaves no image', async () => {
  const { organization_id: id } = (await send('POST', null, ...named('Kept'), image())).body
  const before = stored()
  expect((await send('POST', null, field('name', ' '), image(gif))).status).toBe(400)
  expect((await send('PATCH', 999_999, image(gif))).status).toBe(404)
  const stale = await send<{ current: Organization }>('PATCH', id, field('version', '9'), image(gif))
  expect(stale.status).toBe(409)
  expect((await contentOf(stale.body.current.logo)).equals(png)).toBe(true)
  expect(stored()).toBe(before)
  expect((await contentOf((await read(id)).logo)).equals(png)).toBe(true)
})

test('[ORG-3] a form without a chosen image is a write without one', async () => {
  const answer = await send('POST', null, ...named('Plain'), image(Buffer.alloc(0), ''))
  expect([answer.status, answer.body.logo]).toEqual([201, null])
})

test('[API-3, TRUST-20] the link stands wherever the organization is nested, and in its trash', async () => {
  const { organization_id: id } = (await send('POST', null, ...named('Nested Mills'), image())).body
  for (const name of ['One', 'Two'])
    await api.asBroker('POST', '/api/mpg/opportunities/', { opportunity_name: name, organizations: [id] })
  const { body } = await api.asBroker<{ results: { organizations: Organization[] }[] }>(
    'GET',
    '/api/mpg/opportunities/?q=nested mills&expand=organizations',
  )
  expect(body.results).toHaveLength(2)
  for (const { organizations } of body.results)
    expect((await contentOf(organizations[0]?.logo ?? null)).equals(png)).toBe(true)
  const listed = await api.asBroker<ListAnswer<Organization>>('GET', `${url}?q=nested mills`)
  expect((await open(listed.body.results[0]?.logo ?? null)).status).toBe(200)

  await api.asBroker('DELETE', `${url}${id}/`)
  expect((await open(listed.body.results[0]?.logo ?? null)).status).toBe(404)
  const restored = await api.asBroker<Organization>('POST', `${url}${id}/restore/`)
  expect((await contentOf(restored.body.logo)).equals(png)).toBe(true)
})

test('[ORG-3, API-3] whatever comes with a DELETE, the logo waits in the trash, and nothing else is left', async () => {
  const { organization_id: id } = (await send('POST', null, ...named('Restored'), image())).body
  const before = stored()
  const restored = async () => (await api.asBroker<Organization>('POST', `${url}${id}/restore/`)).body.logo
  expect((await api.asBroker('DELETE', `${url}${id}/`, { logo: null })).status).toBe(204)
  expect((await contentOf(await restored())).equals(png)).toBe(true)
  expect((await send('DELETE', id, image(gif))).status).toBe(204)
  await until(() => stored() === before)
  expect((await contentOf(await restored())).equals(png)).toBe(true)
})

test('[DUP-3, TRUST-38] a merge takes a logo, which the audit tells of both records', async () => {
  const kept = (await send('POST', null, ...named('Kept Quill'))).body
  const other = (await send('POST', null, ...named('Other Quill'), image())).body
  const { status } = await api.send('POST', mergePath('organizations', kept.organization_id), {
    token,
    body: {
      other: other.organization_id,
      version: kept.version,
      other_version: other.version,
      take: ['logo'],
    },
  })
  expect(status).toBe(201)
  expect((await contentOf((await read(kept.organization_id)).logo)).equals(png)).toBe(true)
  const rows = await api.database.db
    .selectFrom('audit')
    .select(['record_id', 'before', 'after'])
    .where('resource', '=', 'organizations')
    .where('action', '=', 'update')
    .where('record_id', 'in', [kept.organization_id, other.organization_id])
    .orderBy('id')
    .execute()
  const logoIn = (text: string | null) => (JSON.parse(text ?? '{}') as Organization).logo
  const changed = rows.flatMap(({ record_id, before, after }) =>
    logoIn(before) === logoIn(after) ? [] : [[record_id, logoIn(before) === null, logoIn(after) === null]],
  )
  expect(changed).toEqual([
    [kept.organization_id, true, false],
    [other.organization_id, false, true],
  ])
})
