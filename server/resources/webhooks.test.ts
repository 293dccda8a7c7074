import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { contract } from '../../src/contract'
import {
  privateResources,
  webhookEvents,
  redeliveryPath,
  webhooksPath,
  type CreatedWebhook,
  type Webhook,
  type WebhookDeliveries,
  type WebhookInput,
} from '../../src/contract/webhooks'
import { limitsOfUser } from '../kit/limits'
import { pauseAfter } from './webhookDelivery'
import { resources } from '.'
import { startApi, startApiOn, type TestApi } from '../testing/api'
import { recordMaker } from '../testing/records'
import { until, untilAnswer } from '../testing/until'

interface Received {
  body: {
    id: string
    event: string
    record_id: number
    version: number
    record: Record<string, unknown> | null
  }
  raw: string
  headers: http.IncomingHttpHeaders
}

/** A program that is told of changes. */
async function startReceiver() {
  const received: Received[] = []
  const behaviour = { status: 200, answer: 'taken', hold: null as Promise<void> | null, most: 0, open: 0 }
  const server = http.createServer((request, response) => {
    void (async () => {
      behaviour.most = Math.max(behaviour.most, ++behaviour.open)
      const raw = await text(request)
      received.push({ raw, body: JSON.parse(raw) as Received['body'], headers: request.headers })
      await behaviour.hold
      behaviour.open--
      response.writeHead(behaviour.status).end(behaviour.answer)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    behaviour,
    host: `127.0.0.1:${port}`,
    address: `http://127.0.0.1:${port}/hook`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

let api: TestApi
let receiver: Awaited<ReturnType<typeof startReceiver>>
let other: Awaited<ReturnType<typeof startReceiver>>
let team: string
beforeEach(async () => {
  receiver = await startReceiver()
  other = await startReceiver()
  api = await startApi({ PRIVATE_HOSTS: `${receiver.host},${other.host}` })
  team = (await api.signIn('team')).access
})
afterEach(async () => {
  await api.close()
  receiver.close()
  other.close()
})

const make = async (sent: Partial<WebhookInput> = {}) => {
  const body = { address: receiver.address, events: ['tags.created'], description: 'ERP', ...sent }
  const answer = await api.send<CreatedWebhook>('POST', webhooksPath, { token: team, body })
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ description: 'ERP' })])
  return answer.body
}
const tag = async (name: string) =>
  (
    await api.asBroker<{ tag_id: number }>('POST', '/api/mpg/tag/', {
      name,
      color: '#336699',
      description: 'A tag',
    })
  ).body.tag_id
const deliveries = async (id: number) =>
  (await api.send<WebhookDeliveries>('GET', `${webhooksPath}${id}/deliveries/`, { token: team })).body.results
const settled = (id: number) =>
  untilAnswer(
    () => deliveries(id),
    (all) => all.length > 0 && all.every(({ tried_at }) => tried_at !== null),
  )
const webhook = async (id: number) =>
  (await api.send<{ results: Webhook[] }>('GET', webhooksPath, { token: team })).body.results.find(
    ({ webhook_id }) => webhook_id === id,
  )

test('[HOOK-1] only the team makes webhooks, to addresses outside', async () => {
  const body = { address: receiver.address, events: ['tags.created'], description: 'ERP' }
  for (const [method, path] of [
    ['GET', webhooksPath],
    ['POST', webhooksPath],
  ] as const)
    expect((await api.asBroker(method, path, method === 'POST' ? body : undefined)).status).toBe(409)
  for (const address of [
    'https://127.0.0.1/hook',
    'https://10.0.0.7/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://localhost/hook',
    'http://example.com/hook',
    `ftp://${receiver.host}/`,
    'https://user:secret@93.184.216.34/',
    'hook',
  ]) {
    const answer = await api.send('POST', webhooksPath, { token: team, body: { ...body, address } })
    expect([address, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([
      address,
      400,
      ['address'],
    ])
  }
})

test('[HOOK-1] its secret is shown once, and encrypted at rest', async () => {
  const { signing_secret, webhook_id } = await make()
  expect(signing_secret).toMatch(/^whsec_[\w-]{43}$/)
  const listed = await api.send('GET', webhooksPath, { token: team })
  const { db } = api.database
  const kept = [
    await db.selectFrom('webhooks').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
    listed.body,
  ]
  expect(JSON.stringify(kept)).not.toContain(signing_secret)
  expect(await webhook(webhook_id)).toMatchObject({ is_active: true, events: ['tags.created'] })
})

test('[HOOK-1] events are those of every resource that has no private records', () => {
  const isPrivate = Object.values(resources)
    .filter(({ owner, personal, sharedBy }) => owner !== null || personal || sharedBy !== null)
    .map(({ name }) => name)
  expect([...privateResources].sort()).toEqual(expect.arrayContaining(isPrivate.sort()))
  expect(webhookEvents).toContain('opportunities.restored')
  expect(webhookEvents.some((event) => event.startsWith('messages.'))).toBe(false)
})

test('[HOOK-2] a change is delivered with its record and a signature', async () => {
  const { webhook_id, signing_secret } = await make({ events: ['tags.created', 'tags.deleted'] })
  const id = await tag('Renewal')
  await until(() => receiver.received.length > 0)
  const [first] = receiver.received
  expect(first?.body).toMatchObject({
    event: 'tags.created',
    resource: 'tags',
    record_id: id,
    version: 1,
    record: { tag_id: id, name: 'Renewal' },
  })
  const [, seconds = '', digest = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(first?.headers['citygate-signature'])) ?? []
  const expected = createHmac('sha256', signing_secret).update(`${seconds}.${first?.raw}`).digest('hex')
  expect(digest).toBe(expected)
  expect(Math.abs(Number(seconds) * 1_000 - Date.now())).toBeLessThan(10_000)
  expect(first?.headers['citygate-event-id']).toBe(first?.body.id)
  // What it has not asked for is not told.
  await api.asBroker('PATCH', `/api/mpg/tag/${id}/`, { description: 'Anew' })
  await api.asBroker('DELETE', `/api/mpg/tag/${id}/`)
  await until(() => receiver.received.length > 1)
  expect(receiver.received.map(({ body }) => [body.event, body.record])).toEqual([
    ['tags.created', expect.anything()],
    ['tags.deleted', null],
  ])
  const [, done] = await settled(webhook_id)
  expect(done).toMatchObject({ state: 'delivered', status: 200, answer: 'taken', attempts: 1, next_at: null })
})

test('[HOOK-2] what a stopped server leaves is delivered by the next one', async () => {
  const { webhook_id } = await make()
  let go = () => {}
  receiver.behaviour.hold = new Promise((resolve) => {
    go = resolve
  })
  await tag('One')
  await tag('Two')
  await until(() => receiver.received.length === 1)
  const { config } = api.app
  await api.close()
  go()
  receiver.behaviour.hold = null
  api = await startApiOn(config)
  const all = await untilAnswer(
    () => deliveries(webhook_id),
    (found) => found.length === 2 && found.every(({ state }) => state === 'delivered'),
  )
  // The first one twice, under the same id.
  expect(receiver.received).toHaveLength(3)
  expect(new Set(receiver.received.map(({ body }) => body.id))).toEqual(
    new Set(all.map(({ event_id }) => event_id)),
  )
})

test('[HOOK-2] a refused write tells nothing, and private records are told to none', async () => {
  await make({ events: ['tags.created', 'opportunities.created'] })
  await tag('Once')
  expect((await api.asBroker('POST', '/api/mpg/tag/', { name: 'Once' })).status).toBe(400)
  const rows = await api.database.db.selectFrom('webhook_deliveries').select('event').execute()
  expect(rows).toHaveLength(1)
})

test('[HOOK-3] a failure is tried again later, and given up after a day', async () => {
  receiver.behaviour.status = 500
  receiver.behaviour.answer = 'x'.repeat(5_000)
  const { webhook_id } = await make()
  await tag('One')
  const [failed] = await settled(webhook_id)
  expect(failed).toMatchObject({ state: 'pending', status: 500, attempts: 1 })
  expect(failed?.answer).toHaveLength(1_024)
  const pause = Date.parse(failed?.next_at ?? '') - Date.now()
  expect(pause).toBeGreaterThan(15_000)
  expect(pause).toBeLessThan(45_000)
  expect((await webhook(webhook_id))?.failing_since).not.toBeNull()
  for (const attempts of [1, 2, 5, 30]) {
    const least = Math.min(30_000 * 2 ** (attempts - 1), 4 * 3_600_000)
    expect(pauseAfter(attempts)).toBeGreaterThanOrEqual(least * 0.75)
    expect(pauseAfter(attempts)).toBeLessThanOrEqual(least * 1.25)
  }
  const due = new Date(Date.now() - 1_000).toISOString()
  const dueNow = (more: object = {}) =>
    api.database.db
      .updateTable('webhook_deliveries')
      .set({ next_at: due, ...more })
      .execute()
  await dueNow({ give_up_at: new Date(Date.now() + 1_000).toISOString() })
  api.app.webhooks.wake()
  await untilAnswer(
    () => deliveries(webhook_id),
    ([one]) => one?.state === 'failed',
  )
  // Delivered again by hand, under the same id.
  receiver.behaviour.status = 204
  receiver.behaviour.answer = ''
  const again = await api.send(
    'POST',
    `${webhooksPath}${webhook_id}/deliveries/${failed?.delivery_id}/again/`,
    {
      token: team,
    },
  )
  expect(again.status).toBe(204)
  await untilAnswer(
    () => deliveries(webhook_id),
    ([one]) => one?.state === 'delivered' && one.attempts === 3,
  )
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1)
  expect((await webhook(webhook_id))?.failing_since).toBeNull()
})

test('[HOOK-3] a webhook that fails for three days is switched off, and its creator told', async () => {
  receiver.behaviour.status = 404
  const { webhook_id } = await make()
  await api.database.db
    .updateTable('webhooks')
    .set({ failing_since: new Date(Date.now() - 73 * 3_600_000).toISOString() })
    .execute()
  await tag('One')
  const stopped = await untilAnswer(
    () => webhook(webhook_id),
    (one) => one?.is_active === false,
  )
  expect(stopped?.stopped_at).not.toBeNull()
  const told = await api.send<{ results: { kind: string }[] }>('GET', '/api/mpg/notifications/', {
    token: team,
  })
  expect(told.body.results.map(({ kind }) => kind)).toContain('webhook')
  await tag('Two')
  expect(await deliveries(webhook_id)).toHaveLength(1)
  const on = await api.send<Webhook>('PATCH', `${webhooksPath}${webhook_id}/`, {
    token: team,
    body: { is_active: true },
  })
  expect(on.body).toMatchObject({ is_active: true, failing_since: null, stopped_at: null })
})

test('[HOOK-4] a slow receiver delays no other one, and has one delivery at a time', async () => {
  let go = () => {}
  receiver.behaviour.hold = new Promise((resolve) => {
    go = resolve
  })
  await make()
  await make({ address: other.address })
  for (const name of ['One', 'Two', 'Three']) await tag(name)
  await until(() => other.received.length === 3)
  expect(receiver.received).toHaveLength(1)
  go()
  await until(() => receiver.received.length === 3)
  expect(receiver.behaviour.most).toBe(1)
})

test('[HOOK-4] each connection checks the address anew', async () => {
  const { webhook_id } = await make()
  await api.database.db.updateTable('webhooks').set({ address: 'https://127.0.0.1:8443/' }).execute()
  await tag('One')
  const [refused] = await settled(webhook_id)
  expect(refused).toMatchObject({ status: null, state: 'pending' })
  expect(refused?.failure).toContain('private network')
})

test('[HOOK-4] a name that cannot be resolved is a failed attempt', async () => {
  const { webhook_id } = await make({ address: 'https://receiver.invalid/hook' })
  await tag('One')
  const [failed] = await settled(webhook_id)
  expect(failed).toMatchObject({ status: null, state: 'pending', attempts: 1 })
  expect(failed?.failure).toContain('DNS')
})

test('[HOOK-5] a test is sent once, also to one that is switched off; deleted ones are gone', async () => {
  const { webhook_id } = await make({ is_active: false })
  await tag('One')
  const path = `${webhooksPath}${webhook_id}/`
  expect((await api.send('POST', `${path}test/`, { token: team })).status).toBe(204)
  const [sent, ...others] = await settled(webhook_id)
  expect(others).toEqual([])
  expect(sent).toMatchObject({ event: 'test', state: 'delivered', record_id: null })
  expect((await api.send('DELETE', path, { token: team })).status).toBe(204)
  for (const [method, at] of [
    ['DELETE', path],
    ['PATCH', path],
    ['POST', `${path}test/`],
    ['GET', `${path}deliveries/`],
  ] as const) {
    const body = method === 'PATCH' ? { description: 'BI' } : undefined
    expect((await api.send(method, at, { token: team, body })).status).toBe(404)
  }
})

/** Changes what an account may do, by its username. */
const setUser = async (username: string, columns: object) => {
  await api.database.db.updateTable('users').set(columns).where('username', '=', username).execute()
}
/** Another user of the team, who may look after webhooks, and the access token. */
const colleague = async () => {
  const password = 'seven small lanterns'
  const own = { username: 'colleague', password }
  const body = { ...own, user_type: 'team', is_active: true }
  expect((await api.send('POST', '/api/users/', { token: team, body })).status).toBe(201)
  return (await api.send<{ access: string }>('POST', '/api/token/', { body: own })).body.access
}
const notified = async (token: string) =>
  (
    await api.send<{ results: { kind: string }[] }>('GET', '/api/mpg/notifications/', { token })
  ).body.results.map(({ kind }) => kind)

test.each([
  ['is not active any more', { is_active: false, status: 'deactivated' }],
  ['may not look after webhooks any more', { withheld_rights: '["installation"]' }],
  ['is not of the team any more', { user_type: 'broker' }],
])('[HOOK-6] a webhook whose user %s is stopped, and sends nothing', async (_state, columns) => {
  const token = await colleague()
  const { webhook_id } = await make()
  await tag('Before')
  await until(() => receiver.received.length === 1)
  await setUser('team', columns)
  await tag('After')
  await until(() =>
    api.database.db
      .selectFrom('webhooks')
      .select('stopped_at')
      .executeTakeFirstOrThrow()
      .then(({ stopped_at }) => stopped_at !== null),
  )
  expect(await notified(token)).toEqual(['webhook'])
  const rows = await api.database.db.selectFrom('webhooks').selectAll().execute()
  expect(rows.map((row) => [Boolean(row.is_active), row.failing_since])).toEqual([[false, null]])
  const audited = await api.database.db
    .selectFrom('audit')
    .select('record_id')
    .where('action', '=', 'webhook switched off')
    .execute()
  expect(audited).toEqual([{ record_id: webhook_id }])
  await tag('Later')
  api.app.webhooks.wake()
  expect(receiver.received).toHaveLength(1)

  // A test is of no record, and is asked for by a user who may. Who switches it on again stands for it.
  const path = `${webhooksPath}${webhook_id}/`
  expect((await api.send('POST', `${path}test/`, { token })).status).toBe(204)
  await until(() => receiver.received.length === 2)
  expect(receiver.received.at(-1)?.body.event).toBe('test')
  const on = await api.send<Webhook>('PATCH', path, { token, body: { is_active: true } })
  expect(on.body).toMatchObject({ is_active: true, stopped_at: null })
  const { id } = await api.database.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'colleague')
    .executeTakeFirstOrThrow()
  expect(on.body.created_by).toBe(id)
  await tag('Anew')
  await until(() => receiver.received.some(({ body }) => body.record?.['name'] === 'Anew'))
})

test('[HOOK-6] a webhook of a former administrator tells nothing of records that are limited to teams', async () => {
  const { team_id } = await recordMaker(api)('teams')
  const token = await colleague()
  for (const username of ['team', 'broker']) await setUser(username, { role: 'administrator' })
  await setUser('colleague', { role: 'manager' })
  await make({ events: ['opportunities.created'] })
  await recordMaker(api)('opportunities', { opportunity_name: 'Before', team_id })
  await until(() => receiver.received.length === 1)
  await setUser('team', { is_active: false, status: 'deactivated' })
  await recordMaker(api)('opportunities', { opportunity_name: 'Hidden', team_id })
  await untilAnswer(
    () => notified(token),
    (kinds) => kinds.includes('webhook'),
  )
  expect(receiver.received).toHaveLength(1)
  const { id } = await api.database.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'team')
    .executeTakeFirstOrThrow()
  const limits = await limitsOfUser(api.database.db, id)
  expect(limits?.tables.has('opportunities')).toBe(true)
})

