import argon2 from '@node-rs/argon2'
import { install } from '@sinonjs/fake-timers'
import { buildApp } from '../../app'
import { openDatabase, type OpenDatabase } from '../../db/dialects'
import { demoPassword, startApi, type TestApi } from '../../testing/api'
import { createSessions } from '.'
import { countFailure, countSuccess, secondsUntilAttempt } from './limits'
import { loadSecrets } from '../../kit/crypto/secrets'

let api: TestApi
let stopped: ReturnType<typeof install>
const office = '203.0.113.1'

beforeEach(async () => {
  stopped = install({ now: new Date('2026-11-20T09:00:00Z'), toFake: ['Date'] })
  // Hashing takes no time.
  jest
    .spyOn(argon2, 'verify')
    .mockImplementation((_hash, password) => Promise.resolve(password === demoPassword))
  api = await startApi({ TRUST_PROXY: '127.0.0.1' })
  followTest(api.database)
})
afterEach(async () => {
  stopped.uninstall()
  jest.restoreAllMocks()
  await api.close()
})

/** A database server has a clock of its own. */
const followTest = ({ clock }: OpenDatabase) => jest.spyOn(clock, 'now').mockImplementation(() => new Date())

const wait = (seconds: number) => stopped.setSystemTime(Date.now() + seconds * 1_000)

interface Try {
  username?: string
  password?: string
  from?: string
  cookie?: string
}
const signIn = ({ username = 'broker', password = 'not this one', from = office, cookie }: Try = {}) =>
  api.send('POST', '/api/token/', {
    body: { username, password },
    headers: { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) },
  })
const enter = (who: Try = {}) => signIn({ password: demoPassword, ...who })

/** The statuses of successive attempts. */
async function statuses(count: number, who: (index: number) => Try): Promise<number[]> {
  const found = []
  for (let index = 0; index < count; index++) found.push((await signIn(who(index))).status)
  return found
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status)
const retryAfter = async (who: Try) => Number((await signIn(who)).headers.get('retry-after'))

test('[TRUST-15] of 110 wrong passwords five are judged', async () => {
  expect(await statuses(110, () => ({}))).toEqual([...times(5, 401), ...times(105, 429)])
})

test('[TRUST-14, TRUST-15] who has to wait learns neither whether the account exists nor whether the password is right', async () => {
  const answers = []
  for (const username of ['broker', 'nobody-of-that-name']) {
    expect(await statuses(5, () => ({ username }))).toEqual(times(5, 401))
    for (const password of ['not this one', demoPassword]) answers.push(await signIn({ username, password }))
  }
  for (const { status, headers, body } of answers) {
    expect([status, headers.get('retry-after')]).toEqual([429, '15'])
    expect({ ...body, request_id: '' }).toEqual({
      detail: 'Too many failed sign-ins. Try again in 15 seconds.',
      code: 'too_many_failures',
      request_id: '',
    })
  }
})

test('[TRUST-15] the wait doubles with each failure up to a quarter of an hour, and always ends', async () => {
  await statuses(4, () => ({}))
  const waits = []
  for (let failure = 0; failure < 8; failure++) {
    expect((await signIn()).status).toBe(401)
    const seconds = await retryAfter({})
    waits.push(seconds)
    wait(seconds - 1)
    expect(await retryAfter({})).toBe(1)
    wait(1)
  }
  expect(waits.slice(0, 6)).toEqual([15, 30, 60, 120, 240, 480])
  expect(Math.max(...waits)).toBeLessThanOrEqual(900)
  expect((await enter()).status).toBe(200)
  expect(await statuses(4, () => ({}))).toEqual(times(4, 401))
})

test('[TRUST-15] an hour later five failures are free again', async () => {
  await statuses(6, () => ({}))
  wait(3_600)
  expect(await statuses(6, () => ({}))).toEqual([...times(5, 401), 429])
})

test('[TRUST-15] guesses at an account lock its owner out neither at home nor elsewhere', async () => {
  await statuses(20, () => ({ from: '198.51.100.66' }))
  expect((await enter()).status).toBe(200)
  expect((await enter({ from: '192.0.2.200' })).status).toBe(200)
  expect((await signIn({ from: '198.51.100.66', password: demoPassword })).status).toBe(429)
})

test('[TRUST-15] many names from one address make it wait, but not those who have signed in from it lately', async () => {
  expect((await enter({ username: 'team' })).status).toBe(200)
  const guesses = await statuses(40, (index) => ({ username: `name${index}` }))
  expect(guesses).toEqual([...times(30, 401), ...times(10, 429)])
  expect((await enter({ username: 'broker' })).status).toBe(429)
  expect((await enter({ username: 'team' })).status).toBe(200)
  expect((await enter({ username: 'broker', from: '192.0.2.200' })).status).toBe(200)
  wait(15)
  expect((await enter({ username: 'broker' })).status).toBe(200)
})

test('[TRUST-15] many addresses make an account wait for a minute at most, and its own addresses not at all', async () => {
  expect((await enter()).status).toBe(200)
  const guesses = await statuses(70, (index) => ({ from: `198.51.100.${index}` }))
  expect(guesses).toEqual([...times(60, 401), ...times(10, 429)])
  expect((await enter({ from: '198.51.100.200' })).status).toBe(429)
  expect((await enter()).status).toBe(200)
  const waits = []
  for (let index = 100; index < 120; index++) {
    const seconds = await retryAfter({ from: '198.51.100.200' })
    waits.push(seconds)
    wait(seconds)
    await signIn({ from: `198.51.100.${index}` })
  }
  expect(waits.slice(0, 3)).toEqual([5, 10, 20])
  expect(Math.max(...waits)).toBeLessThanOrEqual(60)
  // After a month the address is unknown again.
  wait(31 * 86_400)
  await statuses(60, (index) => ({ from: `203.0.113.${index + 100}` }))
  expect((await enter()).status).toBe(429)
})

