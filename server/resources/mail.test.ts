import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import {
  calendarsPath,
  consentPath,
  eventPath,
  mailRedirectPath,
  messageRequest,
  type Calendar,
} from '../../src/contract/mail'
import { supportRequest } from '../../src/contract/support'
import { startApi, type TestApi } from '../testing/api'
import {
  answerConsent,
  askForState,
  redirectParameters,
  connectMail,
  exchangeCode,
  form,
  returnPath,
} from '../testing/connectMail'
import { sendForm, type Part } from '../testing/forms'
import { startMailServer, type MailServer } from '../testing/mailServer'
import { until } from '../testing/until'

type Message = Row<'messages'>
type Messages = ListAnswer<Message>

let api: TestApi
let broker: string
let customer: string
beforeAll(async () => {
  api = await startApi()
  broker = (await api.signIn('broker')).access
  customer = (await api.signIn('customer')).access
})
afterAll(() => api.close())

const others: TestApi[] = []
/** Another server for one test, which is closed even if the test fails. */
async function startOther(environment: NodeJS.ProcessEnv = {}): Promise<TestApi> {
  const other = await startApi(environment)
  others.push(other)
  return other
}
afterEach(async () => {
  for (const other of others.splice(0)) await other.close()
})

const auditOf = (resource: string) =>
  api.database.db.selectFrom('audit').selectAll().where('resource', '=', resource).orderBy('id').execute()
const html = { accept: 'text/html,application/xhtml+xml' }
const readPage = (state: string, headers = html) =>
  api.send<string>('GET', `${consentPath}?state=${encodeURIComponent(state)}`, { headers })

