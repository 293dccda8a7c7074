import { setTimeout as wait } from 'node:timers/promises'
import type { ApiTokens, MadeApiToken, NewApiToken, NewServiceToken } from '../../src/contract/apiTokens'
import { passwordPath } from '../../src/contract/users'
import { demoPassword, startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { until, untilAnswer } from '../testing/until'

let api: TestApi
let broker: string
let team: string
beforeAll(async () => {
  api = await startApi()
  broker = (await api.signIn('broker')).access
  team = (await api.signIn('team')).access
})
afterAll(() => api.close())

const own = '/api/users/me/api-tokens/'
const service = '/api/service-tokens/'
const order = {
  ...{ name: 'ERP', scopes: ['read', 'write'], valid_days: 30 },
  current_password: demoPassword,
} satisfies NewApiToken

const make = async (sent: Partial<NewApiToken> = {}, session = broker) => {
  const { status, body } = await api.send<MadeApiToken>('POST', own, {
    token: session,
    body: { ...order, ...sent },
  })
  expect(status).toBe(200)
  return body
}
const get = (token: string, path = '/api/mpg/tag/') => api.send('GET', path, { token })
const idOf = async (username: string) =>
  (
    await api.database.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).id

test('[TOKEN-1] a token acts as its owner, is shown once, and stored as a hash', async () => {
  const made = await make()
  expect(made.token).toMatch(/^cg_[\w-]{43}$/)
  expect(made.token.endsWith(made.hint)).toBe(true)
  const { status, body } = await api.send<{ tag_id: number; created_by: number }>('POST', '/api/mpg/tag/', {
    token: made.token,
    body: { name: 'By a program', color: '#336699', description: 'Made' },
  })
  expect([status, body.created_by]).toEqual([201, await idOf('broker')])
  const listed = await api.send<ApiTokens>('GET', own, { token: broker })
  expect(JSON.stringify(listed.body)).not.toContain(made.token)
  expect(listed.body.results.map(({ name, scopes }) => ({ name, scopes }))).toContainEqual({
    name: 'ERP',
    scopes: ['read', 'write'],
  })
  const rows = await api.database.db.selectFrom('api_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(made.token)
  const audited = await api.database.db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(audited)).not.toContain(made.token)
  // The audit names the token.
  expect(audited.at(-1)).toMatchObject({ action: 'create', resource: 'tags', token_id: made.api_token_id })
  expect(audited.at(-1)?.address).toBe('127.0.0.1')
})

test('[TOKEN-1] a session alone makes none: it takes the password', async () => {
  for (const [path, body] of [
    [own, order],
    [service, { ...order, username: 'sync-stolen' }],
  ] as const)
    for (const current_password of [undefined, 'not this one']) {
      const { status, body: refused } = await api.send('POST', path, {
        token: team,
        body: { ...body, current_password },
      })
      expect([status, Object.keys(refused.fields ?? {})]).toEqual([400, ['current_password']])
    }
  const names = await api.database.db.selectFrom('users').select('username').execute()
  expect(names.map(({ username }) => username)).not.toContain('sync-stolen')
})

test('[TOKEN-1] an expiry is needed, a year away at most, and holds', async () => {
  for (const valid_days of [0, 366, 1.5, null]) {
    const { status } = await api.send('POST', own, { token: broker, body: { ...order, valid_days } })
    expect([valid_days, status]).toEqual([valid_days, 400])
  }
  for (const scopes of [[], ['all']])
    expect((await api.send('POST', own, { token: broker, body: { ...order, scopes } })).status).toBe(400)
  const { token } = await make({ valid_days: 1 })
  expect((await get(token)).status).toBe(200)
  const now = api.database.clock.now()
  const later = jest
    .spyOn(api.database.clock, 'now')
    .mockReturnValue(new Date(now.getTime() + 86_400_000 + 1_000))
  expect((await get(token)).status).toBe(401)
  later.mockRestore()
})

test('[TOKEN-2] a token does what its scopes say, and no other one', async () => {
  const tokens = {
    read: (await make({ scopes: ['read'] })).token,
    write: (await make({ scopes: ['write'] })).token,
    export: (await make({ scopes: ['export'] })).token,
    import: (await make({ scopes: ['import'] })).token,
  }
  const calls = {
    read: () => ['GET', '/api/mpg/tag/', undefined] as const,
    write: () => ['PATCH', '/api/mpg/tag/1/', { description: 'Anew' }] as const,
    export: () => ['GET', '/api/mpg/tag/export/?format=csv', undefined] as const,
    import: () => ['GET', '/api/mpg/imports/', undefined] as const,
  }
  for (const [scope, token] of Object.entries(tokens))
    for (const [needed, call] of Object.entries(calls)) {
      const [method, path, body] = call()
      const answer = await api.send(method, path, { token, body })
      const seen = [scope, needed, answer.status === 403 ? answer.body.code : 'done']
      expect(seen).toEqual([scope, needed, scope === needed ? 'done' : 'insufficient_scope'])
    }
})

test('[TOKEN-2] sessions, passwords, tokens and users are no matter of a token, even of the team', async () => {
  const { token } = await make({ scopes: ['read', 'write', 'export', 'import'] }, team)
  const id = await idOf('broker')
  const calls = [
    ['GET', '/api/sessions/'],
    ['DELETE', '/api/sessions/'],
    ['GET', own],
    ['POST', own],
    ['GET', service],
    ['POST', service],
    ['POST', '/api/users/'],
    ['PATCH', `/api/users/${id}/`],
    ['POST', `/api/users/${id}/password/`],
    ['POST', '/api/users/refuse/'],
    ['PUT', '/api/users/me/calendar-feed/'],
    ['GET', '/api/events/'],
    ['GET', '/api/connections/'],
  ] as const
  const seen = []
  for (const [method, path] of calls) {
    const { status } = await api.send(method, path, { token, ...(method === 'GET' ? {} : { body: {} }) })
    seen.push(`${method} ${path} ${status}`)
  }
  expect(seen).toEqual(calls.map(([method, path]) => `${method} ${path} 403`))
  expect((await get(token, '/api/users/')).status).toBe(200)
})

test('[TOKEN-3] a revoked token ends at once, and so do those of a deactivated user', async () => {
  const revoked = await make()
  expect((await get(revoked.token)).status).toBe(200)
  const elsewhere = await api.send('DELETE', `${own}${revoked.api_token_id}/`, { token: team })
  expect(elsewhere.status).toBe(404)
  expect((await api.send('DELETE', `${own}${revoked.api_token_id}/`, { token: broker })).status).toBe(204)
  expect((await get(revoked.token)).status).toBe(401)
  expect((await api.send('DELETE', `${own}${revoked.api_token_id}/`, { token: broker })).status).toBe(404)

  const id = await idOf('customer')
  const { token } = await make({}, (await api.signIn('customer')).access)
  expect((await get(token)).status).toBe(200)
  const change = (is_active: boolean) =>
    api.send('PATCH', `/api/users/${id}/`, { token: team, body: { is_active } })
  expect((await change(false)).status).toBe(200)
  expect((await get(token)).status).toBe(401)
  await change(true)
  expect((await get(token)).status).toBe(401)
})

test('[TOKEN-3] tokens end with a password that the team sets, not with one’s own change', async () => {
  const id = await idOf('customer')
  const { access } = await api.signIn('customer')
  const { token } = await make({}, access)
  const body = { password: 'eleven quiet harbours', current_password: demoPassword }
  expect((await api.send('POST', passwordPath(id), { token: access, body })).status).toBe(200)
  expect((await get(token)).status).toBe(200)
  const set = await api.send('POST', passwordPath(id), {
    token: team,
    body: { password: 'twelve quiet harbours' },
  })
  expect(set.status).toBe(200)
  expect((await get(token)).status).toBe(401)
})

test('[TOKEN-3] a token that is wrong is a 401 like any other', async () => {
  for (const token of ['cg_', `cg_${'A'.repeat(43)}`, `cg_${'A'.repeat(42)}'`])
    expect((await get(token)).status).toBe(401)
})

test('[TOKEN-3] the last use is recorded beside the request, once a minute', async () => {
  const { token, api_token_id } = await make()
  const lastUse = async () =>
    (
      await api.database.db
        .selectFrom('api_tokens')
        .select('last_used_at')
        .where('id', '=', api_token_id)
        .executeTakeFirstOrThrow()
    ).last_used_at
  expect(await lastUse()).toBeNull()
  await get(token)
  expect(await untilAnswer(lastUse, (at) => at !== null)).not.toBeNull()
  const first = await lastUse()
  await get(token)
  await wait(50)
  expect(await lastUse()).toBe(first)
  const now = api.database.clock.now()
  const later = jest.spyOn(api.database.clock, 'now').mockReturnValue(new Date(now.getTime() + 61_000))
  await get(token)
  await until(async () => (await lastUse()) !== first)
  later.mockRestore()
})

test('[TOKEN-4] a service user acts by its tokens, and cannot sign in otherwise', async () => {
  const body = { ...order, username: 'erp-sync', user_type: 'broker' } satisfies NewServiceToken
  expect((await api.send('POST', service, { token: broker, body })).status).toBe(409)
  const made = await api.send<MadeApiToken>('POST', service, { token: team, body })
  expect([made.status, made.body.user.username]).toEqual([200, 'erp-sync'])
  expect((await get(made.body.token)).status).toBe(200)
  // Another token of the same user.
  const again = await api.send<MadeApiToken>('POST', service, { token: team, body: { ...body, name: 'BI' } })
  expect(again.body.user).toEqual(made.body.user)
  const listed = await api.send<ApiTokens>('GET', service, { token: team })
  expect(listed.body.results.map(({ name }) => name)).toEqual(['BI', 'ERP'])

  const { id } = made.body.user
  const password = { password: 'seven small lanterns' }
  const set = await api.send('POST', `/api/users/${id}/password/`, { token: team, body: password })
  expect(set.status).toBe(409)
  const signIn = { username: 'erp-sync', ...password }
  expect((await api.send('POST', '/api/token/', { body: signIn })).status).toBe(401)
  const user = await api.send<{ is_service: boolean }>('GET', `/api/users/${id}/`, { token: team })
  expect(user.body.is_service).toBe(true)
  // A user who signs in is no service user.
  const taken = await api.send('POST', service, { token: team, body: { ...body, username: 'Broker' } })
  expect([taken.status, taken.body.fields]).toEqual([
    400,
    { username: 'This is the name of a user who signs in.' },
  ])
  const gone = await api.send('DELETE', `${service}${made.body.api_token_id}/`, { token: team })
  expect(gone.status).toBe(204)
  expect((await get(made.body.token)).status).toBe(401)
  expect((await get(again.body.token)).status).toBe(200)
})

test('[TOKEN-4] the links to contents in an answer end with the token', async () => {
  const { token, api_token_id } = await make({ scopes: ['read'] })
  const { body: deal } = await api.asBroker<{ opportunity_id: number }>('POST', '/api/mpg/opportunities/', {
    opportunity_name: 'Larkfield Mill',
  })
  await sendForm(
    api,
    broker,
    ['POST', '/api/mpg/file/'],
    [
      { name: 'file', value: 'x', filename: 'a.txt', type: 'text/plain' },
      { name: 'object_id', value: `opportunity-${deal.opportunity_id}` },
    ],
  )
  const { body } = await api.send<{ results: { file: string }[] }>('GET', '/api/mpg/file/', { token })
  const read = async () => (await fetch(`${api.url}${body.results[0]?.file}`)).status
  expect(await read()).toBe(200)
  await api.send('DELETE', `${own}${api_token_id}/`, { token: broker })
  expect(await read()).not.toBe(200)
  expect(
    (await api.send('POST', '/api/token/', { body: { username: 'broker', password: demoPassword } })).status,
  ).toBe(200)
})
