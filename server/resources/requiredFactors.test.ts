/** Second factors that administrators require, through HTTP (MFA-11). */
import { contract } from '../../src/contract'
import type { ErrorAnswer } from '../../src/contract/answers'
import { apiTokensPath, serviceTokensPath, type MadeApiToken } from '../../src/contract/apiTokens'
import { accountGroups, requiredFactors, type RequiredFactors } from '../../src/contract/requiredFactors'
import { appConfirmation, appPath, appRemovalPath, type AppSetup } from '../../src/contract/secondFactor'
import { currentUserPath } from '../../src/contract/session'
import { codeAt } from '../services/secondFactors/totp'
import { demoPassword, startApi, startSecondServer, type TestApi } from '../testing/api'
import { completeSignIn, signInAtDirectory } from '../testing/directory'

const statements: string[] = []
let api: TestApi
let team: { access: string; user: { id: number } }
let broker: typeof team
const start = async (environment: NodeJS.ProcessEnv = {}) => {
  api = await startApi(environment, (text) => statements.push(text))
  team = await api.signIn('team')
  broker = await api.signIn('broker')
}
afterEach(() => api.close())

const password = { current_password: demoPassword }
const send = <T = unknown>(token: string, method: string, path: string, body?: object) =>
  api.send<T & ErrorAnswer>(method, path, { token, ...(body ? { body } : {}) })
const requireOf = (groups: Partial<Record<string, unknown>>, { access } = team) =>
  send<RequiredFactors>(access, 'PATCH', requiredFactors.path, groups)
const give = async (id: number, role: string | null) =>
  expect((await send(team.access, 'PATCH', `${contract.users.path}${id}/`, { role })).status).toBe(200)
const statusOf = async ({ access }: { access: string }) => (await send(access, 'GET', currentUserPath)).status
const setUpApp = async ({ access }: { access: string }) => {
  const { setup_key } = (await send<AppSetup>(access, 'POST', appPath, password)).body
  const code = { one_time_code: codeAt(setup_key, new Date()) }
  expect((await send(access, 'POST', appConfirmation.path, code)).status).toBe(200)
}
const removeApp = async ({ access }: { access: string }) =>
  (await send(access, 'POST', appRemovalPath, password)).status

describe('a second factor that is required of a role', () => {
  beforeEach(() => start())

  test('[MFA-11] is asked of its users from the next request on, and of no others', async () => {
    const customer = await api.signIn('customer')
    await give(broker.user.id, 'member')
    expect(await statusOf(broker)).toBe(200)
    const { status, body } = await requireOf({ member: true })
    expect([status, body]).toEqual([
      200,
      { ...Object.fromEntries(accountGroups.map((group) => [group, group === 'member'])), fixed: [] },
    ])
    const refused = await send(broker.access, 'GET', currentUserPath)
    expect([refused.status, refused.body.code]).toEqual([409, 'second_factor_required'])
    expect(await statusOf(await api.signIn('broker'))).toBe(409)
    expect([await statusOf(customer), await statusOf(team)]).toEqual([200, 200])
    await setUpApp(broker)
    expect(await statusOf(broker)).toBe(200)
    expect(await removeApp(broker)).toBe(409)
    await requireOf({ member: false })
    expect(await statusOf(customer)).toBe(200)
    expect(await removeApp(broker)).toBe(204)
    expect(await statusOf(broker)).toBe(200)
    // A session that had a factor before is no reason to let it pass.
    await requireOf({ member: true })
    expect(await statusOf(broker)).toBe(409)
  })

  test('[MFA-11] counts at once where a user gets the role, and no longer without it', async () => {
    await requireOf({ manager: true })
    expect(await statusOf(broker)).toBe(200)
    await give(broker.user.id, 'manager')
    expect(await statusOf(broker)).toBe(409)
    await give(broker.user.id, 'member')
    expect(await statusOf(broker)).toBe(200)
  })

  test('[MFA-11] is asked by every server, of users without a role, and by user type', async () => {
    const other = await startSecondServer(api)
    const at = async () => (await other.send('GET', currentUserPath, { token: broker.access })).status
    for (const group of ['no_role', 'broker']) {
      await requireOf({ [group]: true })
      expect([group, await at()]).toEqual([group, 409])
      // The own account sets one up as well, if it is of the group.
      if (group === 'no_role') {
        expect(await statusOf(team)).toBe(409)
        await setUpApp(team)
      }
      await requireOf({ [group]: false })
      expect([group, await at()]).toEqual([group, 200])
    }
    await other.close()
  })

  test('[MFA-11] is asked of API tokens, not of service users nor through a directory', async () => {
    const order = { name: 'ERP', scopes: ['read'], valid_days: 9, ...password }
    const made = await send<MadeApiToken>(broker.access, 'POST', apiTokensPath, order)
    const service = await send<MadeApiToken>(team.access, 'POST', serviceTokensPath, {
      ...order,
      username: 'sync',
    })
    const provider = 'built-in'
    const journey = await signInAtDirectory(api, { provider, choose: 'team' })
    const through = (await completeSignIn(api, journey, { provider })).body as { access: string }
    await requireOf({ no_role: true })
    const read = async ({ body }: { body: MadeApiToken }) =>
      (await send(body.token, 'GET', contract.tags.path)).status
    expect([await read(made), await read(service)]).toEqual([409, 200])
    expect([await statusOf(team), await statusOf(through)]).toEqual([409, 200])
    await setUpApp(broker)
    expect(await read(made)).toBe(200)
  })

  test('[MFA-11] takes no further statement of a request', async () => {
    const statementsOf = async () => {
      statements.length = 0
      await send(broker.access, 'GET', currentUserPath)
      return statements.length
    }
    await setUpApp(broker)
    await statementsOf()
    const before = await statementsOf()
    await requireOf({ broker: true })
    expect(await statementsOf()).toBe(before)
  })

  test('[MFA-11] is told to the audit, from what to what', async () => {
    await setUpApp(team)
    await requireOf({ administrator: true, broker: true })
    await requireOf({ broker: false, member: true })
    await requireOf({ member: true })
    const { body } = await send<{ results: object[] }>(
      team.access,
      'GET',
      '/api/audit/?action=second%20factors%20required',
    )
    const told = { actor: team.user.id, resource: 'users', record_id: null }
    expect(body.results).toMatchObject([
      {
        ...told,
        changes: [{ field: 'required_of', before: 'administrator, broker', after: 'administrator, member' }],
      },
      { ...told, changes: [{ field: 'required_of', before: null, after: 'administrator, broker' }] },
    ])
    expect(body.results).toHaveLength(2)
  })
})

