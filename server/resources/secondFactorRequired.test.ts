import { contract } from '../../src/contract'
import { apiTokensPath } from '../../src/contract/apiTokens'
import type { ErrorAnswer } from '../../src/contract/answers'
import {
  appConfirmation,
  appPath,
  appRemovalPath,
  recoveryCodesPath,
  secondFactorPath,
  secondStep,
  type AppSetup,
  type MadeRecoveryCodes,
  type SignInChallenge,
} from '../../src/contract/secondFactor'
import { sessionsPath } from '../../src/contract/session'
import { readConfig } from '../config'
import { codeAt } from '../services/secondFactors/totp'
import { demoPassword, startApi, startApiOn, type TestApi } from '../testing/api'
import { completeSignIn, signInAtDirectory } from '../testing/directory'

let api: TestApi
beforeEach(async () => {
  api = await startApi({ REQUIRE_SECOND_FACTOR: 'team, broker' })
})
afterEach(() => api.close())

const password = { current_password: demoPassword }
const asker =
  (token: string) =>
  <T = unknown>(method: string, path: string, body?: object) =>
    api.send<T & ErrorAnswer>(method, path, { token, ...(body ? { body } : {}) })

test('[MFA-7] who must have a second factor sets one up before anything else', async () => {
  const { access, refresh } = await api.signIn('broker')
  const ask = asker(access)
  for (const [method, path] of [
    ['GET', '/api/users/me/'],
    ['GET', contract.opportunities.path],
    ['POST', contract.tags.path],
    ['DELETE', sessionsPath],
    ['POST', recoveryCodesPath],
    ['GET', '/api/events/'],
  ] as const) {
    const { status, body } = await ask(method, path, method === 'POST' ? {} : undefined)
    expect([path, status, body.code]).toEqual([path, 409, 'second_factor_required'])
  }
  expect((await ask('GET', secondFactorPath)).status).toBe(200)
  const { setup_key } = (await ask<AppSetup>('POST', appPath, password)).body
  // Begun is not set up.
  expect((await ask('GET', '/api/users/me/')).status).toBe(409)
  const confirmed = await ask('POST', appConfirmation.path, { one_time_code: codeAt(setup_key, new Date()) })
  expect(confirmed.status).toBe(200)
  expect((await ask('GET', '/api/users/me/')).status).toBe(200)
  const last = await ask('POST', appRemovalPath, password)
  expect([last.status, last.body.detail]).toEqual([
    409,
    'Your account must have a second factor. Set up another one first.',
  ])
  expect((await ask('GET', secondFactorPath)).body).toMatchObject({ recovery_codes_left: 10 })

  const renewed = await api.send('POST', '/api/token/refresh/', { body: { refresh } })
  expect(renewed.status).toBe(200)
  const { body } = await api.send<SignInChallenge>('POST', '/api/token/', {
    body: { username: 'broker', password: demoPassword },
  })
  const { challenge } = body.second_factor
  const later = codeAt(setup_key, new Date(Date.now() + 30_000))
  const entered = await api.send<{ access: string }>('POST', secondStep.path, {
    body: { challenge, one_time_code: later },
  })
  expect((await asker(entered.body.access)('GET', '/api/users/me/')).status).toBe(200)
})

test('[MFA-1, MFA-7] an app that is lost is replaced by an account that must have one', async () => {
  const { access, user } = await api.signIn('broker')
  const { setup_key } = (await asker(access)<AppSetup>('POST', appPath, password)).body
  const { body: first } = await asker(access)<MadeRecoveryCodes>('POST', appConfirmation.path, {
    one_time_code: codeAt(setup_key, new Date()),
  })
  const { body } = await api.send<SignInChallenge>('POST', '/api/token/', {
    body: { username: user.username, password: demoPassword },
  })
  const entered = await api.send<{ access: string }>('POST', secondStep.path, {
    body: { challenge: body.second_factor.challenge, one_time_code: first.recovery_codes?.[0] },
  })
  const ask = asker(entered.body.access)
  const begun = await ask<AppSetup>('POST', appPath, password)
  expect(begun.status).toBe(200)
  const confirmed = await ask('POST', appConfirmation.path, {
    one_time_code: codeAt(begun.body.setup_key, new Date()),
  })
  expect(confirmed.status).toBe(200)
  expect((await ask('GET', '/api/users/me/')).status).toBe(200)
})

test('[MFA-7] others, and those who come through a directory, are not asked', async () => {
  const { access } = await api.signIn('customer')
  expect((await asker(access)('GET', '/api/users/me/')).status).toBe(200)
  const provider = 'built-in'
  const journey = await signInAtDirectory(api, { provider, choose: 'team' })
  const { body } = await completeSignIn(api, journey, { provider })
  const through = (body as { access: string }).access
  expect((await asker(through)('GET', '/api/users/me/')).status).toBe(200)
  const byPassword = await api.signIn('team')
  expect((await asker(byPassword.access)('GET', '/api/users/me/')).status).toBe(409)
})

test('[MFA-7] an API token that is older than the requirement is not good without one', async () => {
  await api.close()
  api = await startApi()
  const { access } = await api.signIn('broker')
  const body = { name: 'ERP', scopes: ['read'], valid_days: 9, ...password }
  const made = await api.send<{ token: string }>('POST', apiTokensPath, { token: access, body })
  const later = await startApiOn({ ...api.app.config, secondFactorFor: ['broker'] })
  const get = (at: TestApi) => at.send('GET', contract.tags.path, { token: made.body.token })
  expect([(await get(api)).status, (await get(later)).status]).toEqual([200, 409])
  await later.close()
})

test('[MFA-7] whose factors the team has removed sets one up again', async () => {
  const { access, user } = await api.signIn('broker')
  const ask = asker(access)
  const { setup_key } = (await ask<AppSetup>('POST', appPath, password)).body
  await ask('POST', appConfirmation.path, { one_time_code: codeAt(setup_key, new Date()) })
  expect((await ask('GET', '/api/users/me/')).status).toBe(200)
  const provider = 'built-in'
  const journey = await signInAtDirectory(api, { provider, choose: 'team' })
  const { access: team } = (await completeSignIn(api, journey, { provider })).body as { access: string }
  const removed = await api.send('DELETE', `${contract.users.path}${user.id}/second-factor/`, { token: team })
  expect(removed.status).toBe(204)
  const again = await api.signIn('broker')
  expect((await asker(again.access)('GET', '/api/users/me/')).status).toBe(409)
})

test('[MFA-7] the roles and user types are checked at the start', () => {
  expect(readConfig({ REQUIRE_SECOND_FACTOR: 'team, no_role' }).secondFactorFor).toEqual(['team', 'no_role'])
  expect(readConfig({}).secondFactorFor).toEqual([])
  expect(() => readConfig({ REQUIRE_SECOND_FACTOR: 'team,boss' })).toThrow(
    'REQUIRE_SECOND_FACTOR is "team,boss", but must be roles and user types (administrator, manager, member, read_only, no_role, customer, team, broker) separated by commas, or empty.',
  )
})
