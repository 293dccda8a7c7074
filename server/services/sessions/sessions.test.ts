import { createHash, createHmac } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import { jwtVerify, SignJWT } from 'jose'
import type { TokenAnswer } from '../../../src/contract/session'
import { inTransaction } from '../../kit/context'
import { demoPassword, startApi, type TestApi } from '../../testing/api'
import { until } from '../../testing/until'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const me = (token: string) => api.send<{ username: string }>('GET', '/api/users/me/', { token })
const refresh = (token: string) =>
  api.send<TokenAnswer>('POST', '/api/token/refresh/', { body: { refresh: token } })
const age = (column: 'rotated_at' | 'issued_at', token: string, seconds: number) =>
  api.database.db
    .updateTable('refresh_tokens')
    .set({ [column]: new Date(Date.now() - seconds * 1_000).toISOString() })
    .where('token_hash', '=', createHash('sha256').update(token).digest('base64url'))
    .execute()
const audited = async (action: string) =>
  (await api.database.db.selectFrom('audit').selectAll().where('action', '=', action).execute()).length

test('[AUTH-14, API-1] a sign-in answers tokens that open the API, and whose they are', async () => {
  const answer = await api.signIn('broker')
  expect(answer.user.username).toBe('broker')
  expect(answer.expires_in).toBeLessThanOrEqual(600)
  const user = await api.send<{ username: string; profile: { nylas_access_token: string } }>(
    'GET',
    '/api/users/me/?expand=profile',
    { token: answer.access },
  )
  expect(user.status).toBe(200)
  expect(user.body.username).toBe('broker')
  expect(user.body.profile.nylas_access_token).not.toBe('')
  expect(JSON.stringify(user.body)).not.toMatch(/password|argon/)
})

test('[AUTH-7] names and passwords are trimmed and required', async () => {
  const spaced = await api.send('POST', '/api/token', {
    body: { username: ' broker ', password: ` ${demoPassword} ` },
  })
  expect(spaced.status).toBe(200)
  const empty = await api.send('POST', '/api/token/', { body: { username: ' ' } })
  expect(empty.status).toBe(400)
  expect(empty.body.fields).toEqual({
    username: 'Username is required',
    password: 'Password is required',
  })
  const long = await api.send('POST', '/api/token/', { body: { username: 'x'.repeat(151), password: 'y' } })
  expect(long.body.fields).toEqual({ username: 'At most 150 characters.' })
})

test('[TRUST-14, AUTH-8] an unknown user and a wrong password get the same answer, and both cost a hash', async () => {
  const tries = [
    { username: 'broker', password: 'wrong' },
    { username: 'nobody-of-that-name', password: 'wrong' },
  ]
  const verify = jest.spyOn(argon2, 'verify')
  const answers = []
  for (const body of tries) answers.push(await api.send('POST', '/api/token/', { body }))
  for (const { status, body } of answers) {
    expect(status).toBe(401)
    expect({ ...body, request_id: '' }).toEqual({ ...answers[0]?.body, request_id: '' })
  }
  // Without the second one, the response time would reveal which names exist.
  expect(verify).toHaveBeenCalledTimes(2)
  const cost = (call: unknown[]) => String(call[0]).split('$').slice(0, 4).join('$')
  expect(cost(verify.mock.calls[1] ?? [])).toBe(cost(verify.mock.calls[0] ?? []))
  verify.mockRestore()
})

/** A token with a valid signature and any content. */
const signByHand = (header: object, claims: object, key: Buffer): string => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

