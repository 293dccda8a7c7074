import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { inTransaction } from '../kit/context'
import { ApiError } from '../kit/errors'
import type { ConcurrencyLimits } from '../kit/admission/concurrencyLimiter'
import { defaultRequestBudget } from '../kit/admission/requestBudget'
import { startApi, type TestApi } from '../testing/api'
import { beginForm, formBody, formType, sendForm, type Part } from '../testing/forms'
import { recordMaker } from '../testing/records'
import { until } from '../testing/until'

type File = Row<'files'>

const url = '/api/mpg/file/'
let api: TestApi
let token: string
let deal: number
beforeAll(async () => {
  api = await startApi()
  token = (await api.signIn()).access
  deal = await createDeal()
})
afterAll(() => api.close())

const createDeal = async () =>
  (
    await api.asBroker<Row<'opportunities'>>('POST', '/api/mpg/opportunities/', {
      opportunity_name: 'Larkfield Mill',
    })
  ).body.opportunity_id

const part = (value: string | Buffer, filename = 'a.pdf', type = 'application/pdf'): Part => ({
  name: 'file',
  value,
  filename,
  type,
})
const field = (name: string, value: string): Part => ({ name, value })
const owner = () => field('object_id', `opportunity-${deal}`)
const upload = <T = File>(...parts: Part[]) => sendForm<T>(api, token, ['POST', url], parts)
const refused = (...parts: Part[]) => upload<{ detail: string; fields: Record<string, string> }>(...parts)
const list = async (parameters = `object_id=opportunity-${deal}`) =>
  (await api.send<ListAnswer<File>>('GET', `${url}?${parameters}`, { token })).body
const open = (link: string | null, options: RequestInit = {}) => fetch(api.url + (link ?? ''), options)
/** The entries of the file store, including unfinished ones. */
const stored = ({ app } = api) =>
  readdirSync(path.join(app.config.dataDir, 'files'), { recursive: true }).filter(
    (name) => name !== 'incoming',
  ).length

test('[FILE-3, API-1] an upload answers the file; lists, the record and its content show it', async () => {
  const content = randomBytes(70_000)
  const answer = await upload(
    part(content, 'usage.pdf'),
    field('filename', 'Usage 2027.pdf'),
    owner(),
    field('content_type', '42'),
    field('tags', 'Usage'),
    field('tags', 'RFP'),
  )
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    filename: 'Usage 2027.pdf',
    object_id: `opportunity-${deal}`,
    content_type: 42,
    tags: ['Usage', 'RFP'],
    size: 70_000,
    media_type: 'application/pdf',
  })
  const { file_id } = answer.body
  expect((await api.send<File>('GET', `${url}${file_id}`, { token })).body).toEqual(answer.body)
  expect((await list()).results).toContainEqual(answer.body)
  const response = await open(answer.body.file)
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
})

test('[FILE-3] the order of the fields does not matter, and what is not sent is filled in', async () => {
  const answer = await upload(owner(), part('x', 'before.txt', 'text/plain'))
  expect([answer.status, answer.body.filename, answer.body.content_type]).toEqual([201, 'before.txt', 21])
  expect((await upload(part(''), owner())).body).toMatchObject({ size: 0, filename: 'a.pdf' })
  expect((await upload(part('x'), owner(), field('filename', ' '))).body.filename).toBe('a.pdf')
})