describe('connecting an account', () => {
  test('[SETUP-1, SETUP-4] a newcomer goes through consent and exchange, and has an account with calendars', async () => {
    const { access, user } = await api.signIn('newcomer')
    const before = await api.send<{ profile: Row<'profiles'> }>('GET', '/api/users/me/?expand=profile', {
      token: access,
    })
    expect(before.body.profile.nylas_access_token).toBeNull()

    const state = await askForState(api, access)
    const answer = await answerConsent(api, state, 'allow')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toContain(api.url + returnPath)
    const code = redirectParameters(answer).get('code') ?? ''
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    expect(redirectParameters(answer).get('state')).toBe(state)

    const profile = await exchangeCode(api, access, code)
    expect(profile.status).toBe(200)
    expect(profile.body).toEqual({
      id: before.body.profile.id,
      nylas_access_token: 'connected',
      mail_address: null,
      nylas_default_calendar: null,
      working_hours: null,
    })
    const calendars = await api.send<ListAnswer<Calendar>>('GET', calendarsPath, { token: access })
    expect(calendars.body).toMatchObject({
      count: 2,
      results: [
        { name: 'Calendar', is_default: true },
        { name: 'Meetings', is_default: false },
      ],
    })
    expect(
      (await auditOf('profiles')).filter(({ actor }) => actor === user.id).map((row) => row.action),
    ).toEqual(['mail access allowed', 'update'])

    await connectMail(api, access)
    const again = await api.send<ListAnswer<Calendar>>('GET', calendarsPath, { token: access })
    expect(again.body).toEqual(calendars.body)
  })

  test('[SETUP-1, TRUST-3] the consent page says who asks for what, without any script', async () => {
    const page = await readPage(await askForState(api, broker))
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const nonce = /<style nonce="([\w-]{22})">/.exec(page.body)?.[1] ?? ''
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; base-uri 'none'`,
    )
    expect(page.body).toContain('<strong>Robin Tavares</strong> (broker)')
    expect(page.body).toContain(`<strong>${new URL(api.url).host}</strong>`)
    expect(page.body).toContain('broker@citygate.example')
    expect(page.body).toContain('name="viewport" content="width=device-width, initial-scale=1"')
    expect(page.body).toContain('prefers-color-scheme: dark')
    expect(page.body).not.toMatch(/<script|\son\w+=|style=|<link|<img|javascript:/i)
    const other = await readPage(await askForState(api, broker))
    expect(other.body).not.toContain(nonce)
  })

  test('[TRUST-1] the page shows names as text', async () => {
    const users = api.database.db.updateTable('users').where('username', '=', 'customer')
    await users.set({ first_name: '<script>alert(1)</script>"' }).execute()
    const page = await readPage(await askForState(api, customer))
    await users.set({ first_name: 'Casey' }).execute()
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;')
    expect(page.body).not.toContain('<script')
  })

  test('[SETUP-1] denied: the browser comes back with an error, and no later Allow counts', async () => {
    const state = await askForState(api, broker)
    const denied = redirectParameters(await answerConsent(api, state, 'deny'))
    expect(Object.fromEntries(denied)).toEqual({ error: 'access_denied', state })
    const late = await answerConsent(api, state, 'allow')
    expect([late.status, late.body.code]).toEqual([400, 'connection_expired'])
  })

  test('[TRUST-17] an Allow that is sent twice has one code, good for one exchange', async () => {
    const state = await askForState(api, broker)
    const [first, second] = await Promise.all([
      answerConsent(api, state, 'allow'),
      answerConsent(api, state, 'allow'),
    ])
    const code = redirectParameters(first).get('code') ?? ''
    expect(redirectParameters(second).get('code')).toBe(code)
    const answers = await Promise.all([1, 2, 3].map(() => exchangeCode(api, broker, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await answerConsent(api, state, 'allow')).status).toBe(400)
    const grants = await api.database.db.selectFrom('mail_grants').select('code_hash').execute()
    expect(grants.length).toBeGreaterThan(0)
    expect(grants.map(({ code_hash }) => code_hash)).not.toContain(code)
  })

  test('[TRUST-17] a code serves only the user who gave the consent', async () => {
    const state = await askForState(api, customer)
    const code = redirectParameters(await answerConsent(api, state, 'allow')).get('code') ?? ''
    const stolen = await exchangeCode(api, broker, code)
    expect([stolen.status, (stolen.body as unknown as ErrorAnswer).fields]).toEqual([
      400,
      { code: 'This code is not valid, or has been used.' },
    ])
    const withState = await exchangeCode(api, broker, code, state)
    expect((withState.body as unknown as ErrorAnswer).fields).toEqual({
      state: 'This state belongs to another session.',
    })
    expect((await exchangeCode(api, customer, code, state)).status).toBe(200)
  })

  test('[TRUST-17] a code that has waited too long is not exchanged', async () => {
    const state = await askForState(api, broker)
    const code = redirectParameters(await answerConsent(api, state, 'allow')).get('code') ?? ''
    await api.database.db
      .updateTable('mail_grants')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('used_at', 'is', null)
      .execute()
    expect((await exchangeCode(api, broker, code)).status).toBe(400)
  })

  test.each([
    ['nothing', ''],
    ['a guess', 'x'],
    ['a long text', 'x'.repeat(5_000)],
    ['a piece of SQL', "' or 1=1 --"],
  ])('[TRUST-17] %s is no code', async (_name, code) => {
    const answer = await exchangeCode(api, broker, code)
    expect([answer.status, Object.keys((answer.body as unknown as ErrorAnswer).fields ?? {})]).toEqual([
      400,
      ['code'],
    ])
  })

  test('[TRUST-17] a state is bound to the session in which it was asked for, and cannot be altered', async () => {
    const session = await api.signIn('broker')
    const state = await askForState(api, session.access)
    const [head = '', claims = '', mark = ''] = state.split('.')
    const altered = Buffer.from(claims, 'base64url').toString().replace('"sub":"3"', '"sub":"2"')
    expect(altered).toContain('"sub":"2"')
    const unsigned = Buffer.from('{"alg":"none","typ":"mail-state+jwt"}').toString('base64url')
    for (const forged of [
      `${head}.${Buffer.from(altered).toString('base64url')}.${mark}`,
      `${unsigned}.${claims}.`,
      session.access,
      '',
      'x',
    ]) {
      expect((await readPage(forged)).status).toBe(400)
      expect((await answerConsent(api, forged, 'allow')).status).toBe(400)
    }
    expect((await api.send('GET', '/api/users/me/', { token: state })).status).toBe(401)
    expect((await readPage(state)).status).toBe(200)
    await api.send('POST', '/api/token/revoke/', { body: { refresh: session.refresh } })
    expect((await readPage(state)).status).toBe(400)
    expect((await answerConsent(api, state, 'allow')).status).toBe(400)
  })

  test('[TRUST-40] a refusal is a page for people and JSON for programs; both name the request', async () => {
    const page = await readPage('<b>')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.body).toContain(page.headers.get('x-request-id'))
    const plain = await readPage('<b>', { accept: 'application/json' })
    expect((plain.body as unknown as ErrorAnswer).code).toBe('connection_expired')
    for (const body of ['', 'answer=allow', 'state=x&answer=perhaps', '%zz=%zz&&&'])
      expect((await api.send('POST', consentPath, { body, headers: form })).status).toBe(400)
    const large = await api.send('POST', consentPath, { body: `state=${'x'.repeat(20_000)}`, headers: form })
    expect(large.status).toBe(413)
    const json = await api.send('POST', consentPath, {
      body: '<state/>',
      headers: { 'content-type': 'text/xml' },
    })
    expect(json.status).toBe(415)
  })

  test.each([
    ['another origin', 'https://elsewhere.example/setup'],
    ['another host', '//elsewhere.example/setup'],
    ['another host in disguise', '/\\elsewhere.example'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['an address with a password', 'http://user:secret@{host}/setup'],
    ['a host that begins alike', 'http://{host}.elsewhere.example/setup'],
    ['what is no address', 'http://['],
    ['a very long address', `/${'x'.repeat(2_000)}`],
    ['nowhere', ''],
  ])('[TRUST-17] the browser is never sent to %s', async (_name, address) => {
    const redirect_url = address.replace('{host}', new URL(api.url).host)
    const query = new URLSearchParams({ redirect_url }).toString()
    const answer = await api.asBroker('GET', `${mailRedirectPath}?${query}`)
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['redirect_url']])
  })

  test('[SETUP-4] the consent page stands at the public address where one is configured', async () => {
    const behind = await startOther({ PUBLIC_URL: 'https://desk.citygate.example/' })
    const { access } = await behind.signIn()
    const at = (address: string) =>
      behind.send<{ url: string }>('GET', `${mailRedirectPath}?redirect_url=${encodeURIComponent(address)}`, {
        token: access,
      })
    const { body } = await at('https://desk.citygate.example/setup/nylas/complete')
    expect(body.url).toContain(`https://desk.citygate.example${consentPath}?state=`)
    expect((await at(`${behind.url}/setup/nylas/complete`)).status).toBe(400)
  })

  test('[SETUP-1] a user without an email has no account to connect', async () => {
    const { access } = await api.signIn('newcomer')
    const users = api.database.db.updateTable('users').where('username', '=', 'newcomer')
    await users.set({ email: null, email_key: null }).execute()
    const answer = await api.send('GET', `${mailRedirectPath}?redirect_url=/x`, { token: access })
    await users.set({ email: 'newcomer@citygate.example', email_key: 'newcomer@citygate.example' }).execute()
    expect([answer.status, answer.body.code]).toEqual([409, 'refused'])
  })
})