describe('who requires second factors', () => {
  beforeEach(() => start())

  test('[MFA-11] the team until there is an administrator, then administrators alone', async () => {
    const refused = await requireOf({ member: true }, broker)
    expect([refused.status, refused.body.code]).toEqual([409, 'refused'])
    expect((await send(broker.access, 'GET', requiredFactors.path)).status).toBe(409)
    expect((await requireOf({ member: true })).status).toBe(200)

    const body = { username: 'boss', user_type: 'team', is_active: true, password: 'seven small lanterns' }
    const { id } = (await send<{ id: number }>(team.access, 'POST', contract.users.path, body)).body
    await give(id, 'administrator')
    const later = await requireOf({ member: false })
    expect([later.status, later.body.detail]).toEqual([409, 'Only administrators give roles and rights.'])
    const seen = await send<RequiredFactors>(team.access, 'GET', requiredFactors.path)
    expect([seen.status, seen.body.member]).toEqual([200, true])
    const signedIn = await api.send<{ access: string }>('POST', '/api/token/', {
      body: { username: body.username, password: body.password },
    })
    const boss = { ...team, access: signedIn.body.access }
    // The own role is no exception; what was said is kept, and a factor set up next.
    expect((await requireOf({ administrator: true }, boss)).status).toBe(200)
    expect(await statusOf(boss)).toBe(409)
  })

  test('[MFA-11] groups are named as they are, with yes or no, and in a session', async () => {
    for (const wrong of [{ member: null }, { member: 'maybe' }])
      expect((await requireOf(wrong)).status).toBe(400)
    const order = { name: 'ERP', scopes: ['read', 'write'], valid_days: 9, ...password }
    const { token } = (await send<MadeApiToken>(team.access, 'POST', apiTokensPath, order)).body
    expect((await send(token, 'GET', requiredFactors.path)).status).toBe(403)
    expect((await requireOf({ member: true }, { ...team, access: token })).status).toBe(403)
  })
})

test('[MFA-11] what the configuration requires is shown, and stays', async () => {
  await start({ REQUIRE_SECOND_FACTOR: 'member,customer' })
  const { body } = await requireOf({ member: false, customer: false })
  expect(body).toMatchObject({ member: false, customer: false, fixed: ['member', 'customer'] })
  await give(broker.user.id, 'member')
  expect(await statusOf(broker)).toBe(409)
  expect(await statusOf(await api.signIn('customer'))).toBe(409)
  await give(broker.user.id, null)
  expect(await statusOf(broker)).toBe(200)
})