test.each([
  'résumé "final" ; ..\\..\\x.pdf',
  '../../etc/passwd',
  'C:\\Users\\me\\plan.xlsx',
  '📈 Preise – Übersicht.csv',
  'می\u200cخواهم 👩\u200d💻.pdf',
  'العقد النهائي.docx',
  '  spaces at both ends  ',
  "percent %41 %22 ' ( ) * = ; filename*=UTF-8''x",
  'x'.repeat(251) + '.pdf',
  '.',
])('[FILE-2] the name %j comes back unchanged, in records and in the download', async (filename) => {
  const answer = await upload(part('x', 'other.bin'), field('filename', filename), owner())
  expect([answer.status, answer.body.filename]).toEqual([201, filename])
  const response = await open(answer.body.file)
  const header = response.headers.get('content-disposition') ?? ''
  expect(header).toMatch(/^attachment; filename="[ !#$&-[\]-~]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/)
  expect(decodeURIComponent(header.replace(/^.*; filename\*=UTF-8''/, ''))).toBe(filename)
})

test.each([
  ['\u202eexe.fdp', 'exe.fdp'],
  ['Invoice \u202egnp.exe.pdf', 'Invoice gnp.exe.pdf'],
  ['\u2067a\u2069\u200fb\ufeff.pdf', 'ab.pdf'],
  ['plan.pdf\r\n', 'plan.pdf'],
])('[K8, TRUST-46] of the name %j marks are taken out, and line ends at its end', async (sent, filename) => {
  for (const parts of [[part('x', 'other.bin'), field('filename', sent)], [part('x', sent.trim())]])
    expect((await upload(...parts, owner())).body.filename).toBe(filename)
})

test.each(['two\r\nlines.pdf', 'a\nb', 'a\u2028d\u2029e', 'a\tb', 'a\u0001c', 'a\u0085c'])(
  '[K8, TRUST-46] the name %j is refused',
  async (filename) => {
    const answer = await refused(part('x', 'other.bin'), field('filename', filename), owner())
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { filename: 'Must be one line without control characters.' },
    ])
  },
)

test('[K8] a name of which nothing can be seen is none', async () => {
  const answer = await refused(part('x', 'other.bin'), field('filename', '\u200b\u3164'), owner())
  expect(answer.body.fields).toEqual({ filename: 'This field is required' })
})

test('[FILE-2] the name of the part itself counts where no other is sent', async () => {
  for (const filename of ['résumé.pdf', 'a/b\\c.txt', '数量.csv'])
    expect((await upload(part('x', filename), owner())).body.filename).toBe(filename)
})

test.each([
  ['file', [field('object_id', 'opportunity-1')]],
  ['file', [field('file', 'text'), field('object_id', 'opportunity-1')]],
  ['file', [part('', ''), field('object_id', 'opportunity-1')]],
  ['file', [part('x'), part('y')]],
  ['second', [part('x'), { ...part('y'), name: 'second' }]],
  ['object_id', [part('x')]],
  ['object_id', [part('x'), field('object_id', 'tag-1')]],
  ['object_id', [part('x'), field('object_id', 'opportunity-x')]],
  ['content_type', [part('x'), field('object_id', 'opportunity-1'), field('content_type', '33')]],
  ['tags', [part('x'), field('object_id', 'opportunity-1'), field('tags', 'Secret')]],
  ['filename', [part('x'), field('object_id', 'opportunity-1'), field('filename', 'x'.repeat(256))]],
  ['filename', [part('x'), field('object_id', 'opportunity-1'), field('filename', `${'x'.repeat(255)} `)]],
  ['filename', [part('x'), field('object_id', 'opportunity-1'), field('filename', 'a\0b')]],
  ['long', [part('x'), field('long', 'x'.repeat(5_000))]],
])('[API-4, TRUST-19] a bad %s is a 400 that names it, and nothing is left', async (name, parts) => {
  const before = [stored(), (await list('')).count]
  const answer = await refused(...parts)
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [name]])
  expect([stored(), (await list('')).count]).toEqual(before)
})