describe('the profile', () => {
  test('[SETUP-3] one of the own calendars becomes the default, audited', async () => {
    const { id } = await connectMail(api, broker)
    const { body } = await api.send<ListAnswer<Calendar>>('GET', calendarsPath, { token: broker })
    const calendar = body.results[1]?.id
    const answer = await api.asBroker<Row<'profiles'>>('PATCH', `/api/profile/${id}`, {
      nylas_default_calendar: calendar,
      nylas_access_token: 'mine',
      id: 99,
    })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id,
        nylas_access_token: 'connected',
        mail_address: null,
        nylas_default_calendar: calendar,
        working_hours: answer.body.working_hours,
      },
    ])
    expect((await api.asBroker('GET', `/api/profile/${id}/`)).body).toEqual(answer.body)
    const last = (await auditOf('profiles')).at(-1)
    expect([last?.action, last?.record_id]).toEqual(['update', id])
    expect(last?.after).toContain(calendar)
  })

  test("[SETUP-3] a calendar that is not one's own is refused", async () => {
    const own = await connectMail(api, broker)
    await connectMail(api, customer)
    const { body } = await api.send<ListAnswer<Calendar>>('GET', calendarsPath, { token: customer })
    for (const nylas_default_calendar of ['nothing', body.results[0]?.id]) {
      const answer = await api.asBroker('PATCH', `/api/profile/${own.id}/`, { nylas_default_calendar })
      expect([answer.status, answer.body.fields]).toEqual([
        400,
        { nylas_default_calendar: 'Choose one of your calendars.' },
      ])
    }
  })

  test("[TRUST-11, TRUST-10] another's profile is not there, as an absent one", async () => {
    const others = await connectMail(api, customer)
    for (const id of [others.id, 999, 0, 'x'])
      for (const [method, body] of [['GET'], ['PATCH', { nylas_default_calendar: null }]] as const) {
        const answer = await api.asBroker(method, `/api/profile/${id}/`, body)
        expect([method, id, answer.status, answer.body.detail]).toEqual([
          method,
          id,
          404,
          'Profile not found.',
        ])
      }
    expect((await api.asBroker('PUT', `/api/profile/${others.id}/`, {})).status).toBe(405)
  })
})

const send = (body: object, token = broker) =>
  api.send<Message & ErrorAnswer>('POST', messageRequest.path, { token, body })
const mailOf = async (token: string, query = '') =>
  (await api.send<Messages>('GET', `/nylas/messages/${query}`, { token })).body
const mailFolder = ({ app }: TestApi) => path.join(app.config.dataDir, 'mail')
const envelopes = (from = api) => {
  try {
    return readdirSync(mailFolder(from))
  } catch {
    return []
  }
}

