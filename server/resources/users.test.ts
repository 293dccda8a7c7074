import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { messageRequest } from '../../src/contract/mail'
import { refusal, type RefusedRegistrations } from '../../src/contract/users'
import type { SignInAnswer, TokenAnswer } from '../../src/contract/session'
import { startApi, type Answer, type TestApi } from '../testing/api'
import { connectMail } from '../testing/connectMail'
import { chunks } from '../kit/chunks'
import { recordMaker, type MakeRecord } from '../testing/records'

type User = Row<'users'>

const path = '/api/users/'
const password = 'seven small lanterns'
const otherPassword = 'eight brass kettles'

let api: TestApi
let team: string
let broker: SignInAnswer
let make: MakeRecord
beforeAll(async () => {
  api = await startApi()
  team = (await api.signIn('team')).access
  broker = await api.signIn('broker')
  make = recordMaker(api)
})
afterAll(() => api.close())

const asTeam = <T = User>(method: string, url: string, body?: unknown) =>
  api.send<T>(method, url, { token: team, ...(body === undefined ? {} : { body }) })
const refusalOf = ({ status, body }: Answer<unknown>) => {
  const { code, fields } = body as { code: string; fields?: Record<string, string> }
  return [status, code, fields]
}

let made = 0
/** A change of an account: its password is set by a separate call. */
const withoutPassword = (account: ReturnType<typeof newcomer>) =>
  Object.fromEntries(Object.entries(account).filter(([name]) => name !== 'password'))

const newcomer = () => {
  const username = `person${++made}`
  return {
    username,
    email: `${username}@brook.example`,
    first_name: 'Pat',
    last_name: 'Brook',
    user_type: 'broker',
    is_active: true,
    password,
  }
}
const makeUser = async (change: object = {}) => {
  const answer = await asTeam('POST', path, { ...newcomer(), ...change })
  expect(answer.status).toBe(201)
  return answer.body
}
const signIn = (username: string, typed = password) =>
  api.send<SignInAnswer>('POST', '/api/token/', { body: { username, password: typed } })
const signedIn = async (username: string, typed = password) => {
  const answer = await signIn(username, typed)
  expect(answer.status).toBe(200)
  return answer.body
}
const statusOf = async ({ access }: { access: string }) =>
  (await api.send('GET', '/api/users/me/', { token: access })).status
const refresh = ({ refresh: token }: { refresh: string }) =>
  api.send<TokenAnswer>('POST', '/api/token/refresh/', { body: { refresh: token } })
const auditOf = (id: number) =>
  api.database.db
    .selectFrom('audit')
    .selectAll()
    .where('resource', '=', 'users')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()

test('[AUTH-17] the team makes a user of any type, who signs in and has a profile', async () => {
  for (const user_type of ['customer', 'team', 'broker'] as const) {
    const { password: typed, ...account } = newcomer()
    const shown = { ...account, user_type }
    const answer = await asTeam('POST', `${path}?expand=profile`, { ...shown, password: typed })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ ...shown, profile: expect.any(Number) as number })
    expect(JSON.stringify(answer.body)).not.toContain('password')
    const { access } = await signedIn(account.username)
    const me = await api.send<User>('GET', '/api/users/me/?expand=profile', { token: access })
    const profile = { id: answer.body.profile, nylas_access_token: null, nylas_default_calendar: null }
    expect(me.body).toMatchObject({ username: account.username, user_type, profile })
    expect((await api.asBroker<User>('GET', `${path}${answer.body.id}/`)).body).toMatchObject(shown)
  }
})

