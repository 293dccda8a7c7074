import timers from 'node:timers/promises'
import argon2 from '@node-rs/argon2'
import type { Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import type { Installation, SignInAnswer } from '../../src/contract/session'
import { contract } from '../../src/contract'
import { registration, type RegistrationAnswer } from '../../src/contract/users'
import { startApi, type Answer, type TestApi } from '../testing/api'
import { startMailServer, type MailServer } from '../testing/mailServer'
import { until } from '../testing/until'

type User = Row<'users'>

const password = 'seven small lanterns'
const { path } = contract.users

let api: TestApi
const started: TestApi[] = []
const start = async (environment: NodeJS.ProcessEnv = {}) => {
  const one = await startApi({ TRUST_PROXY: '127.0.0.1', ...environment })
  started.push(one)
  return one
}
beforeAll(async () => {
  api = await start()
})
afterAll(async () => {
  for (const one of started) await one.close()
})
afterEach(() => jest.restoreAllMocks())

let made = 0
/** A new applicant, at an address of their own. */
const somebody = (change: object = {}) => {
  const username = `sign.up-${++made}`
  return {
    user_type: 'broker',
    username,
    first_name: 'Pat',
    last_name: 'Brook',
    email: `${username}@brook.example`,
    password,
    ...change,
  }
}
const register = <T = RegistrationAnswer>(
  body: object,
  { at = api, from = `203.0.113.${made % 250}` }: { at?: TestApi; from?: string } = {},
): Promise<Answer<T>> => at.send<T>('POST', registration.path, { body, headers: { 'x-forwarded-for': from } })
const signIn = (username: string, at = api) =>
  at.send<SignInAnswer>('POST', '/api/token/', { body: { username, password } })
const asTeam = async <T = User>(method: string, address: string, body?: unknown) => {
  const { access: token } = await api.signIn('team')
  return api.send<T>(method, address, { token, ...(body === undefined ? {} : { body }) })
}
const found = async (username: string) =>
  (await asTeam<ListAnswer<User>>('GET', `${path}?q=${encodeURIComponent(username)}`)).body.results
const usersOf = ({ database }: TestApi) => database.db.selectFrom('users').selectAll().execute()

test('[AUTH-16] a registration waits until the team approves it', async () => {
  const person = somebody({ username: ' patricia ', first_name: 'Patricia' })
  const { status, body } = await register(person)
  expect([status, body]).toEqual([200, { status: 'waiting' }])
  const [waiting] = await found('patricia')
  expect(waiting).toMatchObject({
    username: 'patricia',
    first_name: 'Patricia',
    user_type: 'broker',
    status: 'waiting',
    is_active: false,
  })
  expect((await signIn('patricia')).status).toBe(401)
  const waitingOnes = await asTeam<ListAnswer<User>>('GET', `${path}?status=waiting`)
  expect(waitingOnes.body.results.map(({ username }) => username)).toEqual(['patricia'])

  const approved = await asTeam('PATCH', `${path}${waiting?.id}/`, { status: 'active' })
  expect(approved.body).toMatchObject({ status: 'active', is_active: true })
  const session = await signIn('patricia')
  expect(session.status).toBe(200)
  const me = await api.send<User>('GET', '/api/users/me/?expand=profile', { token: session.body.access })
  expect(me.body.profile).toMatchObject({ nylas_access_token: null })
})

test('[AUTH-16] a refused account cannot sign in', async () => {
  await register(somebody({ username: 'declined' }))
  const [user] = await found('declined')
  const answer = await asTeam('PATCH', `${path}${user?.id}/`, { status: 'deactivated' })
  expect(answer.body).toMatchObject({ status: 'deactivated', is_active: false })
  expect((await signIn('declined')).status).toBe(401)
})

test('[AUTH-16] a username or an email that is taken gets the same answer, and nothing is made', async () => {
  const fresh = await register(somebody())
  const before = await usersOf(api)
  const taken = [
    { username: 'team' },
    { username: 'TEAM' },
    { username: 'ｔeam' },
    { username: 'téam' },
    { email: 'team@citygate.example' },
    { email: 'Team@Citygate.example' },
    { username: 'team', email: 'team@citygate.example' },
  ]
  for (const change of taken) {
    const answer = await register(somebody(change))
    expect([change, answer.status, answer.body]).toEqual([change, fresh.status, fresh.body])
    const headers = (one: Answer<unknown>) => [...one.headers.keys()].sort()
    expect(headers(answer)).toEqual(headers(fresh))
  }
  const after = await usersOf(api)
  expect(after).toEqual(before)
  // The registration grants no access: the account's own password is still the only one.
  expect((await signIn('team')).status).toBe(401)
  const noted = await api.database.db
    .selectFrom('audit')
    .select('count')
    .where('action', '=', 'registration refused')
    .execute()
  expect(noted.reduce((sum, { count }) => sum + count, 0)).toBe(taken.length)
})

test('[AUTH-16, TRUST-14] signing in tells of a waiting account no more than of none at all', async () => {
  const person = somebody()
  await register(person)
  const answers = [await signIn(person.username), await signIn('nobody at all')]
  const said = answers.map(({ status, body }) => {
    const { detail, code } = body as unknown as ErrorAnswer
    return [status, code, detail]
  })
  expect(said[0]).toEqual(said[1])
})

test('[AUTH-16] as much is hashed for a taken name, and the answer is held for as long', async () => {
  const hashed = jest.spyOn(argon2, 'hash')
  const held = jest.spyOn(timers, 'setTimeout')
  await register(somebody())
  await register(somebody({ username: 'team' }))
  expect(hashed).toHaveBeenCalledTimes(2)
  // On PostgreSQL, the notifications to other processes pause as well.
  expect(held.mock.calls.filter(([time]) => time === 250)).toHaveLength(2)
})

test.each([
  [{ username: undefined }, { username: 'This field is required' }],
  [{ username: 'two words' }, { username: 'Use letters, digits and . _ @ + - only.' }],
  [{ username: 'tеam' }, { username: 'Use letters, digits and . _ @ + - only.' }],
  [{ first_name: ' ' }, { first_name: 'This field is required' }],
  [{ last_name: null }, { last_name: 'This field is required' }],
  [{ email: '' }, { email: 'This field is required' }],
  [{ email: 'nobody' }, { email: 'You should provide a valid email.' }],
  [{ user_type: 'admin' }, { user_type: 'Choose one of: customer, team, broker.' }],
  [{ password: 'short' }, { password: 'At least 15 characters.' }],
  [{ password: ` ${password}` }, { password: 'Leave out spaces at the beginning and at the end.' }],
  [{ password: 'citygate citygate' }, { password: 'This password is too common. Choose another one.' }],
])('[AUTH-16, TRUST-16] %j is refused by field, also where the email is taken', async (change, fields) => {
  for (const others of [{}, { email: 'team@citygate.example' }]) {
    const { status, body } = await register<ErrorAnswer>(somebody({ ...others, ...change }))
    expect([status, body.fields]).toEqual([400, fields])
  }
})

test('[AUTH-16, TRUST-11] users cannot approve, promote or link themselves', async () => {
  for (const more of [
    { is_active: true },
    { status: 'active' },
    { profile: 1 },
    { id: 1 },
    { created_at: '1999-01-01' },
  ])
    expect((await register(somebody(more))).status).toBe(400)
  const person = somebody({ version: 9 })
  expect((await register(person)).body).toEqual({ status: 'waiting' })
  const [user] = await found(person.username)
  expect(user).toMatchObject({ status: 'waiting', is_active: false, version: 1 })
  for (const body of [{ __proto__: { is_active: true } }, { constructor: { is_active: true } }])
    expect((await register(JSON.parse(JSON.stringify(body)) as object)).status).toBe(400)
})

test('[AUTH-16, TRUST-15] ten registrations of one address are free; then it waits, and others do not', async () => {
  const from = '198.51.100.7'
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) statuses.push((await register(somebody(), { from })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  const refused = await register<ErrorAnswer>(somebody(), { from })
  expect(refused.body).toMatchObject({ code: 'too_many_registrations' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await register(somebody(), { from: '198.51.100.8' })).status).toBe(200)
  // It is the same for a taken name, which uses up as many attempts.
  expect((await register(somebody({ username: 'team' }), { from })).status).toBe(429)
  expect(
    (
      await api.send('POST', '/api/token/', {
        body: { username: 'x', password },
        headers: { 'x-forwarded-for': from },
      })
    ).status,
  ).toBe(401)
})

test('[AUTH-16, TRUST-16, TRUST-25] of 300 at once a few are taken, the rest are sent away, and others sign in meanwhile', async () => {
  const before = (await usersOf(api)).length
  const from = '198.51.100.9'
  const flood = Promise.all(Array.from({ length: 300 }, () => register(somebody(), { from })))
  expect((await api.signIn('broker')).access).toBeTruthy()
  const counts = new Map<number, number>()
  for (const { status } of await flood) counts.set(status, (counts.get(status) ?? 0) + 1)
  expect([...counts.keys()].every((status) => [200, 429, 503].includes(status))).toBe(true)
  expect(counts.get(200)).toBeGreaterThan(0)
  expect(counts.get(200)).toBeLessThanOrEqual(11)
  expect((await usersOf(api)).length - before).toBe(counts.get(200))
})

test('[AUTH-16] of several who want one username at once, one has it, and all hear the same', async () => {
  const username = 'one.of.many'
  const people = Array.from({ length: 5 }, () => somebody({ username }))
  const answers = await Promise.all(
    people.map((person, index) => register(person, { from: `192.0.2.${index}` })),
  )
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    people.map(() => [200, { status: 'waiting' }]),
  )
  expect(await found(username)).toHaveLength(1)
})

describe('an installation says how it takes registrations', () => {
  const signUpOf = async (one: TestApi) =>
    (await one.send<Installation>('GET', '/api/installation/')).body.sign_up

  test('[AUTH-16] open: accounts open at once, but for those that administer the others', async () => {
    const open = await start({ SIGNUP: 'open' })
    expect(await signUpOf(open)).toBe('open')
    const person = somebody()
    expect((await register(person, { at: open })).body).toEqual({ status: 'active' })
    expect((await signIn(person.username, open)).status).toBe(200)
    const boss = somebody({ user_type: 'team' })
    expect((await register(boss, { at: open })).body).toEqual({ status: 'waiting' })
    expect((await signIn(boss.username, open)).status).toBe(401)
    expect((await register(somebody({ username: 'team' }), { at: open })).body).toEqual({ status: 'active' })
  })

  test('[AUTH-16] off: there is nothing to register at', async () => {
    const off = await start({ SIGNUP: 'off' })
    expect([await signUpOf(off), await signUpOf(api)]).toEqual(['off', 'approval'])
    expect((await register(somebody(), { at: off })).status).toBe(404)
  })
})

test('[TRUST-8] no password of a registration is kept or logged', async () => {
  const secret = 'nine copper spoons'
  await register(somebody({ password: secret }))
  await register(somebody({ password: secret, username: 'team' }))
  const audit = JSON.stringify(await api.database.db.selectFrom('audit').selectAll().execute())
  const users = JSON.stringify(await usersOf(api))
  expect(audit + users).not.toContain(secret)
})

describe('the owner of an email', () => {
  let mail: MailServer
  beforeEach(async () => {
    mail = await startMailServer()
  })
  afterEach(() => mail.close())

  test('[AUTH-16] hears by mail that an account with it was asked for, once a day', async () => {
    const told = await start({ SMTP_URL: mail.url, SUPPORT_EMAIL: 'help@citygate.example' })
    const asked = [{ email: 'Team@citygate.example' }, { email: 'team@citygate.example', username: 'team' }]
    for (const change of asked)
      expect((await register(somebody(change), { at: told })).body).toEqual({ status: 'unconfirmed' })
    await until(() => mail.taken.length === 1)
    await register(somebody({ email: 'broker@citygate.example' }), { at: told })
    await until(() => mail.taken.length === 2)
    expect(mail.taken).toMatchObject([
      { from: 'help@citygate.example', to: ['team@citygate.example'] },
      { from: 'help@citygate.example', to: ['broker@citygate.example'] },
    ])
    expect(mail.taken[0]?.content).toContain('Subject: Somebody wanted an account with your email')
  })

  test('[AUTH-16, TRUST-26] a mail server that does not answer changes nothing', async () => {
    const told = await start({ SMTP_URL: 'smtp://127.0.0.1:1', SUPPORT_EMAIL: 'help@citygate.example' })
    const answer = await register(somebody({ email: 'team@citygate.example' }), { at: told })
    expect([answer.status, answer.body]).toEqual([200, { status: 'unconfirmed' }])
  })
})