describe('messages', () => {
  const letter = {
    to: 'customer@citygate.example',
    subject: '  Pricing  ',
    text: '<p>Fixed, <b>firm</b></p>',
  }

  test('[MSG-1, SCREEN-2] a message lands in both mailboxes, is kept as .eml and audited', async () => {
    const before = envelopes().length
    const { status, body } = await send({ ...letter, to: { email: 'Customer@Citygate.example' } })
    expect(status).toBe(201)
    const copy = {
      from: [{ id: 3, email: 'broker@citygate.example', first_name: 'Robin', last_name: 'Tavares' }],
      to: [{ id: 1, email: 'customer@citygate.example', first_name: 'Casey', last_name: 'Lindgren' }],
      subject: 'Pricing',
      text: '<p>Fixed, <b>firm</b></p>',
      cc: [],
      bcc: [],
    }
    expect(body).toEqual({
      ...copy,
      message_id: expect.stringMatching(/^[^@<>]+@citygate\.example$/) as string,
      in_reply_to: null,
      thread: body.message_id,
      id: body.id,
      direction: 'sent',
      is_read: true,
      sent_at: expect.stringMatching(/Z$/) as string,
      deleted_at: null,
      deleted_by: null,
      owner: 3,
      is_shared: false,
      attachments: [],
      body: copy.text,
    })
    const { results } = await mailOf(customer)
    expect(results[0]).toMatchObject({ ...copy, direction: 'received', is_read: false })
    expect(envelopes()).toHaveLength(before + 1)
    const rows = (await auditOf('messages')).slice(-2)
    expect(rows.map(({ action, actor, record_id }) => [action, actor, record_id])).toEqual([
      ['create', 3, body.id],
      ['create', 3, results[0]?.id],
    ])
  })

  test('[MSG-1] recipients are named by email, id or both, one or several, each once', async () => {
    const to = ['team@citygate.example', 2, { id: 2 }, { email: 'elsewhere@mill.example', first_name: 'Ann' }]
    const { status, body } = await send({ to, subject: 'Hello', body: 'Plain text' })
    expect(status).toBe(201)
    expect(body.to).toEqual([
      { id: 2, email: 'team@citygate.example', first_name: 'Jordan', last_name: 'Amesbury' },
      { id: null, email: 'elsewhere@mill.example', first_name: 'Ann', last_name: null },
    ])
    expect((await send({ ...letter, to: 2 })).body.to).toHaveLength(1)
  })

  test.each([
    [
      'a body without fields',
      {},
      { to: 'This field is required', subject: 'This field is required', text: 'This field is required' },
    ],
    ['an empty list of recipients', { ...letter, to: [] }, { to: 'This field is required' }],
    ['an empty recipient', { ...letter, to: '' }, { to: 'This field is required' }],
    [
      'a recipient without an email',
      { ...letter, to: 'customer' },
      { to: 'You should provide a valid email.' },
    ],
    ['the id of nobody', { ...letter, to: [7_777] }, { to: 'Choose an entry of the list.' }],
    ['the id of no contact', { ...letter, to: [1_000_000_999] }, { to: 'Choose an entry of the list.' }],
    ['an empty subject', { ...letter, subject: '   ' }, { subject: 'This field is required' }],
    ['a long subject', { ...letter, subject: 'x'.repeat(256) }, { subject: 'At most 255 characters.' }],
    ['markup without text', { ...letter, text: '<p><br></p>' }, { text: 'This field is required' }],
  ])('[MSG-1, API-4] %s is refused', async (_name, body, fields) => {
    const before = envelopes().length
    const answer = await send(body)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(envelopes()).toHaveLength(before)
  })

  test('[MSG-1, TRUST-1] the text is sanitised before it is sent', async () => {
    const { body } = await send({ ...letter, text: '<p onclick="x()">Hi<script>alert(1)</script></p>' })
    expect(body.text).toBe('<p>Hi</p>')
  })

  test('[MSG-1] without a connected account nothing is sent', async () => {
    const other = await startOther()
    const { access } = await other.signIn('newcomer')
    const answer = await other.send('POST', messageRequest.path, { token: access, body: letter })
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      'mail_not_connected',
      'Connect a mail account first.',
    ])
    expect(envelopes(other)).toEqual([])
  })

  test("[SCREEN-2, TRUST-10] a mailbox is its owner's alone", async () => {
    const sent = (await send(letter)).body
    const one = `/nylas/messages/${sent.id}/`
    for (const [method, body] of [['GET'], ['PATCH', { is_read: false }], ['DELETE']] as const) {
      const answer = await api.send(method, one, { token: customer, ...(body ? { body } : {}) })
      expect([method, answer.status, answer.body.detail]).toEqual([method, 404, 'Message not found.'])
    }
    const ids = (await mailOf(customer, '?limit=1000')).results.map(({ id }) => id)
    expect(ids).not.toContain(sent.id)
    expect((await api.asBroker<Message>('GET', one)).body.is_read).toBe(true)
  })

  test('[SCREEN-2] newest first, filtered by direction, by what is read, and searched', async () => {
    await send({ ...letter, subject: 'Basis swap Québec', to: 'broker@citygate.example' })
    const all = await mailOf(broker)
    const times = all.results.map(({ sent_at }) => sent_at)
    expect(times).toEqual([...times].sort().reverse())
    const received = await mailOf(broker, '?direction=received&is_read=false')
    expect(received.count).toBeGreaterThan(0)
    expect(received.results.every((row) => row.direction === 'received' && !row.is_read)).toBe(true)
    expect((await mailOf(broker, '?q=swap%20quebec')).count).toBe(2)
    expect((await mailOf(broker, '?q=tavares&limit=1')).count).toBeGreaterThan(1)
    expect((await mailOf(broker, '?q=elsewhere@nowhere')).count).toBe(0)
    expect((await mailOf(broker, '?ordering=subject&limit=1')).results[0]?.subject).toBe('Basis swap Québec')
    const wrong = await api.asBroker('GET', '/nylas/messages/?direction=up')
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['direction']])
  })

  test("[SCREEN-2] only is_read changes; deleting takes one's own copy alone", async () => {
    const sent = (await send(letter)).body
    const [copy] = (await mailOf(customer)).results
    const one = `/nylas/messages/${copy?.id}/`
    const read = await api.send<Message>('PATCH', one, {
      token: customer,
      body: { is_read: true, subject: 'Another', direction: 'sent' },
    })
    expect([read.status, read.body]).toEqual([200, { ...copy, is_read: true }])
    expect((await api.send('PATCH', one, { token: customer, body: { is_read: 'perhaps' } })).status).toBe(400)
    expect((await api.send('PUT', one, { token: customer, body: {} })).status).toBe(405)
    expect((await api.send('POST', '/nylas/messages/', { token: customer, body: letter })).status).toBe(405)
    expect((await api.send('DELETE', one, { token: customer })).status).toBe(204)
    expect((await api.send('GET', one, { token: customer })).status).toBe(404)
    expect((await api.asBroker('GET', `/nylas/messages/${sent.id}/`)).status).toBe(200)
    expect((await auditOf('messages')).slice(-2).map(({ action }) => action)).toEqual(['update', 'delete'])
  })
})