test('[API-4] a body that is not a form, or breaks off, is refused', async () => {
  const before = stored()
  expect((await api.asBroker('POST', url, { object_id: 'opportunity-1' })).status).toBe(415)
  const whole = formBody([owner(), part(randomBytes(5_000))])
  for (const body of [
    whole.subarray(0, 3_000),
    whole.subarray(0, whole.length - 12),
    Buffer.from('no form at all'),
    Buffer.alloc(0),
    formBody([field('__proto__', 'x'), part('x'), owner()]),
    formBody(Array.from({ length: 150 }, (_, index) => field(`f${index}`, 'x'))),
  ])
    expect((await sendForm(api, token, ['POST', url], body)).status).toBe(400)
  const noBoundary = await api.send('POST', url, {
    token,
    body: 'x',
    headers: { 'content-type': 'multipart/form-data' },
  })
  expect(noBoundary.status).toBe(400)
  expect(stored()).toBe(before)
})

test('[FILE-2, TRUST-19] 5,000,000 bytes pass; one more is told so, and nothing is left', async () => {
  const most = randomBytes(5_000_000)
  const answer = await upload(owner(), part(most))
  expect([answer.status, answer.body.size]).toEqual([201, 5_000_000])
  expect(Buffer.from(await (await open(answer.body.file)).arrayBuffer()).equals(most)).toBe(true)

  const before = [stored(), (await list('')).count]
  for (const parts of [
    [owner(), part(Buffer.concat([most, Buffer.from('x')]))],
    [part(Buffer.concat([most, Buffer.from('x')])), owner()],
    [part(Buffer.concat([most, most, most])), owner()],
  ]) {
    const more = await refused(...parts)
    expect([more.status, more.body.detail]).toEqual([413, 'Please check file size no over 5 MB.'])
    expect(more.body.fields).toEqual({ file: 'Please check file size no over 5 MB.' })
  }
  expect([stored(), (await list('')).count]).toEqual(before)
})

