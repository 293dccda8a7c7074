import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { contract, type Row } from '../../../src/contract'
import { bureauCreate } from '../../../src/contract/bureau'
import { eventPath, messageRequest } from '../../../src/contract/mail'
import { madeUpBusinesses } from '../../ports/bureau/businesses'
import { mailUnavailable } from '../../ports/mail'
import { startApi, type Answer, type TestApi } from '../../testing/api'
import { sendForm, type Part } from '../../testing/forms'
import { anyTable } from '../context'
import { deleteExpiredKeys } from './idempotency'

type Json = Record<string, unknown>

let api: TestApi
let broker: string
let team: string
beforeAll(async () => {
  api = await startApi()
  broker = (await api.signIn('broker')).access
  team = (await api.signIn('team')).access
})
afterAll(() => api.close())
afterEach(() => jest.restoreAllMocks())

const withKey = (key: string) => ({ 'idempotency-key': key })
const post = <T = Json>(url: string, body: unknown, key: string, token = broker) =>
  api.send<T>('POST', url, { body, token, headers: withKey(key) })
const tagPath = contract.tags.path
let made = 0
const tag = () => ({ name: `Once ${++made}`, color: '#222', description: 'd' })
const isRepeated = ({ headers }: Answer<unknown>) => headers.get('idempotency-replayed') === 'true'
const codeOf = ({ status, body }: Answer<unknown>) => [status, (body as { code: string }).code]
const keysKept = async (key: string) =>
  (await api.database.db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).execute()).length