test('[HOOK-6] a test of a stopped webhook does not change why it was stopped', async () => {
  receiver.behaviour.status = 404
  const { webhook_id } = await make()
  const failing_since = new Date(Date.now() - 73 * 3_600_000).toISOString()
  await api.database.db.updateTable('webhooks').set({ failing_since }).execute()
  await tag('One')
  await untilAnswer(
    () => webhook(webhook_id),
    (one) => one?.is_active === false,
  )
  receiver.behaviour.status = 200
  await api.send('POST', `${webhooksPath}${webhook_id}/test/`, { token: team })
  await untilAnswer(
    () => deliveries(webhook_id),
    (all) => all.some(({ event, state }) => event === 'test' && state === 'delivered'),
  )
  expect((await webhook(webhook_id))?.failing_since).toBe(failing_since)
})

test('[TEAM-6] a webhook hears nothing of an organization or a contact that its creator does not see', async () => {
  const record = recordMaker(api)
  const { team_id } = await record('teams')
  await make({
    events: [
      ...(['organizations.created', 'organizations.updated', 'contacts.created'] as const),
      ...(['organizationContacts.created', 'opportunities.created'] as const),
    ],
  })
  await setUser('team', { role: 'manager' })
  await setUser('broker', { role: 'administrator' })
  const { organization_id: organization } = await record('organizations', { name: 'Hidden Works', team_id })
  const { contact_id: contact } = await record('contacts', { last_name: 'Hiddenson', team_id })
  const seen = await record('contacts', { last_name: 'Seen' })
  await record('organizationContacts', { organization, contact, job_title: 'Hidden chief' })
  await record('organizationContacts', { organization, contact: seen.contact_id, job_title: 'Hidden clerk' })
  await api.asBroker('PATCH', `${contract.organizations.path}${organization}/`, { type: 'Public' })
  const deal = await record('opportunities', {
    opportunity_name: 'Of a hidden customer',
    organizations: [organization],
  })
  await until(() => receiver.received.some(({ body }) => body.event === 'opportunities.created'))
  expect(receiver.received.map(({ body }) => [body.event, body.record_id])).toEqual([
    ['contacts.created', seen.contact_id],
    ['opportunities.created', deal.opportunity_id],
  ])
  // What names it keeps its id, as in all answers.
  expect(receiver.received.at(-1)?.body.record).toMatchObject({ organizations: [organization] })
  expect(receiver.received.map(({ raw }) => raw).join()).not.toMatch(/Hidden (Works|chief|clerk)|Hiddenson/)
})