test('[TRUST-4] only a token of exactly this kind opens the API', async () => {
  const { access, refresh: refreshToken } = await api.signIn()
  const [{ key, kid }] = api.secrets
  const [header = '', payload = '', signature = ''] = access.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  expect(Number(claims['exp']) - Number(claims['iat'])).toBeLessThanOrEqual(600)
  const forge = (change: Record<string, unknown>, typ = 'at+jwt', alg = 'HS256') =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg, typ, kid }).sign(key)
  const now = Math.floor(Date.now() / 1_000)
  const bad = {
    'none algorithm': `${encode({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.`,
    'another algorithm': await forge({}, 'at+jwt', 'HS512'),
    'another type': await forge({}, 'jwt'),
    'another issuer': await forge({ iss: 'somebody' }),
    'another audience': await forge({ aud: 'something' }),
    'no expiry': await forge({ exp: undefined }),
    expired: await forge({ iat: now - 600, exp: now - 10 }),
    'a longer life than any of ours': await forge({ exp: now + 601 }),
    'an expiry that is no number': signByHand(
      { alg: 'HS256', typ: 'at+jwt', kid },
      { ...claims, exp: `${now + 60}` },
      key,
    ),
    'a header that asks for what nobody knows': signByHand(
      { alg: 'HS256', typ: 'at+jwt', kid, crit: ['exp'] },
      claims,
      key,
    ),
    'another part': `${access}.${signature}`,
    'half a signature': access.slice(0, -20),
    'no signature': `${header}.${payload}.`,
    'no session': await forge({ sid: undefined }),
    'another session': await forge({ sid: 'a77c26f5-0000-4000-8000-000000000000' }),
    'another user': await forge({ sub: '1000' }),
    'changed payload': `${header}.${encode({ ...claims, sub: '2' })}.${signature}`,
    'unknown key': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'x' })
      .sign(key),
    'a refresh token': refreshToken,
    nothing: '',
  }
  expect((await me(await forge({}))).status).toBe(200)
  expect((await me(await forge({ iat: now - 600, exp: now - 1 }))).status).toBe(200)
  // Another implementation reads it according to the standard.
  const read = await jwtVerify(access, key, { algorithms: ['HS256'], issuer: 'citygate', typ: 'at+jwt' })
  expect(read.payload).toEqual(claims)
  for (const [what, token] of Object.entries(bad))
    expect([what, (await me(token)).status]).toEqual([what, 401])
})

test('[TRUST-5, AUTH-13] a refresh token is used once, and kept nowhere', async () => {
  const first = await api.signIn()
  expect(Buffer.from(first.refresh, 'base64url')).toHaveLength(32)
  const second = await refresh(first.refresh)
  expect(second.status).toBe(200)
  expect(second.body.refresh).not.toBe(first.refresh)
  expect((await me(second.body.access)).status).toBe(200)
  const stored = JSON.stringify(await api.database.db.selectFrom('refresh_tokens').selectAll().execute())
  expect(stored).not.toContain(first.refresh)
  expect(stored).not.toContain(second.body.refresh)
  expect((await refresh('made-up')).status).toBe(401)
})

test('[TRUST-5, TRUST-25] an unknown token, or one of an ended session, takes no turn of writers', async () => {
  const { refresh: ended } = await api.signIn()
  const revoke = (token: string) => api.send('POST', '/api/token/revoke/', { body: { refresh: token } })
  expect((await revoke(ended)).status).toBe(204)
  await inTransaction(api.database, { actor: null, requestId: null }, async () => {
    for (const token of ['made-up', ended]) {
      expect((await refresh(token)).status).toBe(401)
      expect((await revoke(token)).status).toBe(204)
    }
  })
})

test('[TRUST-5] the token just replaced gets the same successor for ten seconds, regardless of which request is first', async () => {
  const first = await api.signIn()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1)
})

test('[TRUST-5] an older token ends the session for every holder of one of its tokens, and is written down', async () => {
  const first = await api.signIn()
  const second = await refresh(first.refresh)
  const third = await refresh(second.body.refresh)
  const before = await audited('refresh token reused')
  expect((await refresh(first.refresh)).status).toBe(401)
  expect((await refresh(third.body.refresh)).status).toBe(401)
  expect((await me(third.body.access)).status).toBe(401)
  expect(await audited('refresh token reused')).toBe(before + 1)
})