test("[TRUST-10] a user cannot read another one's profile by nesting it", async () => {
  await makeUser()
  const everybody = await api.asBroker<{ results: User[] }>('GET', `${path}?expand=profile&limit=100`)
  const { id: own } = (await api.asBroker<User>('GET', '/api/users/me/')).body
  for (const { id, profile } of everybody.body.results)
    expect([id, typeof profile]).toEqual([id, id === own ? 'object' : 'number'])
  await asTeam('POST', '/api/mpg/tag/', { name: 'Not mine', color: '#222', description: 'By the team' })
  const tags = await api.asBroker<{ results: { created_by: User }[] }>(
    'GET',
    '/api/mpg/tag/?q=Not mine&expand=created_by.profile',
  )
  expect(tags.body.results[0]?.created_by.profile).toEqual(expect.any(Number))
})

test('all see the users, only the team changes them, and none is deleted', async () => {
  const { id } = await makeUser()
  const customer = (await api.signIn('customer')).access
  for (const token of [broker.access, customer]) {
    expect((await api.send<{ count: number }>('GET', path, { token })).body.count).toBeGreaterThan(4)
    const asked = [
      api.send('POST', path, { token, body: newcomer() }),
      api.send('PATCH', `${path}${id}/`, { token, body: { first_name: 'Sam' } }),
      api.send('PUT', `${path}${id}/`, { token, body: withoutPassword(newcomer()) }),
      api.send('POST', `${path}${id}/password/`, { token, body: { password: otherPassword } }),
    ]
    for (const answer of await Promise.all(asked))
      expect(refusalOf(answer)).toEqual([409, 'refused', undefined])
  }
  expect((await asTeam('GET', `${path}${id}/`)).body.first_name).toBe('Pat')
  expect((await asTeam('DELETE', `${path}${id}/`)).status).toBe(405)
  expect((await asTeam('PATCH', `${path}999999/`, { first_name: 'Sam' })).status).toBe(404)
})

test.each([
  [{ username: ' ' }, { username: 'This field is required' }],
  [{ username: 'x'.repeat(151) }, { username: 'At most 150 characters.' }],
  [{ email: 'nobody' }, { email: 'You should provide a valid email.' }],
  [{ user_type: 'admin' }, { user_type: 'Choose one of: customer, team, broker.' }],
  [{ is_active: null }, { is_active: 'This field is required' }],
  [{ is_active: 'maybe' }, { is_active: 'Send true or false.' }],
  [{ password: undefined }, { password: 'This field is required' }],
  [{ password: 123456789012345 }, { password: 'Enter text.' }],
  [{ password: 'x'.repeat(129) }, { password: 'At most 128 characters.' }],
  [{ password: 'fourteen chars' }, { password: 'At least 15 characters.' }],
  [{ password: ` ${password}` }, { password: 'Leave out spaces at the beginning and at the end.' }],
  [{ password: 'passwordpassword' }, { password: 'This password is too common. Choose another one.' }],
  [
    { username: 'lantern', password },
    { password: 'Leave out the username, the email and the name of this application.' },
  ],
])('[AUTH-17, TRUST-16] a new user with %j is refused by field', async (change, fields) => {
  const answer = await asTeam('POST', path, { ...newcomer(), ...change })
  expect(refusalOf(answer)).toEqual([400, 'invalid', fields])
})

test('usernames and emails are unique whatever their case, also when many ask at once', async () => {
  const first = await makeUser()
  const sameName = await asTeam('POST', path, { ...newcomer(), username: first.username.toUpperCase() })
  expect(refusalOf(sameName)).toEqual([409, 'duplicate', { username: 'This username is in use.' }])
  const sameEmail = await asTeam('POST', path, { ...newcomer(), email: first.email?.toUpperCase() })
  expect(refusalOf(sameEmail)).toEqual([409, 'duplicate', { email: 'This email is in use.' }])
  const other = await makeUser()
  const moved = await asTeam('PATCH', `${path}${other.id}/`, { email: first.email })
  expect(refusalOf(moved)).toEqual([409, 'duplicate', { email: 'This email is in use.' }])
  expect((await asTeam('PATCH', `${path}${first.id}/`, { email: first.email })).status).toBe(200)

  const email = 'race@brook.example'
  const race = await Promise.all(
    Array.from({ length: 4 }, () => asTeam('POST', path, { ...newcomer(), email })),
  )
  expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  const twins = [await makeUser({ email: null }), await makeUser({ email: null })]
  expect(twins.map((twin) => twin.email)).toEqual([null, null])
})