test('[TEAM-3] a webhook is told no more of a record than its creator sees', async () => {
  const { team_id } = await recordMaker(api)('teams')
  await make({ events: ['opportunities.created'] })
  await setUser('team', { role: 'manager' })
  await setUser('broker', { role: 'administrator', user_type: 'team' })
  const names = () => receiver.received.map(({ body }) => body.record?.['opportunity_name'])
  await recordMaker(api)('opportunities', { opportunity_name: 'Hidden', team_id })
  await recordMaker(api)('opportunities', { opportunity_name: 'Shown' })
  await until(() => receiver.received.length > 0)
  expect(names()).toEqual(['Shown'])
  // Who says where it goes, or of what, does not see by the eyes of another user.
  const [hook] = (await api.send<{ results: Webhook[] }>('GET', webhooksPath, { token: team })).body.results
  await api.database.db
    .updateTable('webhooks')
    .set(({ selectFrom }) => ({
      created_by: selectFrom('users').select('id').where('username', '=', 'broker'),
    }))
    .execute()
  await recordMaker(api)('opportunities', { opportunity_name: 'Seen by its creator', team_id })
  await until(() => receiver.received.length > 1)
  // What its deliveries do not show is not delivered again either.
  const deliveries = await api.database.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .orderBy('id')
    .execute()
  const again = deliveries.map(({ id }) => redeliveryPath(String(hook?.webhook_id), String(id)))
  const answers = await Promise.all(
    [...again, redeliveryPath(String(hook?.webhook_id), '4000000')].map((path) =>
      api.send('POST', path, { token: team }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([204, 404, 404])
  await until(() => receiver.received.length > 2)
  receiver.received.pop()
  await api.send('PATCH', `${webhooksPath}${hook?.webhook_id}/`, {
    token: team,
    body: { events: ['opportunities.created', 'opportunities.deleted'] },
  })
  await recordMaker(api)('opportunities', { opportunity_name: 'Hidden again', team_id })
  await recordMaker(api)('opportunities', { opportunity_name: 'Shown again' })
  await until(() => receiver.received.length > 2)
  expect(names()).toEqual(['Shown', 'Seen by its creator', 'Shown again'])
})