test('[TRUST-5] while its successor is used nowhere, the predecessor goes on: a tab was closed before the answer came', async () => {
  const first = await api.signIn()
  const lost = await refresh(first.refresh)
  for (const seconds of [11, 86_400]) {
    await age('rotated_at', first.refresh, seconds)
    const again = await refresh(first.refresh)
    expect([again.status, again.body.refresh]).toEqual([200, lost.body.refresh])
  }
  const next = await refresh(lost.body.refresh)
  expect(next.status).toBe(200)
  expect((await refresh(first.refresh)).status).toBe(401)
  expect((await refresh(next.body.refresh)).status).toBe(401)
})

test('[TRUST-5] ten seconds after the replacement, a successor that has arrived ends its predecessor', async () => {
  const first = await api.signIn()
  const second = await refresh(first.refresh)
  expect((await me(second.body.access)).status).toBe(200)
  const used = api.database.db.selectFrom('refresh_tokens').select('used_at').where('used_at', 'is not', null)
  await until(async () => (await used.execute()).length > 0)
  expect((await refresh(first.refresh)).body.refresh).toBe(second.body.refresh)
  await age('rotated_at', first.refresh, 11)
  expect((await refresh(first.refresh)).status).toBe(401)
  expect((await refresh(second.body.refresh)).status).toBe(401)
})

test.each([
  ['7 days without use', true, { last_used_at: 7 * 86_400 + 1 }, 401],
  ['just under 7 days without use', true, { last_used_at: 7 * 86_400 - 60 }, 200],
  ['12 hours without use, not remembered', false, { last_used_at: 12 * 3_600 + 1 }, 401],
  ['13 hours without use, remembered', true, { last_used_at: 13 * 3_600 }, 200],
])('[TRUST-5] a session after %s', async (_what, remember, { last_used_at }, status) => {
  const answer = await api.send<TokenAnswer>('POST', '/api/token/', {
    body: { username: 'team', password: demoPassword, remember },
  })
  await api.database.db
    .updateTable('sessions')
    .set({ last_used_at: new Date(Date.now() - last_used_at * 1_000).toISOString() })
    .where('revoked_at', 'is', null)
    .execute()
  expect((await refresh(answer.body.refresh)).status).toBe(status)
})

test('[TRUST-5] nothing outlives the absolute end of a session', async () => {
  const answer = await api.signIn()
  const { expires_at, created_at } = await api.database.db
    .selectFrom('sessions')
    .selectAll()
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * 86_400_000)
  await api.database.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
    .execute()
  expect((await refresh(answer.refresh)).status).toBe(401)
  expect((await me(answer.access)).status).toBe(401)
})

test('[AUTH-11] signing out ends the session at once and twice is no fault', async () => {
  const answer = await api.signIn()
  const revoke = () => api.send('POST', '/api/token/revoke/', { body: { refresh: answer.refresh } })
  expect((await revoke()).status).toBe(204)
  expect((await revoke()).status).toBe(204)
  expect((await me(answer.access)).status).toBe(401)
  expect((await refresh(answer.refresh)).status).toBe(401)
})

test('ended sessions are forgotten a day later, and only those', async () => {
  const { db } = api.database
  const ages = { expires_at: new Date(Date.now() - 25 * 3_600_000).toISOString() }
  await db.deleteFrom('sessions').execute()
  const ended = await api.signIn()
  await db.updateTable('sessions').set(ages).execute()
  const alive = await api.signIn()
  await api.app.sessions.forgetEnded()
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  expect(await db.selectFrom('refresh_tokens').select('token_hash').execute()).toHaveLength(1)
  expect((await me(ended.access)).status).toBe(401)
  expect((await me(alive.access)).status).toBe(200)
})

test('[AUTH-9] the participants are all users and contacts with an email address, each once', async () => {
  const { access } = await api.signIn()
  const list = await api.send<{ count: number; results: { email: string }[] }>(
    'GET',
    '/api/mpg/nylas-contacts/?limit=999999999',
    {
      token: access,
    },
  )
  const emails = list.body.results.map(({ email }) => email)
  expect(list.body.count).toBe(emails.length)
  expect(emails.length).toBeGreaterThan(3)
  expect(new Set(emails).size).toBe(emails.length)
})