test('what the server keeps cannot be sent', async () => {
  const { id, profile, created_at } = await makeUser()
  const answer = await asTeam('PATCH', `${path}${id}/`, {
    id: 1,
    profile: 1,
    created_at: '1999-01-01T00:00:00Z',
    first_name: 'Sam',
  })
  expect(answer.body).toMatchObject({ id, profile, created_at, first_name: 'Sam' })
  const secrets = { password: otherPassword, password_hash: 'x' }
  expect((await asTeam('PATCH', `${path}${id}/`, secrets)).status).toBe(400)
  await signedIn(answer.body.username)
})

test('[TRUST-6] deactivation ends every session at once; approval lets in again, by a new sign-in', async () => {
  const { id, username } = await makeUser()
  const sessions = [await signedIn(username), await signedIn(username)]
  expect(await Promise.all(sessions.map(statusOf))).toEqual([200, 200])
  expect((await asTeam('PATCH', `${path}${id}/`, { is_active: false })).body.is_active).toBe(false)
  expect(await Promise.all(sessions.map(statusOf))).toEqual([401, 401])
  expect(await Promise.all(sessions.map(async (session) => (await refresh(session)).status))).toEqual([
    401, 401,
  ])
  expect((await signIn(username)).status).toBe(401)

  expect((await asTeam('PATCH', `${path}${id}/`, { is_active: true })).body.is_active).toBe(true)
  expect(await Promise.all(sessions.map(statusOf))).toEqual([401, 401])
  await signedIn(username)
})

test('[AUTH-17] a user who waits for approval cannot sign in until then', async () => {
  const { id, username } = await makeUser({ is_active: false })
  expect((await signIn(username)).status).toBe(401)
  await asTeam('PATCH', `${path}${id}/`, { is_active: true })
  await signedIn(username)
})

test('users can neither deactivate themselves nor leave the team by themselves', async () => {
  const { id, username } = await makeUser({ user_type: 'team' })
  const { access: token } = await signedIn(username)
  for (const body of [{ is_active: false }, { user_type: 'broker' }])
    expect(refusalOf(await api.send('PATCH', `${path}${id}/`, { token, body }))).toEqual([
      409,
      'refused',
      undefined,
    ])
  const own = await api.send<User>('PATCH', `${path}${id}/`, {
    token,
    body: { first_name: 'Sam', is_active: true },
  })
  expect(own.body).toMatchObject({ first_name: 'Sam', is_active: true, user_type: 'team' })
  expect((await asTeam('PATCH', `${path}${id}/`, { user_type: 'broker' })).body.user_type).toBe('broker')
  const other = await makeUser()
  const asked = await api.send('PATCH', `${path}${other.id}/`, { token, body: { first_name: 'Max' } })
  expect(refusalOf(asked)).toEqual([409, 'refused', undefined])
})

test('[AUTH-16, TRUST-11] users change their own names and email, and nothing that gives them rights', async () => {
  const { id, username, version } = await makeUser()
  const { access: token } = await signedIn(username)
  const change = (body: object, of = id) => api.send<User>('PATCH', `${path}${of}/`, { token, body })
  const own = { first_name: 'Sam', last_name: 'Rill', email: 'sam.rill@brook.example' }
  expect((await change(own)).body).toMatchObject({ ...own, version: version + 1 })
  for (const body of [
    { user_type: 'team' },
    { username: 'another.name' },
    { status: 'waiting' },
    { status: 'deactivated' },
    { is_active: false },
  ])
    expect([body, (await change(body)).status]).toEqual([body, 409])
  const other = await makeUser()
  expect((await change({ first_name: 'Max' }, other.id)).status).toBe(409)
  expect((await change({ email: other.email })).status).toBe(409)
  expect((await asTeam('GET', `${path}${id}/`)).body).toMatchObject({
    ...own,
    username,
    user_type: 'broker',
    status: 'active',
  })
  const body = { ...withoutPassword(newcomer()), username }
  expect((await api.send('PUT', `${path}${id}/`, { token, body })).status).toBe(200)
})

