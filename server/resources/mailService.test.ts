/** The functions of the built-in provider, done by accounts at a mail and calendar service. */
import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import {
  calendarsPath,
  consentPath,
  eventPath,
  mailCallbackPath,
  mailRedirectPath,
  messageRequest,
  type Calendar,
} from '../../src/contract/mail'
import { currentUserPath } from '../../src/contract/session'
import { readConfig } from '../config'
import { startApi, startSecondServer, type TestApi } from '../testing/api'
import { returnPath } from '../testing/connectMail'
import type { Notice } from '../db/notice'
import { sendForm } from '../testing/forms'
import { connectRemoteMail, startNylas, type TestNylas } from '../testing/nylas'
import { until } from '../testing/until'

type Profile = Row<'profiles'> & ErrorAnswer
type Message = Row<'messages'> & ErrorAnswer
type Activity = Row<'activities'> & ErrorAnswer

let service: TestNylas
let api: TestApi
let token: string
beforeEach(async () => {
  service = await startNylas()
  api = await startApi(service.environment)
  token = (await api.signIn()).access
  // Its own requests would interfere.
  await api.app.mail.stop()
})
afterEach(async () => {
  await api.close()
  await service.close()
})

const email = 'broker@citygate.example'
const activitiesPath = '/activities/api/activities/'

/** Requests the address at which an account is connected. */
async function addressFor(access = token, at = api): Promise<string> {
  const back = encodeURIComponent(at.url + returnPath)
  const { body } = await at.send<{ url: string }>('GET', `${mailRedirectPath}?redirect_url=${back}`, {
    token: access,
  })
  return body.url
}
const exchange = (query: URLSearchParams | string, access = token, at = api) =>
  at.send<Profile>('GET', `${mailCallbackPath}?${query.toString()}`, { token: access })
const connect = (address = email, access = token) => connectRemoteMail(api, service, access, address)
const calendars = (access = token) =>
  api.send<ListAnswer<Calendar> & ErrorAnswer>('GET', calendarsPath, { token: access })
const as = <T = Activity>(method: string, address: string, body?: unknown, headers = {}) =>
  api.send<T>(method, address, { token, headers, ...(body === undefined ? {} : { body }) })
const isSignedIn = async () => (await api.send('GET', currentUserPath, { token })).status === 200

const invalid = { code: 'This code is not valid, or has been used.' }