describe('a conversation', () => {
  const first = { to: 'customer@citygate.example', subject: 'Winter strip', text: '<p>Four cents down.</p>' }

  test('[SCREEN-2] its messages lie in one thread, in each mailbox', async () => {
    const asked = (await send(first)).body
    expect([asked.in_reply_to, asked.thread]).toEqual([null, asked.message_id])
    const [received] = (await mailOf(customer)).results
    expect(received).toMatchObject({ message_id: asked.message_id, thread: asked.thread })

    const reply = { to: 'broker@citygate.example', subject: 'Re: Winter strip', text: 'Lock it.' }
    const answered = (await send({ ...reply, in_reply_to: received?.message_id }, customer)).body
    expect(answered).toMatchObject({ in_reply_to: asked.message_id, thread: asked.thread })
    await send({ ...first, subject: 'Re: Winter strip', in_reply_to: answered.message_id })

    const query = `?thread=${encodeURIComponent(asked.thread)}&ordering=sent_at`
    for (const [token, directions] of [
      [broker, ['sent', 'received', 'sent']],
      [customer, ['received', 'sent', 'received']],
    ] as const) {
      const { results } = await mailOf(token, query)
      expect(results.map(({ direction }) => direction)).toEqual(directions)
      expect(results.map(({ in_reply_to }) => in_reply_to)).toEqual([
        null,
        asked.message_id,
        answered.message_id,
      ])
    }
    const { access } = await api.signIn('team')
    expect((await mailOf(access, query)).count).toBe(0)
  })

  test("[SCREEN-2, TRUST-10] a message outside one's own mailbox cannot be answered", async () => {
    const { message_id } = (await send(first)).body
    const { access } = await api.signIn('team')
    for (const in_reply_to of [message_id, 'nothing@citygate.example', "' or 1=1 --"]) {
      const answer = await send({ ...first, in_reply_to }, access)
      expect([answer.status, answer.body.fields]).toEqual([
        400,
        { in_reply_to: 'Choose one of your messages.' },
      ])
    }
    const other = await send({ ...first, thread: message_id, message_id: 'mine@x' })
    expect(other.body.thread).not.toBe(message_id)
    expect(other.body.message_id).not.toBe('mine@x')
  })
})

describe('the trash of a mailbox', () => {
  const trash = '/nylas/messages/trash/'

  test('[SCREEN-2, TRUST-10] a deleted message waits there for its owner alone, and comes back', async () => {
    const { id } = (await send({ to: 'customer@citygate.example', subject: 'Swing', text: '10 %' })).body
    const restore = `/nylas/messages/${id}/restore/`
    expect((await api.asBroker('DELETE', `/nylas/messages/${id}/`)).status).toBe(204)
    expect((await api.asBroker('GET', `/nylas/messages/${id}/`)).status).toBe(404)
    expect((await mailOf(broker, '?q=Swing&direction=sent')).results.map((row) => row.id)).not.toContain(id)
    expect((await api.asBroker<Messages>('GET', trash)).body.results.map((row) => row.id)).toContain(id)
    const others = await api.send<Messages>('GET', trash, { token: customer })
    expect(others.body.results.map((row) => row.id)).not.toContain(id)
    expect((await api.send('POST', restore, { token: customer })).status).toBe(404)
    expect((await api.asBroker('POST', restore)).status).toBe(200)
    expect((await api.asBroker('GET', `/nylas/messages/${id}/`)).status).toBe(200)
  })
})