test('[AUTH-16, TRUST-11, TRUST-42] a user who claims another one’s email gets nothing that belongs to it', async () => {
  const activitiesPath = '/activities/api/activities/'
  const { id, username } = await makeUser()
  const { access: token } = await signedIn(username)
  const email = `Owner.${username}@mill.example`
  await make('contacts', { personal_email: email })
  const { body: activity } = await api.asBroker<Row<'activities'>>('POST', activitiesPath, {
    title: 'Pricing call',
    description: '<p>Usage</p>',
    start: 1_900_000_000,
    participants: [email],
  })
  const changed = await api.send<User>('PATCH', `${path}${id}/`, { token, body: { email } })
  expect(changed.body).toMatchObject({ email, is_email_confirmed: false })
  expect((await api.send('DELETE', `${activitiesPath}${activity.id}/`, { token })).status).toBe(409)
  await connectMail(api, broker.access)
  const letter = { to: email, subject: 'Strip', text: 'x' }
  await api.asBroker('POST', messageRequest.path, letter)
  const received = async () =>
    (await api.send<{ count: number }>('GET', contract.messages.path, { token })).body.count
  expect(await received()).toBe(0)

  // Set by the team, it counts as confirmed.
  expect((await asTeam('PATCH', `${path}${id}/`, { is_email_confirmed: true })).status).toBe(200)
  await api.asBroker('POST', messageRequest.path, letter)
  expect(await received()).toBe(1)
  // A confirmation holds in any case of the letters.
  const lower = { email: email.toLowerCase(), first_name: 'Ann' }
  const same = await api.send<User>('PATCH', `${path}${id}/`, { token, body: lower })
  expect(same.body.is_email_confirmed).toBe(true)
  expect((await api.send('DELETE', `${activitiesPath}${activity.id}/`, { token })).status).toBe(204)
})