describe('connecting an account', () => {
  test('[SETUP-1, SETUP-3, SETUP-4] over the mail service: consent, exchange, calendars and the choice of one', async () => {
    const address = new URL(await addressFor())
    expect(address.origin).toBe(service.environment['MAIL_API_URL'])
    expect(address.searchParams.get('login_hint')).toBe(email)
    expect(address.searchParams.get('redirect_uri')).toBe(api.url + returnPath)
    const profile = await connect()
    expect(profile).toMatchObject({
      nylas_access_token: 'connected',
      mail_address: email,
      nylas_default_calendar: null,
    })
    const { status, body } = await calendars()
    expect([status, body]).toEqual([
      200,
      {
        count: 2,
        results: [
          { id: 'cal', name: 'Calendar', is_default: true },
          { id: 'main@example', name: 'Main', is_default: false },
        ],
      },
    ])
    const one = `/api/profile/${profile.id}/`
    const chosen = await as<Profile>('PATCH', one, { nylas_default_calendar: 'main@example' })
    expect([chosen.status, chosen.body.nylas_default_calendar]).toEqual([200, 'main@example'])
    const refused = await as<Profile>('PATCH', one, { nylas_default_calendar: 'holidays' })
    expect(refused.body.fields).toEqual({ nylas_default_calendar: 'Choose one of your calendars.' })
  })

  test('[SETUP-1] two users may have one calendar between them', async () => {
    await connect()
    await calendars()
    const { access } = await api.signIn('newcomer')
    await connect('newcomer@citygate.example', access)
    expect((await calendars(access)).body.count).toBe(2)
    expect((await calendars()).body.count).toBe(2)
  })

  test('[TRUST-17] a state is a short reference, good once, for the session that asked, and asking anew ends it', async () => {
    const first = service.consent(await addressFor(), email).searchParams
    expect(first.get('state')).toMatch(/^[\w-]{43}$/)
    const second = service.consent(await addressFor(), email).searchParams
    expect((await exchange(first)).body.fields).toEqual(invalid)
    const { access: elsewhere } = await api.signIn()
    const { access: other } = await api.signIn('customer')
    for (const thief of [elsewhere, other]) {
      const answer = await exchange(second, thief)
      expect([answer.status, answer.body.fields]).toEqual([400, invalid])
    }
    expect((await exchange(second)).status).toBe(200)
    const again = await exchange(second)
    expect([again.status, again.body.fields]).toEqual([400, invalid])
  })

  test('[TRUST-17] without the state, with another one, late, or with an unknown code, nothing is connected', async () => {
    const { searchParams } = service.consent(await addressFor(), email)
    const code = searchParams.get('code') ?? ''
    for (const query of [`code=${code}`, `code=${code}&state=`, `code=${code}&state=${'x'.repeat(43)}`])
      expect([query, (await exchange(query)).body.fields]).toEqual([query, invalid])
    expect(service.requests).toEqual([])
    await api.database.db
      .updateTable('mail_requests')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .execute()
    expect((await exchange(searchParams)).body.fields).toEqual(invalid)
    const { searchParams: own } = service.consent(await addressFor(), email)
    own.set('code', 'code-of-nobody')
    expect((await exchange(own)).body.fields).toEqual(invalid)
    expect(await api.database.db.selectFrom('mail_accounts').select('id').execute()).toEqual([])
  })

  test('[TRUST-17] a request that one process has begun another one ends, once', async () => {
    const beside = await startSecondServer(api)
    try {
      const { searchParams } = service.consent(await addressFor(), email)
      const answers = await Promise.all([
        exchange(searchParams),
        exchange(searchParams, token, beside),
        exchange(searchParams, token, beside),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    } finally {
      await beside.close()
    }
  })

  test('[TRUST-17] neither grant nor token can be read in the database, nor do they leave the server', async () => {
    const profile = await connect()
    const [grant = ''] = service.grants.keys()
    const { database } = api
    const rows = await database.db.selectFrom('mail_accounts').selectAll().execute()
    expect(rows).toMatchObject([{ user: 3, email, provider: 'google' }])
    const told = JSON.stringify([profile, (await calendars()).body, await auditText()])
    let kept = JSON.stringify(rows)
    if (database.dialect.kind === 'sqlite') {
      const folder = api.app.config.dataDir
      for (const file of readdirSync(folder).filter((name) => name.startsWith('citygate.db')))
        kept += readFileSync(path.join(folder, file), 'latin1')
    }
    for (const text of [told, kept]) {
      expect(text).not.toContain(grant)
      expect(text).not.toContain('access-token')
    }
  })

  test('[TRUST-17] a grant is read only in the row that it was sealed for', async () => {
    await connect()
    const { access } = await api.signIn('newcomer')
    await connect('newcomer@citygate.example', access)
    await sql`update mail_accounts set sealed = (select sealed from mail_accounts where "user" = 3)`.execute(
      api.database.db,
    )
    expect((await calendars(access)).status).toBe(409)
    expect((await calendars()).status).toBe(200)
  })

  test('the page of the built-in provider is not there', async () => {
    expect((await api.send('GET', `${consentPath}?state=x`)).status).toBe(404)
  })

  test('[TRUST-26] a service that refuses the installation is told of as such, and the user stays signed in', async () => {
    const { searchParams } = service.consent(await addressFor(), email)
    service.answerNext('/token', { status: 400, body: { error: 'invalid_client' } })
    const answer = await exchange(searchParams)
    expect([answer.status, answer.body.code]).toEqual([502, 'outside_unavailable'])
    expect(await isSignedIn()).toBe(true)
  })
})

const auditText = async () => JSON.stringify(await api.database.db.selectFrom('audit').selectAll().execute())

describe('messages', () => {
  const letter = { to: 'ann@mill.example', subject: ' Pricing ', text: '<p>Firm</p>' }
  const send = (body: object = letter, headers = {}) =>
    as<Message>('POST', messageRequest.path, body, headers)
  const mailbox = async () => (await as<ListAnswer<Message>>('GET', '/nylas/messages/')).body

  test('[MSG-1] over the mail service: a message is sent from the account, and the copy is kept', async () => {
    await connect('robin@desk.example')
    const { status, body } = await send()
    expect(status).toBe(201)
    const grant = service.grantOf('robin@desk.example')
    expect(grant.sent).toMatchObject([
      { subject: 'Pricing', body: '<p>Firm</p>', to: [{ email: 'ann@mill.example' }] },
    ])
    expect(body).toMatchObject({
      direction: 'sent',
      from: [{ id: 3, email: 'robin@desk.example' }],
      message_id: `${grant.sent[0]?.id}@mail.example`,
      thread: `${grant.sent[0]?.id}@mail.example`,
    })
  })

  test('[MSG-1] over the mail service: with fixed recipients a message goes to no other one', async () => {
    await api.close()
    api = await startApi({ ...service.environment, MAIL_FIXED_RECIPIENTS: 'team@citygate.example' })
    token = (await api.signIn()).access
    await connect()
    const { body } = await send()
    expect(body.to).toMatchObject([{ id: 2, email: 'team@citygate.example' }])
    expect(service.grantOf(email).sent.map(({ to }) => to)).toMatchObject([
      [{ email: 'team@citygate.example' }],
    ])
  })

  test('[MSG-1, SCREEN-2] over the mail service: an answer names the message there that it answers', async () => {
    await connect()
    const { body } = await send()
    const answer = await send({ ...letter, in_reply_to: body.message_id })
    expect(answer.body).toMatchObject({ in_reply_to: body.message_id, thread: body.message_id })
    const { sent } = service.grantOf(email)
    expect(sent[1]?.reply_to_message_id).toBe(sent[0]?.id)
  })

  test('[MSG-1, TRUST-28] over the mail service: a message is sent once, however often it is tried', async () => {
    await connect()
    const headers = { 'idempotency-key': 'one' }
    expect((await send(letter, headers)).status).toBe(201)
    expect((await send(letter, headers)).status).toBe(201)
    // As if the process had ended before it could store the service's answer.
    await api.database.db.deleteFrom('idempotency_keys').execute()
    await api.database.db.deleteFrom('mail_links').execute()
    await api.database.db.deleteFrom('messages').execute()
    expect((await send(letter, headers)).status).toBe(201)
    expect(service.grantOf(email).sent).toHaveLength(1)
    expect((await mailbox()).count).toBe(1)
    expect((await send({ ...letter, subject: 'Other' }, { 'idempotency-key': 'two' })).status).toBe(201)
    expect(service.grantOf(email).sent).toHaveLength(2)
  })

  test('[K6] over the mail service: files go along, few bytes as JSON and many as a form, once for each key', async () => {
    await connect()
    const form = (files: readonly (readonly [string, Buffer])[], headers = {}) =>
      sendForm<Message>(
        api,
        token,
        ['POST', messageRequest.path],
        [
          { name: 'message', value: JSON.stringify(letter) },
          ...files.map(([filename, value]) => ({ name: 'files', filename, value, type: 'text/csv' })),
        ],
        headers,
      )
    const small = randomBytes(2_000)
    const large = ['Übersicht.csv', 'b "1".csv'].map((name) => [name, randomBytes(1_200_000)] as const)
    expect((await form([['a.csv', small]])).status).toBe(201)
    const sent = await form(large, { 'idempotency-key': 'large' })
    expect([sent.status, sent.body.attachments.length]).toEqual([201, 2])
    // As if the process had ended before it could keep what the service had answered.
    await api.database.db.deleteFrom('idempotency_keys').execute()
    expect((await form(large, { 'idempotency-key': 'large' })).status).toBe(201)
    const there = service.grantOf(email).sent
    expect(there.map(({ isForm = false, attachments }) => [isForm, attachments])).toEqual([
      [false, [{ filename: 'a.csv', content_type: 'text/csv', content: small.toString('base64') }]],
      [
        true,
        large.map(([filename, content]) => ({
          filename,
          content_type: 'text/csv',
          content: content.toString('base64'),
        })),
      ],
    ])
    expect(there[1]).toMatchObject({ subject: 'Pricing', to: [{ email: 'ann@mill.example' }] })
    // What fails leaves nothing in the store.
    const stored = () => readdirSync(path.join(api.app.config.dataDir, 'files')).length
    const before = stored()
    service.answerNext('/messages/send', { status: 503 })
    expect((await form(large)).body).toMatchObject({
      code: 'mail_unavailable',
      detail: 'Cannot send message.',
    })
    expect(stored()).toBe(before)
  })

  test.each([
    ['limits it', { status: 429, headers: { 'retry-after': '1' } }],
    ['refuses it', { status: 400 }],
    ['fails', { status: 503 }],
  ])('[MSG-1] over the mail service: where it %s, 502 and nothing stored', async (_name, answer) => {
    await connect()
    const before = (await mailbox()).count
    service.answerNext('/messages/send', answer, { status: 429 })
    const headers = { 'idempotency-key': 'one' }
    const failed = await send(letter, headers)
    expect([failed.status, failed.body.code, failed.body.detail]).toEqual([
      502,
      'mail_unavailable',
      'Cannot send message.',
    ])
    expect((await mailbox()).count).toBe(before)
    expect(await isSignedIn()).toBe(true)
    if (answer.status === 503) return
    // A refused message was not sent: it is tried again, although the service would repeat its answer.
    expect((await send(letter, headers)).status).toBe(502)
    expect((await send(letter, headers)).status).toBe(201)
    expect(service.grantOf(email).sent).toHaveLength(1)
  })
})

describe('events', () => {
  const start = Date.parse('2027-03-01T12:00:00Z') / 1_000
  const meeting = {
    title: 'Pricing call',
    description_text: '<p>Usage</p>',
    start,
    participants: ['ann@mill.example'],
  }
  const events = () => [...service.grantOf(email).events.values()]
  const count = async () => (await as<ListAnswer<Activity>>('GET', `${activitiesPath}?limit=1`)).body.count

  test('[SCH-1, ACT-4] over the mail service: an event is made, changed and removed in the default calendar', async () => {
    const { id } = await connect()
    await calendars()
    await as('PATCH', `/api/profile/${id}/`, { nylas_default_calendar: 'main@example' })
    const { status, body } = await as('POST', eventPath, meeting)
    expect([status, body.calendar_id]).toEqual([201, 'main@example'])
    expect(events()).toMatchObject([
      {
        title: 'Pricing call',
        description: '<p>Usage</p>',
        when: { time: start },
        calendar_id: 'main@example',
        participants: [{ email: 'ann@mill.example' }],
      },
    ])
    // Another default leaves the event in its calendar.
    await as('PATCH', `/api/profile/${id}/`, { nylas_default_calendar: 'cal' })
    const one = `${activitiesPath}${body.id}/`
    expect((await as('PATCH', one, { title: 'Moved', end: start + 3_600 })).status).toBe(200)
    expect((await as('PATCH', one, { title: 'Moved again' })).status).toBe(200)
    expect(events()).toMatchObject([
      { title: 'Moved again', when: { start_time: start, end_time: start + 3_600 } },
    ])
    expect((await as('DELETE', one)).status).toBe(204)
    expect(events()).toEqual([])
    expect((await as('GET', one)).status).toBe(404)
    expect(await api.database.db.selectFrom('mail_links').selectAll().execute()).toEqual([])
  })

  test('[SCH-1] over the mail service: where the service fails nothing is stored, changed or removed', async () => {
    await connect()
    const before = await count()
    service.answerNext('/events', { status: 503 })
    const failed = await as('POST', eventPath, meeting)
    expect([failed.status, failed.body.code]).toEqual([502, 'outside_unavailable'])
    expect(await count()).toBe(before)
    const { body } = await as('POST', eventPath, meeting)
    const one = `${activitiesPath}${body.id}/`
    service.answerNext('/events', { status: 500 }, { status: 429, headers: { 'retry-after': '9' } })
    expect((await as('PUT', one, { ...meeting, title: 'Moved' })).status).toBe(502)
    expect((await as('DELETE', one)).status).toBe(502)
    expect((await as('GET', one)).body).toMatchObject({ title: 'Pricing call', version: 1 })
    expect(await isSignedIn()).toBe(true)
  })

  test('[SCH-1] over the mail service: what is refused here is not told there', async () => {
    await connect()
    expect((await as('POST', eventPath, { title: 'x' })).status).toBe(400)
    const { body } = await as('POST', eventPath, meeting)
    const one = `${activitiesPath}${body.id}/`
    const told = service.requests.length
    expect((await as('PATCH', one, { title: '' })).status).toBe(400)
    expect((await as('PATCH', one, { title: 'Late', version: 7 })).status).toBe(409)
    expect((await as('DELETE', one, undefined, { 'if-match': '"7"' })).status).toBe(409)
    expect(service.requests).toHaveLength(told)
  })

  test('[SCH-1] over the mail service: what cannot be stored here is taken back there', async () => {
    await connect()
    const { body } = await as('POST', eventPath, meeting)
    service.onNext('PUT', () =>
      api.database.db
        .updateTable('activities')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', body.id)
        .execute(),
    )
    expect((await as('PATCH', `${activitiesPath}${body.id}/`, { title: 'Moved' })).status).toBe(409)
    expect(events()).toMatchObject([{ title: 'Pricing call' }])
  })

  test('[SCH-1, TRUST-28] over the mail service: an event is made once, however often its request comes', async () => {
    await connect()
    const headers = { 'idempotency-key': 'one' }
    const first = await as('POST', eventPath, meeting, headers)
    const again = await as('POST', eventPath, meeting, headers)
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect(events()).toHaveLength(1)
  })

  test("[SCH-1] over the mail service: others' changes reach the calendar of the event's author", async () => {
    await connect()
    const { body } = await as('POST', eventPath, meeting)
    const { access } = await api.signIn('team')
    const answer = await api.send('PATCH', `${activitiesPath}${body.id}/`, {
      token: access,
      body: { title: 'Ours' },
    })
    expect(answer.status).toBe(200)
    expect(events()).toMatchObject([{ title: 'Ours' }])
    service.grantOf(email).status = 'invalid'
    const without = await api.send('PATCH', `${activitiesPath}${body.id}/`, {
      token: access,
      body: { title: 'Still' },
    })
    expect(without.status).toBe(409)
    const then = await api.send('PATCH', `${activitiesPath}${body.id}/`, {
      token: access,
      body: { title: 'Still' },
    })
    expect(then.status).toBe(200)
  })

  test('[SCH-1] over the mail service: an event that was removed there stands there again once it is changed here', async () => {
    await connect()
    const { body } = await as('POST', eventPath, meeting)
    service.grantOf(email).events.clear()
    expect((await as('PATCH', `${activitiesPath}${body.id}/`, { title: 'Again' })).status).toBe(200)
    expect(events()).toMatchObject([{ title: 'Again' }])
    service.grantOf(email).events.clear()
    expect((await as('DELETE', `${activitiesPath}${body.id}/`)).status).toBe(204)
  })
})

describe('a grant that has expired', () => {
  const letter = { to: 'ann@mill.example', subject: 'Pricing', text: 'Firm' }

  test('[TRUST-26, SETUP-1] it is told of with 409, no user is signed out or sent away, and connecting again mends it', async () => {
    const profile = await connect()
    const notices: Notice[] = []
    api.database.commitListeners.add((told) => void notices.push(...told))
    service.grantOf(email).status = 'invalid'
    for (let tries = 0; tries < 2; tries++) {
      const answer = await as<Message>('POST', messageRequest.path, letter)
      expect([answer.status, answer.body.code]).toEqual([409, 'mail_not_connected'])
    }
    expect((await calendars()).body.code).toBe('mail_not_connected')
    // Other users are not notified.
    expect(
      notices.filter((notice) => notice.kind === 'change' && notice.change.resource === 'profiles'),
    ).toMatchObject([{ owner: 3, change: { id: profile.id } }])
    expect(await isSignedIn()).toBe(true)
    const { body } = await as<{ profile: Profile }>('GET', `${currentUserPath}?expand=profile`)
    // Users are asked to reconnect, and all their other data is unchanged.
    expect(body.profile).toMatchObject({
      nylas_access_token: 'expired',
      nylas_default_calendar: profile.nylas_default_calendar,
    })
    // Once it is known, the service is not called.
    const { length } = service.requests
    await calendars()
    expect(service.requests).toHaveLength(length)
    expect((await connect()).nylas_access_token).toBe('connected')
    expect((await calendars()).status).toBe(200)
    expect(await api.database.db.selectFrom('mail_accounts').select('id').execute()).toHaveLength(1)
  })

  test('[TRUST-26] a grant that has been deleted at the service counts as expired', async () => {
    await connect()
    service.grants.clear()
    expect((await calendars()).status).toBe(409)
  })

  test.each([
    ['an API key that is refused', 401],
    ['a scope that is missing', 403],
  ])('[TRUST-26] %s does not make it one', async (_name, status) => {
    await connect()
    service.answerNext('/grants/', { status }, ...(status === 401 ? [{ status }] : []))
    expect((await calendars()).status).toBe(502)
    expect(await isSignedIn()).toBe(true)
    expect((await calendars()).status).toBe(200)
  })
})

describe('the end of an account', () => {
  beforeEach(async () => {
    await api.close()
    api = await startApi(service.environment)
    token = (await api.signIn()).access
  })
  const deactivate = async (id: number) => {
    const { access } = await api.signIn('team')
    const answer = await api.send('PATCH', `/api/users/${id}/`, { token: access, body: { is_active: false } })
    expect(answer.status).toBe(200)
    api.app.mail.wake()
  }
  const accounts = () => api.database.db.selectFrom('mail_accounts').select(['user', 'ended_at']).execute()

  test('[TRUST-17] a deactivated user loses the account, and the grant ends at the service', async () => {
    await connect()
    await calendars()
    await deactivate(3)
    await until(() => service.grants.size === 0)
    await until(async () => (await accounts()).length === 0)
    const profile = await api.database.db.selectFrom('profiles').selectAll().where('id', '=', 3).execute()
    expect(profile).toMatchObject([
      { nylas_access_token: null, mail_address: null, nylas_default_calendar: null },
    ])
    expect(await auditText()).toContain('mail account disconnected')
  })

  test('[TRUST-17] another mailbox takes the place of the first, whose grant ends', async () => {
    await connect('old@desk.example')
    expect((await connect('new@desk.example')).mail_address).toBe('new@desk.example')
    api.app.mail.wake()
    await until(() => service.grants.size === 1)
    expect(service.grantOf('new@desk.example').status).toBe('valid')
    expect((await calendars()).status).toBe(200)
  })

  test('[TRUST-17] a mailbox that another user has connected, too, stays theirs', async () => {
    await connect('desk@desk.example')
    const { access } = await api.signIn('newcomer')
    await connect('desk@desk.example', access)
    await deactivate(3)
    await until(async () => (await accounts()).length === 1)
    expect((await calendars(access)).status).toBe(200)
  })
})

test.each([
  [
    { MAIL_API_URL: 'https://api.us.nylas.com' },
    'MAIL_CLIENT_ID is "", but must be there, since MAIL_API_URL is.',
  ],
  [{ MAIL_API_KEY: 'k' }, 'MAIL_CLIENT_ID is "", but must be there, since MAIL_API_KEY is.'],
  [{ MAIL_CLIENT_ID: 'i' }, 'MAIL_API_KEY is "", but must be there, since MAIL_CLIENT_ID is.'],
  [
    { MAIL_CLIENT_ID: 'i', MAIL_API_KEY: 'k' },
    'MAIL_API_URL is "", but must be the https:// address of the mail service without a path, since MAIL_CLIENT_ID is there.',
  ],
])('a server with %j alone does not start', (environment, complaint) => {
  expect(() => readConfig(environment)).toThrow(complaint)
})