/** A message as a form: with `message`, what its JSON holds; files by their names. */
const withFiles = (
  message: unknown,
  files: readonly (readonly [filename: string, content: string | Buffer, type?: string])[],
): Part[] => [
  { name: 'message', value: typeof message === 'string' ? message : JSON.stringify(message) },
  ...files.map(([filename, value, type = 'application/pdf']) => ({ name: 'files', filename, value, type })),
]
type WithFiles = Omit<Message, 'attachments'> & { attachments: Row<'messageAttachments'>[] } & ErrorAnswer
const sendFiles = (at: TestApi, token: string, parts: Part[], headers = {}) =>
  sendForm<WithFiles>(at, token, ['POST', `${messageRequest.path}?expand=attachments`], parts, headers)
const storedIn = ({ app }: TestApi) =>
  readdirSync(path.join(app.config.dataDir, 'files')).filter((name) => name !== 'incoming')
const readFile = (at: TestApi, { file }: Row<'messageAttachments'>) => fetch(at.url + (file ?? ''))
const newestWithFiles = async (at: TestApi, token: string) =>
  (
    await at.send<ListAnswer<WithFiles>>('GET', '/nylas/messages/?expand=attachments&limit=1', { token })
  ).body.results.at(0)

describe('[K6] files of messages', () => {
  const letter = { to: 'customer@citygate.example', subject: 'Usage', text: 'As agreed' }
  const name = 'Größe – 用量 "2027".pdf'

  test('go to all recipients of the message, lie in the store once, and are read by signed links alone', async () => {
    const before = storedIn(api).length
    const parts = withFiles({ ...letter, bcc: 'team@citygate.example' }, [
      [name, 'The figures'],
      ['page.html', '<script>alert(1)</script>', 'text/html'],
    ])
    const { status, body } = await sendFiles(api, broker, parts)
    expect(status).toBe(201)
    expect(body.attachments).toMatchObject([
      { message: body.id, filename: name, size: 11, media_type: 'application/pdf', is_inline: false },
      { filename: 'page.html', size: 25, media_type: 'text/html' },
    ])
    expect(storedIn(api)).toHaveLength(before + 2)

    const received = await newestWithFiles(api, customer)
    expect(received?.attachments.map(({ filename }) => filename)).toEqual([name, 'page.html'])
    const [first, page] = received?.attachments ?? []
    if (!first || !page) throw new Error('The files have not come.')
    expect(await (await readFile(api, first)).text()).toBe('The figures')
    const answer = await readFile(api, page)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="page.html"; filename*=UTF-8''page.html`,
      'x-content-type-options': 'nosniff',
      'content-length': '25',
    })
    expect((await fetch(`${api.url}${page.file ?? ''}x`)).status).toBe(404)
    // Other users do not find them.
    for (const address of [`/nylas/attachments/${page.id}/`, `/nylas/attachments/?message=${received?.id}`])
      expect((await api.asBroker<ErrorAnswer & { count?: number }>('GET', address)).body).toMatchObject(
        address.endsWith('/') ? { code: 'not_found' } : { count: 0 },
      )
    const kept = readFileSync(path.join(mailFolder(api), envelopes().toSorted().at(-1) ?? ''), 'utf8')
    expect(kept).toContain(Buffer.from('The figures').toString('base64'))
    expect(kept).toContain("filename*0*=utf-8''Gr%C3%B6%C3%9Fe")
  })

  test('count once, and go with the last copy that has them', async () => {
    const { access } = await api.signIn('team')
    const own = { ...letter, to: 'team@citygate.example' }
    const before = storedIn(api)
    const { body: sent } = await sendFiles(api, access, withFiles(own, [['a.pdf', 'x']]))
    const received = await newestWithFiles(api, access)
    const [key] = storedIn(api).filter((each) => !before.includes(each))
    const trash = async (id = 0) => {
      expect((await api.send('DELETE', `/nylas/messages/${id}/`, { token: access })).status).toBe(204)
      const restore = `/nylas/messages/${id}/restore/`
      expect((await api.send('POST', restore, { token: access })).status).toBe(200)
      await api.send('DELETE', `/nylas/messages/${id}/`, { token: access })
      expect((await api.send('DELETE', `/nylas/messages/trash/${id}/`, { token: access })).status).toBe(204)
    }
    await trash(sent.id)
    const [left] = received?.attachments ?? []
    expect(left && (await (await readFile(api, left)).text())).toBe('x')
    await trash(received?.id)
    await until(() => !storedIn(api).includes(key ?? ''))
    expect(left && (await readFile(api, left)).status).toBe(404)
  })

  test('what cannot be taken is named, is not sent, and leaves nothing', async () => {
    const before = [storedIn(api).length, envelopes().length]
    const large = (bytes: number) => Buffer.alloc(bytes)
    const cases: [Part[], number, string][] = [
      [withFiles(letter, [['a', large(5_000_001)]]), 413, 'files'],
      [
        withFiles(
          letter,
          ['a', 'b', 'c'].map((each) => [each, large(3_400_000)] as const),
        ),
        413,
        'files',
      ],
      [
        withFiles(
          letter,
          Array.from({ length: 21 }, (_, index) => [`${index}`, 'x'] as const),
        ),
        400,
        'files',
      ],
      [withFiles(letter, [['x'.repeat(256), 'x']]), 400, 'files'],
      [withFiles({ ...letter, subject: ' ' }, [['a', 'x']]), 400, 'subject'],
      [[...withFiles(letter, [['a', 'x']]), { name: 'subject', value: 'x' }], 400, 'subject'],
      [withFiles(letter, [['a', 'x']]).slice(1), 400, 'message'],
    ]
    for (const [parts, status, field] of cases) {
      const answer = await sendFiles(api, broker, parts)
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, [field]])
    }
    for (const message of ['{', '[]', '{"__proto__":1}'])
      expect((await sendFiles(api, broker, withFiles(message, [['a', 'x']]))).status).toBe(400)
    expect([storedIn(api).length, envelopes().length]).toEqual(before)
  })

  test('[TRUST-28] under the same key they are sent once, and other files are another message', async () => {
    const key = { 'idempotency-key': 'with-files' }
    const parts = (content: string) => withFiles(letter, [['a.pdf', content]])
    const first = await sendFiles(api, broker, parts('x'), key)
    const before = storedIn(api).length
    const again = await sendFiles(api, broker, parts('x'), key)
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
    expect((await sendFiles(api, broker, parts('y'), key)).status).toBe(422)
    expect(storedIn(api)).toHaveLength(before)
  })

  test('[TRUST-19] count to the quota of the sender, once for all recipients', async () => {
    const small = await startOther({ FILES_USER_QUOTA_MB: '1' })
    const { access } = await small.signIn('newcomer')
    await connectMail(small, access)
    const to = ['customer@citygate.example', 'team@citygate.example']
    const send = (bytes: number) =>
      sendFiles(small, access, withFiles({ ...letter, to }, [['a', Buffer.alloc(bytes)]]))
    expect((await send(600_000)).status).toBe(201)
    const refused = await send(600_000)
    expect([refused.status, refused.body.code]).toEqual([413, 'quota_reached'])
    expect((await send(400_000)).status).toBe(201)
  })
})

describe('with a mail server', () => {
  let server: MailServer
  beforeEach(async () => {
    server = await startMailServer()
  })
  afterEach(() => server.close())

  const startWith = async (environment: NodeJS.ProcessEnv) => {
    const other = await startOther(environment)
    return {
      other,
      post: (body: object) => other.asBroker<Message & ErrorAnswer>('POST', messageRequest.path, body),
    }
  }

  test('[MSG-1] mail goes out by SMTP, and users of the installation have their copies', async () => {
    const { other, post } = await startWith({ SMTP_URL: server.url })
    const to = ['customer@citygate.example', 'ann@mill.example']
    const { status, body } = await post({ to, subject: 'Pricing', text: 'Firm' })
    expect([status, body.to.map(({ email }) => email)]).toEqual([201, to])
    await until(() => server.taken.length > 0)
    expect(server.taken).toMatchObject([{ from: 'citygate@127.0.0.1', to }])
    expect(server.taken[0]?.content).toContain('Subject: Pricing')
    const { access } = await other.signIn('customer')
    const copies = await other.send<Messages>('GET', '/nylas/messages/', { token: access })
    expect(copies.body.results[0]).toMatchObject({ subject: 'Pricing', direction: 'received' })
  })

  test('[K6] copies reach whom they are for; hidden ones stay hidden, in headers and in mailboxes', async () => {
    const { other, post } = await startWith({ SMTP_URL: server.url })
    const answer = await post({
      to: ['ann@mill.example'],
      cc: [{ email: 'customer@citygate.example' }, 'ANN@mill.example', 'cy@mill.example'],
      bcc: ['team@citygate.example', 'cy@mill.example', 'di@mill.example'],
      subject: 'Copies',
      text: 'Four cents',
    })
    const emails = (people: Message['to']) => people.map(({ email }) => email)
    expect(answer.status).toBe(201)
    expect([answer.body.to, answer.body.cc, answer.body.bcc].map(emails)).toEqual([
      ['ann@mill.example'],
      ['customer@citygate.example', 'cy@mill.example'],
      ['team@citygate.example', 'di@mill.example'],
    ])
    await until(() => server.taken.length > 0)
    const [taken] = server.taken
    expect(taken?.to.toSorted()).toEqual([
      'ann@mill.example',
      'customer@citygate.example',
      'cy@mill.example',
      'di@mill.example',
      'team@citygate.example',
    ])
    expect(taken?.content).toMatch(/^Cc: [^]*customer@citygate\.example/m)
    expect(taken?.content).not.toMatch(/Bcc|di@mill|team@citygate/)
    for (const name of ['customer', 'team']) {
      const { access } = await other.signIn(name)
      const { body } = await other.send<Messages>('GET', '/nylas/messages/?q=copies', { token: access })
      expect(body.results.map(({ cc, bcc }) => [emails(cc), bcc])).toEqual([
        [['customer@citygate.example', 'cy@mill.example'], []],
      ])
    }
  })

  test('[K6] files go out by SMTP under their names; what waited in the store is gone then', async () => {
    const { other } = await startWith({ SMTP_URL: server.url })
    const { access } = await other.signIn('broker')
    const before = storedIn(other).length
    const content = randomBytes(200_000)
    const parts = withFiles({ to: 'ann@mill.example', subject: 'Usage', text: 'As agreed' }, [
      ['Übersicht.csv', content, 'text/csv'],
      ['mail.eml', 'Subject: x\r\n\r\nx', 'message/rfc822'],
    ])
    expect((await sendFiles(other, access, parts)).status).toBe(201)
    await until(() => server.taken.length > 0)
    const taken = server.taken[0]?.content ?? ''
    expect(taken).toContain("filename*0*=utf-8''%C3%9Cbersicht.csv")
    expect(taken.replaceAll('\r\n', '')).toContain(content.toString('base64'))
    expect(taken).toMatch(/content-type: application\/octet-stream; name=mail\.eml/i)
    await until(() => storedIn(other).length === before + 2)
  })

  test('[K6] fields of a message that would be ignored are named, and nothing is sent', async () => {
    const { post } = await startWith({ SMTP_URL: server.url })
    for (const unknown of [{ reply_to: 'x@mill.example' }, { attachments: [1], send_at: 5 }]) {
      const { status, body } = await post({ to: 'ann@mill.example', subject: 'A', text: 'x', ...unknown })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, Object.keys(unknown)])
    }
    expect(server.taken).toEqual([])
  })

  test('[MSG-1] a mail server that does not answer delays no request: the message is sent when it is back', async () => {
    const { other, post } = await startWith({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const { status } = await post({ to: 'customer@citygate.example', subject: 'Pricing', text: 'Firm' })
    expect(status).toBe(201)
    // Beside the notice of the sign-in.
    const waiting = await other.database.db
      .selectFrom('outbox')
      .select('subject')
      .where('subject', '=', 'Pricing')
      .execute()
    expect(waiting).toHaveLength(1)
    expect(envelopes(other)).toEqual([])
  })

  test('[MSG-1] an installation may send everything to a fixed list of recipients', async () => {
    const { post } = await startWith({
      SMTP_URL: server.url,
      MAIL_FIXED_RECIPIENTS: 'desk@citygate.example, team@citygate.example',
    })
    const { body } = await post({ to: 'ann@mill.example', subject: 'Pricing', text: 'Firm' })
    expect(body.to).toEqual([
      { id: null, email: 'desk@citygate.example', first_name: null, last_name: null },
      { id: 2, email: 'team@citygate.example', first_name: 'Jordan', last_name: 'Amesbury' },
    ])
    await until(() => server.taken.length > 0)
    expect(server.taken[0]?.to).toEqual(['desk@citygate.example', 'team@citygate.example'])
    expect((await post({ subject: 'Pricing', text: 'Firm' })).status).toBe(400)
  })

  test('[MSG-1, SHELL-6, ACT-4] then no other recipient gets invitations, changes, cancellations or questions for help', async () => {
    const fixed = 'desk@citygate.example'
    const { other } = await startWith({
      SMTP_URL: server.url,
      SUPPORT_EMAIL: 'help@supplier.example',
      MAIL_FIXED_RECIPIENTS: fixed,
    })
    const meeting = {
      title: 'Pricing call',
      description_text: '<p>Usage</p>',
      start: Date.parse('2027-03-01T12:00:00Z') / 1_000,
      participants: ['ann@mill.example', 'customer@citygate.example'],
    }
    const { body } = await other.asBroker<Row<'activities'>>('POST', eventPath, meeting)
    const one = `/activities/api/activities/${body.id}/`
    await other.asBroker('PATCH', one, { title: 'Moved' })
    await other.asBroker('DELETE', one)
    const { body: question } = await other.asBroker<Message>('POST', supportRequest.path, { text: 'Why?' })
    expect(question.to.map(({ email }) => email)).toEqual([fixed])
    await until(() => server.taken.length === 4)
    const headed = (content: string, name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(content)?.[1]
    expect(
      server.taken.map(({ to, content }) => [headed(content, 'Subject'), to, headed(content, 'To')]).sort(),
    ).toEqual([
      ['Cancelled: Moved', [fixed], fixed],
      ['Help for Robin Tavares', [fixed], fixed],
      ['Invitation: Pricing call', [fixed], fixed],
      ['Updated: Moved', [fixed], fixed],
    ])
  })
})