const rowsOf = async (table: string) =>
  (
    await anyTable(api.database.db)
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
/** The entries of a folder of the data directory. */
const entries = (folder: string) => {
  const directory = path.join(api.app.config.dataDir, folder)
  return existsSync(directory) ? readdirSync(directory).filter((name) => name !== 'incoming').length : 0
}

const [business, otherBusiness] = madeUpBusinesses()
const deal = async () =>
  (
    await post<Row<'opportunities'>>(
      contract.opportunities.path,
      { opportunity_name: `Deal ${++made}` },
      randomUUID(),
    )
  ).body.opportunity_id
const part = (value: string, name: string, filename: string): Part => ({
  name,
  value: Buffer.from(value, 'latin1'),
  filename,
  type: 'text/plain',
})
const json = (url: string, table: string, body: () => unknown, token = () => broker) => ({
  name: `${url} (${table})`,
  table,
  send: async () => {
    const sent = (await body()) as object
    // Only fields that the body has: the route may refuse any other.
    const known = (change: object) => Object.entries(change).filter(([name]) => name in sent)
    return (key: string, change: object = {}) =>
      post(url, { ...sent, ...Object.fromEntries(known(change)) }, key, token())
  },
  other: {
    description: 'other',
    name: 'Other',
    subject: 'Other',
    title: 'Other',
    bin: otherBusiness?.bin,
    first_name: 'Other',
  },
})
const form = (url: string, table: string, parts: (changed: boolean) => Part[] | Promise<Part[]>) => ({
  name: `${url} (${table}, as a form)`,
  table,
  send: async () => {
    const [sent, changed] = [await parts(false), await parts(true)]
    return (key: string, change?: object) =>
      sendForm<Json>(api, broker, ['POST', url], change ? changed : sent, withKey(key))
  },
  other: {},
})
const meeting = () => ({ title: `Call ${++made}`, description: 'd', start: 1_900_000_000, participants: [] })

/** Every POST that creates something. */
const creating = [
  json(tagPath, 'tags', tag),
  json(contract.utilities.path, 'utilities', () => ({ name: `Utility ${++made}` })),
  json(contract.organizations.path, 'organizations', () => ({ name: `Organization ${++made}`, state: 'TX' })),
  json(contract.contacts.path, 'contacts', () => ({ title: 'ms', first_name: 'Ada', last_name: 'Brook' })),
  json(contract.notes.path, 'notes', async () => ({
    description: 'A note',
    object_id: `opportunity-${await deal()}`,
  })),
  json(contract.activities.path, 'activities', meeting),
  json(eventPath, 'activities', meeting),
  json(messageRequest.path, 'messages', () => ({ to: ['who@far.example'], subject: 'Once', text: 'a text' })),
  json(bureauCreate.path, 'organizations', () => ({ bin: business?.bin, created: false })),
  json(
    contract.users.path,
    'users',
    () => ({
      username: `once${++made}`,
      first_name: 'Once',
      password: 'seven small lanterns',
      user_type: 'broker',
      is_active: true,
    }),
    () => team,
  ),
  form(contract.files.path, 'files', async (changed) => [
    part(changed ? 'another content' : 'a content', 'file', 'a.txt'),
    { name: 'object_id', value: `opportunity-${await deal()}` },
  ]),
  form(contract.organizations.path, 'organizations', (changed) => [
    part(`\x89PNG\r\n\x1a\n${changed ? 'other' : 'first'}`, 'logo', 'a.png'),
    { name: 'name', value: 'Larkfield Textiles' },
    { name: 'state', value: 'IL' },
  ]),
]

describe.each(creating)('[TRUST-28] POST $name', ({ table, send, other }) => {
  test('the same request twice makes one record and gives one answer; another body is refused', async () => {
    const request = await send()
    const key = randomUUID()
    const first = await request(key)
    expect([first.status, isRepeated(first)]).toEqual([201, false])
    const [rows, files, mails] = [await rowsOf(table), entries('files'), entries('mail')]
    const again = await request(key)
    expect([again.status, isRepeated(again)]).toEqual([201, true])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(codeOf(await request(key, other))).toEqual([422, 'key_reused'])
    expect([await rowsOf(table), entries('files'), entries('mail')]).toEqual([rows, files, mails])
  })
})

test('[TRUST-28] a double click makes one row, however many requests come at once', async () => {
  const [body, key] = [tag(), randomUUID()]
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(tagPath, body, key)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(answers.filter((answer) => !isRepeated(answer)).length).toBe(1)
  for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
  const { count } = (await api.asBroker<{ count: number }>('GET', `${tagPath}?q=${body.name}`)).body
  expect(count).toBe(1)
})

test('[TRUST-28] the answer stays the first one, whatever has become of the record', async () => {
  const [body, key] = [tag(), randomUUID()]
  const first = await post<Row<'tags'>>(`${tagPath}?expand=created_by`, body, key)
  expect(first.body.created_by).toMatchObject({ username: 'broker' })
  await api.asBroker('PATCH', `${tagPath}${first.body.tag_id}/`, { color: '#333' })
  expect((await post(`${tagPath}?expand=created_by`, body, key)).body).toEqual(first.body)
  await api.asBroker('DELETE', `${tagPath}${first.body.tag_id}/`)
  expect((await post(`${tagPath}?expand=created_by`, body, key)).body).toEqual(first.body)
})

test('[TRUST-28] a key belongs to its user and to one address', async () => {
  const [body, key] = [{ name: `Utility ${++made}` }, randomUUID()]
  expect((await post(contract.utilities.path, body, key)).status).toBe(201)
  expect(codeOf(await post(tagPath, body, key))).toEqual([422, 'key_reused'])
  expect(codeOf(await post(`${contract.utilities.path}?expand=created_by`, body, key))).toEqual([
    422,
    'key_reused',
  ])
  expect((await post(contract.utilities.path.slice(0, -1), body, key)).status).toBe(201)
  const others = await post(contract.utilities.path, { name: `Utility ${++made}` }, key, team)
  expect([others.status, isRepeated(others)]).toEqual([201, false])
})

test('[TRUST-28] what is refused leaves neither a row nor a key', async () => {
  const [body, key] = [tag(), randomUUID()]
  expect((await post(tagPath, { ...body, color: 'blue' }, key)).status).toBe(400)
  await api.asBroker('POST', tagPath, body)
  expect((await post(tagPath, body, key)).status).toBe(409)
  expect(await keysKept(key)).toBe(0)
  expect((await post(tagPath, tag(), key)).status).toBe(201)
  expect(await keysKept(key)).toBe(1)
})

test('[TRUST-28] without a key every request counts', async () => {
  const body = { title: 'ms', first_name: 'Ada', last_name: 'Brook' }
  const answers = [
    await api.asBroker<Row<'contacts'>>('POST', contract.contacts.path, body),
    await api.asBroker<Row<'contacts'>>('POST', contract.contacts.path, body),
  ]
  expect(new Set(answers.map((answer) => answer.body.contact_id)).size).toBe(2)
})

test('[TRUST-28] a key is 1 to 255 printable characters', async () => {
  for (const key of ['x'.repeat(256), '', 'ä', 'a\tb']) {
    const answer = await post<{ fields: object }>(tagPath, tag(), key)
    expect([key, answer.status, Object.keys(answer.body.fields)]).toEqual([key, 400, ['Idempotency-Key']])
  }
  expect((await post(tagPath, tag(), `"${'~'.repeat(253)}"`)).status).toBe(201)
})

describe('[TRUST-28] what happens outside before something is stored', () => {
  const message = () => ({ to: ['who@far.example'], subject: `Once ${++made}`, text: 'a text' })

  test('a request whose first one is still under way is told so, and sends nothing', async () => {
    const { provider } = api.app.mail
    const { send } = provider
    const [body, key] = [message(), randomUUID()]
    let go = (): void => undefined
    const told = new Promise<void>((underWay) => {
      jest.spyOn(provider, 'send').mockImplementation(async (letter) => {
        underWay()
        await new Promise<void>((resolve) => (go = resolve))
        return send(letter)
      })
    })
    const first = post(messageRequest.path, body, key)
    await told
    expect(codeOf(await post(messageRequest.path, body, key))).toEqual([409, 'in_progress'])
    expect(codeOf(await post(messageRequest.path, message(), key))).toEqual([422, 'key_reused'])
    go()
    expect((await first).status).toBe(201)
    const again = await post(messageRequest.path, body, key)
    expect([isRepeated(again), again.body]).toEqual([true, (await first).body])
    expect(provider.send).toHaveBeenCalledTimes(1)
  })

  test('a failure gives the key back', async () => {
    const [body, key] = [message(), randomUUID()]
    jest.spyOn(api.app.mail.provider, 'send').mockRejectedValueOnce(mailUnavailable(new Error('down')))
    expect((await post(messageRequest.path, body, key)).status).toBe(502)
    expect(await keysKept(key)).toBe(0)
    expect((await post(messageRequest.path, body, key)).status).toBe(201)
  })

  test('a key that a dead process has left behind is free again after a minute', async () => {
    const [body, key] = [message(), randomUUID()]
    const claimed = (seconds: number) =>
      api.database.db
        .updateTable('idempotency_keys')
        .set({
          status: null,
          body: null,
          claimed_until: new Date(Date.now() + seconds * 1_000).toISOString(),
        })
        .where('key', '=', key)
        .execute()
    expect((await post(messageRequest.path, body, key)).status).toBe(201)
    await claimed(59)
    expect((await post(messageRequest.path, body, key)).status).toBe(409)
    await claimed(-1)
    const answer = await post(messageRequest.path, body, key)
    expect([answer.status, isRepeated(answer)]).toEqual([201, false])
    expect(isRepeated(await post(messageRequest.path, body, key))).toBe(true)
  })
})

test('[TRUST-28] a key is known for 24 hours', async () => {
  const requests = [tag(), tag()].map((body) => ({ body, key: randomUUID() }))
  for (const [index, { body, key }] of requests.entries()) {
    await post(tagPath, body, key)
    const hours = index === 0 ? 23.9 : 24.1
    await api.database.db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
      .where('key', '=', key)
      .execute()
  }
  await deleteExpiredKeys(api.database)
  const kept = []
  for (const { key } of requests) kept.push(await keysKept(key))
  expect(kept).toEqual([1, 0])
})

test('[TRUST-8, TRUST-28] nothing of a password can be read from a key', async () => {
  const [key, password] = [randomUUID(), 'eight brass kettles']
  const body = { username: `once${++made}`, password, user_type: 'broker', is_active: true }
  expect((await post(contract.users.path, body, key, team)).status).toBe(201)
  const [row] = await api.database.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .execute()
  expect(JSON.stringify(row)).not.toMatch(/password|kettles/)
})