test('[TRUST-27] of two changes of a user that build on the same version one is refused', async () => {
  const { id, version } = await makeUser()
  const { access: token } = await api.signIn('team')
  const change = (first_name: string) =>
    api.send('PATCH', `${path}${id}/`, {
      token,
      body: { first_name },
      headers: { 'if-match': `"${version}"` },
    })
  const answers = await Promise.all([change('Sam'), change('Max')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('[AUTH-16] status and is_active go together, whichever of them is changed', async () => {
  const { id } = await makeUser({ is_active: false })
  const change = async (body: object) => {
    const { status, is_active } = (await asTeam('PATCH', `${path}${id}/`, body)).body
    return [status, is_active]
  }
  expect(await change({ first_name: 'Sam' })).toEqual(['waiting', false])
  expect(await change({ is_active: false })).toEqual(['waiting', false])
  expect(await change({ is_active: true })).toEqual(['active', true])
  expect(await change({ is_active: false })).toEqual(['deactivated', false])
  expect(await change({ status: 'active' })).toEqual(['active', true])
  expect(await change({ status: 'deactivated', is_active: true })).toEqual(['deactivated', false])
  expect(await change({ status: 'waiting' })).toEqual(['waiting', false])
})

test('of two who deactivate each other at once one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const pair = [await makeUser({ user_type: 'team' }), await makeUser({ user_type: 'team' })]
    const tokens = await Promise.all(pair.map(async ({ username }) => (await signedIn(username)).access))
    const answers = await Promise.all(
      tokens.map((token, index) =>
        api.send('PATCH', `${path}${pair[1 - index]?.id}/`, { token, body: { is_active: false } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  }
})

test('[TRUST-6, TRUST-16] users set their own password with the current one; other sessions end', async () => {
  const { id, username } = await makeUser()
  const [here, elsewhere] = [await signedIn(username), await signedIn(username)]
  const change = (body: object) => api.send('POST', `${path}${id}/password/`, { token: here.access, body })
  expect(refusalOf(await change({ password: otherPassword }))).toEqual([
    400,
    'invalid',
    { current_password: 'This field is required' },
  ])
  expect(refusalOf(await change({ password: otherPassword, current_password: 'a wrong password' }))).toEqual([
    400,
    'invalid',
    { current_password: 'The current password is wrong.' },
  ])
  expect(refusalOf(await change({ password: 'too short', current_password: password }))).toEqual([
    400,
    'invalid',
    { password: 'At least 15 characters.' },
  ])
  expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 200])

  const changed = await change({ password: otherPassword, current_password: password })
  expect([changed.status, changed.body]).toEqual([200, { ended_sessions: 1 }])
  expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 401])
  expect((await refresh(elsewhere)).status).toBe(401)
  expect((await refresh(here)).status).toBe(200)
  expect((await signIn(username)).status).toBe(401)
  await signedIn(username, otherPassword)
})

test('[TRUST-38] each wrong current password of a signed-in user has an audit row of its own', async () => {
  const { id, username } = await makeUser()
  const { access: token } = await signedIn(username)
  const body = { password: otherPassword, current_password: 'a wrong password' }
  for (let attempt = 0; attempt < 2; attempt++)
    expect((await api.send('POST', `${path}${id}/password/`, { token, body })).status).toBe(400)
  const rows = await api.database.db
    .selectFrom('audit')
    .select(['count', 'counted_key'])
    .where('action', '=', 'current password wrong')
    .where('actor', '=', id)
    .execute()
  const own = { count: 1, counted_key: null }
  expect(rows).toEqual([own, own])
})

test('[TRUST-6] the team sets the password of others, whose sessions all end', async () => {
  const { id, username } = await makeUser()
  const session = await signedIn(username)
  const set = (body: object, of = id) => asTeam('POST', `${path}${of}/password/`, body)
  expect((await set({ password: 'fourteen chars' })).status).toBe(400)
  expect((await set({ password: otherPassword }, 999_999)).status).toBe(404)
  expect((await set({ password: otherPassword })).body).toEqual({ ended_sessions: 1 })
  expect(await statusOf(session)).toBe(401)
  expect((await signIn(username)).status).toBe(401)
  await signedIn(username, otherPassword)
})

test('[TRUST-16] of two changes with the same current password one counts', async () => {
  const { id, username } = await makeUser()
  const sessions = [await signedIn(username), await signedIn(username)]
  const wanted = [otherPassword, 'nine copper spoons']
  const answers = await Promise.all(
    sessions.map(({ access: token }, index) =>
      api.send('POST', `${path}${id}/password/`, {
        token,
        body: { password: wanted[index], current_password: password },
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect((await signIn(username)).status).toBe(401)
  await signedIn(username, wanted[statuses.indexOf(200)])
})

test('[TRUST-8, TRUST-38] changes of users are audited, and no password is anywhere', async () => {
  const { id, username } = await makeUser()
  await signedIn(username)
  await asTeam('POST', `${path}${id}/password/`, { password: otherPassword })
  await asTeam('PATCH', `${path}${id}/`, { is_active: false })
  const rows = await auditOf(id)
  expect(rows.map(({ action }) => action)).toEqual(['create', 'password change', 'update'])
  expect(rows.every(({ actor, request_id }) => actor !== null && request_id !== null)).toBe(true)
  expect(JSON.parse(rows[2]?.before ?? '')).toMatchObject({ is_active: true })
  expect(JSON.parse(rows[2]?.after ?? '')).toMatchObject({ is_active: false })
  const ended = await api.database.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'sessions ended')
    .where('after', 'like', `%"user":${id},%`)
    .execute()
  expect(ended.map(({ after }) => (JSON.parse(after ?? '') as { reason: string }).reason)).toEqual([
    'password change',
  ])
  const everything = JSON.stringify(await api.database.db.selectFrom('audit').selectAll().execute())
  for (const secret of [password, otherPassword, 'argon2id']) expect(everything).not.toContain(secret)
  const { password_hash: hash } = await api.database.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(hash).toMatch(/^\$argon2id\$/)
})

test('[AUTH-16, LIST-4] who waits for approval is listed apart, and every column orders the list', async () => {
  const waiting = await makeUser({ is_active: false, user_type: 'customer' })
  const read = async (parameters: string) =>
    (await asTeam<ListAnswer<User>>('GET', `${path}?limit=9999&${parameters}`)).body
  const inactive = await read('is_active=false')
  expect(inactive.results.map(({ id }) => id)).toContain(waiting.id)
  expect(inactive.results.filter(({ is_active }) => is_active)).toEqual([])
  expect((await read('is_active=true')).count).toBe((await read('')).count - inactive.count)
  const customers = await read('user_type=customer&is_active=false')
  expect(new Set(customers.results.map(({ user_type }) => user_type))).toEqual(new Set(['customer']))
  expect((await read('ordering=-created_at')).results[0]?.id).toBe(waiting.id)
  expect((await read('ordering=is_active')).results[0]?.is_active).toBe(false)
  expect((await read('ordering=-user_type')).results[0]?.user_type).toBe('team')
  for (const wrong of ['is_active=maybe', 'user_type=boss'])
    expect((await asTeam('GET', `${path}?${wrong}`)).status).toBe(400)
})

describe('refusing several who wait', () => {
  const refuse = (users: unknown, token = team) =>
    api.send<RefusedRegistrations>('POST', refusal.path, { token, body: { users } })

  test('[AUTH-16, TRUST-43] takes hundreds in one call: who has proved nothing goes, others are declined, and the audit tells of each', async () => {
    const { db } = api.database
    const pattern = await db.selectFrom('users').selectAll().limit(1).executeTakeFirstOrThrow()
    const rows = Array.from({ length: 320 }, (_, index) => ({
      ...pattern,
      id: 70_000 + index,
      ...{ username: `queue${index}`, username_key: `queue${index}`, email: null, email_key: null },
      ...{ profile: null, is_active: false, status: 'waiting' as const },
      is_email_confirmed: index === 0,
      registered_at: '2026-11-01T00:00:00.000Z',
    }))
    for (const some of chunks(rows, 50))
      await db
        .insertInto('users')
        .values([...some] as never)
        .execute()
    const approved = await makeUser()
    const ids = rows.map(({ id }) => id)
    expect(await refuse([...ids, approved.id])).toMatchObject({ status: 200, body: { refused: 320 } })
    const left = await db.selectFrom('users').select(['id', 'status']).where('id', 'in', ids).execute()
    expect(left).toEqual([{ id: 70_000, status: 'deactivated' }])
    expect((await asTeam('GET', `${path}${approved.id}/`)).body.status).toBe('active')
    const noted = await db
      .selectFrom('audit')
      .select(['action', 'record_id'])
      .where('resource', '=', 'users')
      .where('record_id', 'in', ids)
      .execute()
    expect(noted.filter(({ action }) => action === 'delete')).toHaveLength(319)
    expect(noted.filter(({ action }) => action === 'update').map(({ record_id }) => record_id)).toEqual([
      70_000,
    ])
    expect((await refuse(ids)).body).toEqual({ refused: 0 })
  })

  test('[AUTH-16, TRUST-11] is for the team, and asks whom', async () => {
    expect((await refuse([70_000], broker.access)).status).toBe(409)
    expect(refusalOf(await refuse([]))).toEqual([400, 'invalid', { users: 'This field is required' }])
  })
})