test('[TRUST-19] an upload whose sender goes away leaves nothing', async () => {
  const before = [stored(), (await list('')).count]
  const body = formBody([owner(), part(randomBytes(1_000_000))])
  const request = http.request(`${api.url}${url}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': formType,
      'content-length': body.length,
    },
  })
  request.on('error', () => undefined)
  request.write(body.subarray(0, 600_000))
  await until(() => stored() === Number(before[0]) + 1)
  expect(stored()).toBe(Number(before[0]) + 1)
  request.destroy()
  await until(() => stored() === before[0])
  expect([stored(), (await list('')).count]).toEqual(before)
})

test('[TRUST-10] what a file hangs on must be there: absent and trashed are the same 404', async () => {
  const gone = await createDeal()
  await api.asBroker('DELETE', `/api/mpg/opportunities/${gone}/`)
  const before = stored()
  const answers = [
    await refused(part('x'), field('object_id', `opportunity-${gone}`)),
    await refused(part('x'), field('object_id', 'opportunity-999999')),
    await refused(part('x'), field('object_id', 'opportunity-9999999999')),
    await refused(part('x'), field('object_id', '0')),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(answers.slice(0, 3).map(({ body }) => body.fields)).toEqual(
    Array(3).fill({ object_id: 'Opportunity not found.' }),
  )
  expect(answers[3]?.body.fields).toEqual({ object_id: 'Bid not found.' })
  expect(stored()).toBe(before)
  for (const id of [gone, 999_999, 9_999_999_999])
    expect(await list(`object_id=opportunity-${id}`)).toEqual({ count: 0, results: [] })
})

test('[FILE-1] a file in a trashed opportunity is out of sight until that comes back', async () => {
  const own = await createDeal()
  const { body } = await upload(part('x'), field('object_id', `opportunity-${own}`))
  await api.asBroker('DELETE', `/api/mpg/opportunities/${own}/`)
  expect((await list(`object_id=opportunity-${own}`)).count).toBe(0)
  expect((await api.asBroker('GET', `${url}${body.file_id}/`)).status).toBe(404)
  expect((await open(body.file)).status).toBe(404)
  await api.asBroker('POST', `/api/mpg/opportunities/${own}/restore/`)
  expect((await open(body.file)).status).toBe(200)
})

test('[FILE-1] the list of one owner, by name and by id with content type', async () => {
  const contact = (
    await api.asBroker<Row<'contacts'>>('POST', '/api/mpg/contacts/', {
      title: 'ms',
      first_name: 'Ada',
      last_name: 'Quill',
    })
  ).body.contact_id
  const named = (await upload(part('x'), field('object_id', `contact-${contact}`))).body
  const bare = (await upload(part('x'), field('object_id', `${contact}`), field('content_type', '33'))).body
  expect([named.content_type, bare.object_id, bare.content_type]).toEqual([33, `${contact}`, 33])
  for (const parameters of [
    `object_id=contact-${contact}`,
    `object_id=${contact}&content_type=33`,
    `object_id=contact-${contact}&content_type=42`,
    `limit=9999999&object_id=contact-${contact}`,
  ])
    expect([parameters, (await list(parameters)).results.map(({ file_id }) => file_id)]).toEqual([
      parameters,
      [named.file_id, bare.file_id],
    ])
  for (const parameters of [`object_id=${contact}`, `object_id=contact-${contact}&content_type=21`])
    expect([parameters, (await list(parameters)).count]).toEqual([parameters, 0])
  expect((await list('content_type=33')).results.map(({ file_id }) => file_id)).toEqual(
    expect.arrayContaining([named.file_id, bare.file_id]),
  )
  expect((await api.asBroker('GET', `${url}?object_id=tag-1`)).status).toBe(400)
  expect((await api.asBroker('GET', `${url}?object_id=1&content_type=x`)).status).toBe(400)
})

async function purge(path: string): Promise<void> {
  const { access: token } = await api.signIn('team')
  expect((await api.send('DELETE', path, { token })).status).toBe(204)
}

test('[FILE-3, TRUST-48] the content of a deleted file stays until it is deleted for good, its link does not', async () => {
  const before = stored()
  for (const slash of ['', '/']) {
    const { body } = await upload(part('x'), owner())
    expect(stored()).toBe(before + 1)
    expect((await api.asBroker('DELETE', `${url}${body.file_id}${slash}`)).status).toBe(204)
    expect((await api.asBroker('DELETE', `${url}${body.file_id}${slash}`)).status).toBe(404)
    expect((await open(body.file)).status).toBe(404)
    expect(stored()).toBe(before + 1)
    await purge(`${url}trash/${body.file_id}${slash}`)
    await until(() => stored() === before)
  }
})

test('[TRUST-21] the files of a record that is deleted for good go with it', async () => {
  const before = stored()
  const make = recordMaker(api)
  const { utility_id: utility } = await make('utilities')
  const bid = await make('bids', {
    opportunity: deal,
    legal_entity: (await make('organizations')).organization_id,
    utility_state: (await make('utilityStates', { utility, state: 36 })).utility_state_id,
  })
  for (const name of ['a', 'b']) await upload(part(name), field('object_id', `bid-${bid.bid_id}`))
  expect(stored()).toBe(before + 2)
  expect((await api.asBroker('DELETE', `/api/mpg/bids/${bid.bid_id}/`)).status).toBe(204)
  await purge(`/api/mpg/bids/trash/${bid.bid_id}/`)
  await until(() => stored() === before)
})

test('a file is not changed: PUT and PATCH are 405', async () => {
  for (const method of ['PUT', 'PATCH']) expect((await api.asBroker(method, `${url}1/`, {})).status).toBe(405)
})

test('[TRUST-38] who uploads, reads and deletes a file is in the audit, without links', async () => {
  const { body } = await upload(part('x'), owner())
  await open(body.file, { method: 'HEAD' })
  await (await open(body.file)).text()
  await api.asBroker('DELETE', `${url}${body.file_id}/`)
  const rows = await api.database.db
    .selectFrom('audit')
    .selectAll()
    .where('resource', '=', 'files')
    .where('record_id', '=', body.file_id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['create', 'read', 'delete'])
  expect(rows.every(({ actor, request_id }) => actor === body.created_by && request_id !== null)).toBe(true)
  expect(JSON.stringify(rows)).not.toContain('signature')
})

test('[TRUST-38] a content that fails while the audit is written fails one answer', async () => {
  const { body } = await upload(part('x'), owner())
  const content = new PassThrough()
  content.write('the first bytes')
  jest.spyOn(api.app.files, 'read').mockResolvedValueOnce(content)
  const { database } = api
  const answer = await inTransaction(database, { actor: null, requestId: null }, async () => {
    const opened = open(body.file)
    // Background work may write at the same time.
    await until(() => content.listenerCount('error') > 0 && database.writeQueue.size() > 1)
    content.destroy(new Error('the disk cannot be read'))
    await new Promise((resolve) => content.on('close', resolve))
    return { opened }
  })
  expect((await answer.opened).status).toBe(500)
  expect(await (await open(body.file)).text()).toBe('x')
})

describe('[TRUST-19, TRUST-25] uploads at once', () => {
  const organizations = '/api/mpg/organizations/'
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const logo: Part = { name: 'logo', value: png, filename: 'logo.png', type: 'image/png' }
  const named = [field('name', 'Larkfield'), field('state', 'NY')]
  let narrow: TestApi
  let broker: string
  let file: Part[]
  beforeAll(async () => {
    const one: ConcurrencyLimits = { ...defaultRequestBudget.write, slotsPerCaller: 1 }
    const upload: ConcurrencyLimits = {
      ...defaultRequestBudget.upload,
      slots: 3,
      slotsPerCaller: 2,
      timeout: 100,
      retryAfter: 7,
    }
    narrow = await startApi({}, undefined, '127.0.0.1', {
      limits: { ...defaultRequestBudget, write: one, upload },
    })
    broker = (await narrow.signIn()).access
    const { opportunity_id } = await recordMaker(narrow)('opportunities')
    file = [field('object_id', `opportunity-${opportunity_id}`), part(randomBytes(100_000))]
  })
  afterAll(() => narrow.close())

  const beginFile = (who: string) => beginForm(narrow, who, ['POST', url], file)
  const beginLogo = (who: string) => beginForm(narrow, who, ['POST', organizations], [...named, logo])

  test('are few of each caller and in all, which is told before a body is read; other writes go on', async () => {
    const before = stored(narrow)
    const begun = [beginFile(broker), beginLogo(broker)]
    await until(() => stored(narrow) === before + 2)
    for (const begin of [beginFile, beginLogo]) {
      const { status, headers, body } = await begin(broker).answer
      expect([status, headers['retry-after'], body.code]).toEqual([503, '7', 'busy'])
      expect(body).toMatchObject({ request_id: headers['x-request-id'] })
    }
    const tag = { name: 'Meanwhile', color: '#123', description: 'written' }
    expect((await narrow.asBroker('POST', '/api/mpg/tag/', tag)).status).toBe(201)
    expect((await narrow.asBroker('POST', organizations, { name: 'Mills', state: 'NY' })).status).toBe(201)

    const [team, customer] = [await narrow.signIn('team'), await narrow.signIn('customer')]
    begun.push(beginFile(team.access))
    await until(() => stored(narrow) === before + 3)
    expect((await beginFile(customer.access).answer).status).toBe(503)
    for (const { finish } of begun) finish()
    const answers = await Promise.all(begun.map(({ answer }) => answer))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(stored(narrow)).toBe(before + 3)
    expect((await sendForm(narrow, customer.access, ['POST', url], file)).status).toBe(201)
  })

  test('are refused with nothing left where too many writes of the caller wait', async () => {
    const before = stored(narrow)
    const busy = new ApiError(503, 'busy', 'The server is busy.')
    for (const [where, parts] of [
      [url, file],
      [organizations, [...named, logo]],
    ] as const) {
      const spy = jest.spyOn(narrow.app.limiters.write, 'enter').mockRejectedValueOnce(busy)
      expect((await sendForm(narrow, broker, ['POST', where], parts)).status).toBe(503)
      await until(() => stored(narrow) === before)
      spy.mockRestore()
    }
  })
})

describe('[TRUST-19] quotas', () => {
  let small: TestApi
  afterEach(() => small.close())

  const bytesOf = async ({ database }: TestApi) =>
    (await database.db.selectFrom('files').select('size').execute()).reduce((sum, { size }) => sum + size, 0)

  test.each([
    ['FILES_USER_QUOTA_MB', 413, 'quota_reached'],
    ['FILES_QUOTA_MB', 507, 'storage_full'],
  ])('%s', async (name, status, code) => {
    small = await startApi({ [name]: '1' })
    const { access } = await small.signIn()
    const { body: owned } = await small.asBroker<Row<'opportunities'>>('POST', '/api/mpg/opportunities/', {
      opportunity_name: 'Small',
    })
    const room = 1_000_000 - (name === 'FILES_QUOTA_MB' ? await bytesOf(small) : 0)
    const send = (bytes: number) =>
      sendForm(
        small,
        access,
        ['POST', url],
        [field('object_id', `opportunity-${owned.opportunity_id}`), part(Buffer.alloc(bytes))],
      )
    expect((await send(room)).status).toBe(201)
    const answer = await send(1)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await send(0)).status).toBe(201)

    const before = stored(small)
    const logo = { ...part(Buffer.alloc(100_000), 'logo.png'), name: 'logo' }
    for (const [where, parts] of [
      [url, [field('object_id', `opportunity-${owned.opportunity_id}`), part(Buffer.alloc(100_000))]],
      ['/api/mpg/organizations/', [field('name', 'Larkfield'), field('state', 'NY'), logo]],
    ] as const)
      expect(await beginForm(small, access, ['POST', where], parts).answer).toMatchObject({
        status,
        body: { code },
      })
    expect(stored(small)).toBe(before)
  })

  test.each([
    ['FILES_USER_QUOTA_MB', 413, 'quota_reached'],
    ['FILES_QUOTA_MB', 507, 'storage_full'],
  ])('%s counts logos and Crystal profiles as well', async (name, status, code) => {
    small = await startApi({ [name]: '1' })
    const { db } = small.database
    const { access } = await small.signIn()
    const logo = { name: 'logo', filename: 'logo.png', type: 'image/png' }
    const send = (method: string, path: string, bytes: number, ...fields: Part[]) => {
      const value = Buffer.alloc(bytes)
      value.write('\x89PNG\r\n\x1a\n', 'latin1')
      return sendForm<Row<'organizations'>>(small, access, [method, path], [...fields, { ...logo, value }])
    }
    const organizations = '/api/mpg/organizations/'
    const fields = [field('name', 'Larkfield'), field('state', 'NY')]
    const { body, status: first } = await send('POST', organizations, 600_000, ...fields)
    expect(first).toBe(201)
    const one = `${organizations}${body.organization_id}/`
    expect(await send('POST', organizations, 600_000, ...fields)).toMatchObject({ status, body: { code } })
    expect((await db.selectFrom('organizations').select('logo_size').execute()).length).toBe(1)

    const make = recordMaker(small)
    const { contact_id } = await make('contacts')
    const profile = () => small.asBroker('GET', `/fetch/ines/${contact_id}`)
    const left = 400_000 - (name === 'FILES_QUOTA_MB' ? await bytesOf(small) : 0)
    const { opportunity_id } = await make('opportunities')
    const object = field('object_id', `opportunity-${opportunity_id}`)
    expect((await sendForm(small, access, ['POST', url], [object, part(Buffer.alloc(left))])).status).toBe(
      201,
    )
    expect(await profile()).toMatchObject({ status, body: { code } })
    // Removing a logo frees its part of the quota.
    expect((await small.asBroker('PATCH', one, { logo: null })).status).toBe(200)
    expect((await profile()).status).toBe(200)
  })
})