test('[TRUST-41, TRUST-15] a network without failures meets no wait that others have brought upon an account, once', async () => {
  const networks = await statuses(70, (index) => ({ from: `198.${index}.100.7` }))
  expect(networks).toEqual(times(70, 401))
  expect((await enter({ from: '192.0.2.200' })).status).toBe(200)
  expect((await enter({ from: '2001:db8:9::1' })).status).toBe(200)
  for (const from of ['192.0.3.200', '2001:db8:7::1']) expect((await signIn({ from })).status).toBe(401)
  for (const from of ['192.0.3.201', '2001:db8:7:1::1']) expect((await enter({ from })).status).toBe(429)
})

test('[TRUST-41] a browser that has signed in is known where others behind its address have failed', async () => {
  const first = await enter({ from: '198.51.100.66' })
  const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';')
  expect(first.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict$/)
  await statuses(40, (index) => ({ username: `name${index}` }))
  await statuses(6, () => ({}))
  expect((await enter()).status).toBe(429)
  expect((await enter({ cookie })).status).toBe(200)
  // It does not count for another account, nor when forged.
  expect((await enter({ username: 'team', cookie })).status).toBe(429)
  const forged = cookie.replace(/.{4}$/, 'AAAA')
  await statuses(6, () => ({ from: '192.0.2.9' }))
  expect((await enter({ from: '192.0.2.9', cookie: forged })).status).toBe(429)
  // It makes guessing no faster.
  const guesses = await statuses(6, () => ({ cookie, from: '192.0.2.77' }))
  expect(guesses).toEqual([...times(5, 401), 429])
  wait(31 * 86_400)
  await statuses(6, () => ({}))
  expect((await enter({ cookie })).status).toBe(429)
})

test('[TRUST-15] right passwords cost nothing', async () => {
  const found = []
  for (let count = 0; count < 40; count++) found.push((await enter()).status)
  expect(found).toEqual(times(40, 200))
})

test('[TRUST-15] a concurrent attempt by an earlier clock meets no delay', async () => {
  const { db } = api.database
  const trier = { username: 'broker', address: office }
  const later = new Date(Date.now() + 20)
  await countFailure(db, trier, later)
  expect(await secondsUntilAttempt(db, trier, new Date())).toBe(0)
  await countSuccess(db, trier, later)
  expect(await secondsUntilAttempt(db, trier, new Date())).toBe(0)
})

test('[TRUST-15] all processes of an installation count together, and a restart forgets nothing', async () => {
  await statuses(4, () => ({}))
  const { config } = api.app
  const database = openDatabase(config)
  followTest(database)
  const secrets = await loadSecrets(config, database)
  const sessions = createSessions(database, secrets, [])
  const other = await buildApp({ config, database, sessions, secrets, publicDir: '' })
  const answers = []
  for (let count = 0; count < 2; count++)
    answers.push(
      await other.inject({
        method: 'POST',
        url: '/api/token/',
        headers: { 'x-forwarded-for': office },
        payload: { username: 'Broker', password: 'not this one' },
      }),
    )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 429])
  expect((await enter()).status).toBe(429)
  await other.close()
  await database.db.destroy()
})

test('[TRUST-15] the current password is guessed no faster where it is changed', async () => {
  const { access } = await api.signIn('broker')
  const { id } = await api.database.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'broker')
    .executeTakeFirstOrThrow()
  const change = () =>
    api.send('POST', `/api/users/${id}/password/`, {
      token: access,
      body: { password: 'seven small lanterns', current_password: 'not this one' },
    })
  const found = []
  for (let count = 0; count < 6; count++) found.push((await change()).status)
  expect(found).toEqual([...times(5, 400), 429])
})

test('[TRUST-15] without TRUST_PROXY a client cannot choose its address', async () => {
  const bare = await startApi()
  const found = []
  for (let index = 0; index < 6; index++) {
    const answer = await bare.send('POST', '/api/token/', {
      body: { username: 'broker', password: 'not this one' },
      headers: { 'x-forwarded-for': `198.51.100.${index}`, forwarded: `for=198.51.100.${index}` },
    })
    found.push(answer.status)
  }
  expect(found).toEqual([...times(5, 401), 429])
  await bare.close()
})

test('[TRUST-15] a client behind a proxy chooses none either', async () => {
  expect(await statuses(6, (index) => ({ from: `198.51.100.${index}, ${office}` }))).toEqual([
    ...times(5, 401),
    429,
  ])
})

test('what no longer counts is dropped, and neither names nor addresses are kept', async () => {
  const rows = () => api.database.db.selectFrom('sign_in_limits').selectAll().execute()
  await statuses(6, () => ({}))
  await enter({ username: 'team' })
  expect(JSON.stringify(await rows())).not.toMatch(/broker|team|203\.0/)
  expect(await rows()).toHaveLength(6)
  wait(3_601)
  await api.app.sessions.forgetEnded()
  expect(await rows()).toHaveLength(2)
  wait(30 * 86_400)
  await api.app.sessions.forgetEnded()
  expect(await rows()).toEqual([])
})
