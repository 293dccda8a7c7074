import { install } from '@sinonjs/fake-timers'
import { contract, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import {
  appConfirmation,
  appPath,
  appRemovalPath,
  newPasskey,
  passkeyOptionsPath,
  passkeyPath,
  passkeyRemovalPath,
  passkeySignIn,
  passkeySignInOptionsPath,
  passkeysPath,
  recoveryCodesPath,
  secondFactorPath,
  secondStep,
  userSecondFactorPath,
  type AppSetup,
  type MadePasskey,
  type MadeRecoveryCodes,
  type SecondFactors,
  type SignInChallenge,
} from '../../src/contract/secondFactor'
import { sessionsPath, type SignedInPlace, type SignInAnswer } from '../../src/contract/session'
import { passwordPath } from '../../src/contract/users'
import { codeAt } from '../services/secondFactors/totp'
import { startApi, type TestApi } from '../testing/api'
import { createAuthenticator } from '../testing/authenticator'
import { startMailServer, type MailServer } from '../testing/mailServer'
import { untilAnswer } from '../testing/until'

type User = Row<'users'>
type Session = SignInAnswer & ErrorAnswer
interface Options {
  challenge: string
  options: { challenge: string; user?: { id: string }; allowCredentials?: object[]; rpId?: string }
}

const password = 'seven small lanterns'
const site = 'https://desk.example.com'
const minute = 60_000

let mail: MailServer
let api: TestApi
let clock: ReturnType<typeof install>
beforeAll(async () => {
  clock = install({ now: new Date('2026-11-20T09:00:00Z'), toFake: ['Date'] })
  mail = await startMailServer()
  api = await startApi({ PUBLIC_URL: site, TRUST_PROXY: '127.0.0.1', SMTP_URL: mail.url })
  // The clock of the database is this one, so that a test can go on in it.
  jest.spyOn(api.database.clock, 'now').mockImplementation(() => new Date())
})
afterAll(async () => {
  await api.close()
  await mail.close()
  clock.uninstall()
  jest.restoreAllMocks()
})

let made = 0
const account = async () => {
  const username = `double-${++made}`
  const { access: token } = await api.signIn('team')
  const { body } = await api.send<User>('POST', contract.users.path, {
    token,
    body: {
      ...{ user_type: 'broker', username, email: `${username}@brook.example`, password },
      ...{ is_email_confirmed: true, is_active: true },
    },
  })
  return { ...body, email: `${username}@brook.example` }
}
/** The mails that tell of changes of the factors, once there are so many. */
const changesTold = (email: string, number: number) =>
  untilAnswer(
    () => {
      // A mail that could not be handed over at once is tried again by this clock.
      clock.tick(100)
      return mail.taken
        .filter(
          ({ to, content }) =>
            to.includes(email) && content.includes('Subject: The sign-in to your account has changed'),
        )
        .map(({ content }) => content.replaceAll(/=\r?\n/g, ''))
    },
    ({ length }) => length >= number,
  )
const fromElsewhere = () => ({ 'x-forwarded-for': `203.0.${Math.floor(++made / 250)}.${made % 250}` })
const signIn = (username: string, more: object = {}, headers: Record<string, string> = fromElsewhere()) =>
  api.send<Session & SignInChallenge>('POST', '/api/token/', {
    body: { username, password, ...more },
    headers,
  })
const step = (body: object, headers: Record<string, string> = fromElsewhere()) =>
  api.send<Session>('POST', secondStep.path, { body, headers })
const factorsOf = async (token: string) =>
  (await api.send<SecondFactors>('GET', secondFactorPath, { token })).body
const proving = { current_password: password }

/** A user, signed in before there is a second factor. */
const user = async () => {
  const person = await account()
  const { body } = await signIn(person.username)
  const ask = <T = ErrorAnswer>(method: string, path: string, sent?: object) =>
    api.send<T & ErrorAnswer>(method, path, { token: body.access, ...(sent ? { body: sent } : {}) })
  return { ...person, token: body.access, ask }
}
/** The same with an authenticator app, which has shown a code. */
const withApp = async () => {
  const person = await user()
  const { setup_key: key } = (await person.ask<AppSetup>('POST', appPath, proving)).body
  const { body } = await person.ask<MadeRecoveryCodes>('POST', appConfirmation.path, {
    one_time_code: codeAt(key, new Date()),
  })
  clock.tick(minute)
  return { ...person, key, codes: body.recovery_codes ?? [], code: () => codeAt(key, new Date()) }
}
type Person = Awaited<ReturnType<typeof user>>

const challengeOf = async ({ username }: Pick<User, 'username'>, more: object = {}) =>
  (await signIn(username, more)).body.second_factor

const addPasskey = async (person: Person, how: { isVerified?: boolean; counter?: number } = {}) => {
  const authenticator = createAuthenticator(site)
  const { body } = await person.ask<Options>('POST', passkeyOptionsPath, proving)
  const response = authenticator.register(body.options, how)
  const added = await person.ask<MadePasskey>('POST', passkeysPath, {
    ...{ challenge: body.challenge, name: 'Telephone', passkey_response: response },
  })
  return { authenticator, body: added.body, sent: { challenge: body.challenge, response } }
}
const beginPasskeySignIn = async () =>
  (await api.send<Options>('POST', passkeySignInOptionsPath, { headers: fromElsewhere() })).body
const signInByPasskey = (body: object, headers = fromElsewhere()) =>
  api.send<Session>('POST', passkeySignIn.path, { body, headers })
const auditOf = async (id: number) =>
  (
    await api.database.db.selectFrom('audit').select('action').where('actor', '=', id).orderBy('id').execute()
  ).map(({ action }) => action)

describe('an authenticator app', () => {
  test('[MFA-1] is set up by the password and a first code, and asked for from then on', async () => {
    const person = await user()
    expect(await factorsOf(person.token)).toEqual({
      ...{ can_have: true, can_have_passkeys: true, app_since: null },
      ...{ recovery_codes_left: 0, passkeys: [] },
    })
    const wrong = await person.ask('POST', appPath, { current_password: 'not this one' })
    expect(wrong.body.fields).toEqual({ current_password: 'The current password is wrong.' })
    const { setup_key, setup_uri } = (await person.ask<AppSetup>('POST', appPath, proving)).body
    expect(setup_uri).toBe(
      `otpauth://totp/Citygate:${person.username}?issuer=Citygate&secret=${setup_key}&algorithm=SHA1&digits=6&period=30`,
    )
    // It asks for nothing before a code has come.
    const { access: elsewhere } = (await signIn(person.username)).body
    expect(elsewhere).toEqual(expect.any(String))
    const late = { one_time_code: codeAt(setup_key, new Date(Date.now() - 5 * minute)) }
    expect((await person.ask('POST', appConfirmation.path, late)).status).toBe(400)
    const first = { one_time_code: codeAt(setup_key, new Date()) }
    const { body } = await person.ask<MadeRecoveryCodes>('POST', appConfirmation.path, first)
    expect(body.recovery_codes).toHaveLength(10)
    expect(new Set(body.recovery_codes).size).toBe(10)
    expect(await factorsOf(person.token)).toMatchObject({
      recovery_codes_left: 10,
      app_since: expect.any(String) as unknown,
    })
    // A session that the password alone has opened ends.
    expect((await api.send('GET', '/api/mpg/tag/', { token: elsewhere })).status).toBe(401)

    const asked = await signIn(person.username)
    expect([asked.status, asked.body.access, asked.headers.get('set-cookie')]).toEqual([200, undefined, null])
    expect(asked.body.second_factor).toMatchObject({ kinds: ['code'], options: null, expires_in: 300 })
  })

  test('[MFA-1] is replaced by another one, which counts from its first code on', async () => {
    const person = await withApp()
    const { challenge } = await challengeOf(person)
    const elsewhere = await step({ challenge, one_time_code: person.code() })
    const enter = async (one_time_code: string) =>
      (await step({ challenge: (await challengeOf(person)).challenge, one_time_code })).status
    const begin = () => person.ask<AppSetup>('POST', appPath, proving)
    expect((await person.ask('POST', appPath, { current_password: 'not this one' })).status).toBe(400)

    const { setup_key: dropped } = (await begin()).body
    const { status, body } = await begin()
    expect(status).toBe(200)
    const next = () => codeAt(body.setup_key, new Date())
    expect(await factorsOf(person.token)).toMatchObject({ app_since: expect.any(String) as unknown })
    clock.tick(minute)
    expect([await enter(next()), await enter(person.code())]).toEqual([401, 200])
    const confirm = (one_time_code: string) =>
      person.ask<MadeRecoveryCodes>('POST', appConfirmation.path, { one_time_code })
    for (const wrong of [person.code(), codeAt(dropped, new Date())])
      expect((await confirm(wrong)).status).toBe(400)

    const confirmed = await confirm(next())
    expect([confirmed.status, confirmed.body.recovery_codes]).toEqual([200, null])
    expect((await confirm(next())).status).toBe(400)
    expect((await api.send('GET', '/api/mpg/tag/', { token: elsewhere.body.access })).status).toBe(401)
    expect((await auditOf(person.id)).slice(-2)).toEqual(['authenticator app replaced', 'sessions ended'])
    const told = await changesTold(person.email, 2)
    expect(told.at(-1)).toContain('was replaced by another one')
    clock.tick(minute)
    expect([await enter(person.code()), await enter(next())]).toEqual([401, 200])
    const kept = JSON.stringify(await api.database.db.selectFrom('totp_secrets').selectAll().execute())
    expect(kept).not.toContain(body.setup_key)
  })

  test('[MFA-1] that is begun anew is forgotten with the one that it would replace', async () => {
    const person = await withApp()
    const { setup_key } = (await person.ask<AppSetup>('POST', appPath, proving)).body
    expect((await person.ask('POST', appRemovalPath, proving)).status).toBe(204)
    const sent = { one_time_code: codeAt(setup_key, new Date()) }
    expect((await person.ask('POST', appConfirmation.path, sent)).status).toBe(400)
  })

  test('[MFA-1] is encrypted in the database, and recovery codes are digests', async () => {
    const { key, codes } = await withApp()
    const { db } = api.database
    const kept = JSON.stringify([
      await db.selectFrom('totp_secrets').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])
    for (const secret of [key, ...codes]) expect(kept).not.toContain(secret)
  })

  test('[MFA-2] gives the session by its code, and the browser is known from then on', async () => {
    const person = await withApp()
    const { challenge } = await challengeOf(person)
    const entered = await step({
      challenge,
      one_time_code: ` ${person.code().slice(0, 3)} ${person.code().slice(3)}`,
    })
    expect(entered.status).toBe(200)
    expect(entered.headers.get('set-cookie')).toContain('citygate_device=')
    expect(entered.body.user).toEqual({ id: person.id, username: person.username })
    expect((await api.send('GET', '/api/users/me/', { token: entered.body.access })).status).toBe(200)
    expect((await auditOf(person.id)).slice(-2)).toEqual(['second factor asked for', 'sign-in'])
  })

  test('[MFA-2] takes codes of the steps beside the present one, and each once', async () => {
    const person = await withApp()
    clock.tick(10 * minute)
    const at = (seconds: number) => codeAt(person.key, new Date(Date.now() + seconds * 1_000))
    const enter = async (one_time_code: string) =>
      (await step({ challenge: (await challengeOf(person)).challenge, one_time_code })).status
    expect(await enter(at(-60))).toBe(401)
    expect(await enter(at(60))).toBe(401)
    expect(await enter(at(-30))).toBe(200)
    expect(await enter(at(-30))).toBe(401)
    expect(await enter(at(30))).toBe(200)
    // Older than the last one that was taken.
    expect(await enter(at(0))).toBe(401)
  })

  test('[MFA-2] a challenge is good for five minutes, once, and as long as the password is', async () => {
    const person = await withApp()
    const { challenge } = await challengeOf(person)
    clock.tick(6 * minute)
    const late = await step({ challenge, one_time_code: person.code() })
    expect([late.status, late.body.code]).toEqual([401, 'challenge_ended'])

    const again = await challengeOf(person)
    expect((await step({ challenge: again.challenge, one_time_code: person.code() })).status).toBe(200)
    clock.tick(minute)
    const repeated = await step({ challenge: again.challenge, one_time_code: person.code() })
    expect([repeated.status, repeated.body.code]).toEqual([401, 'challenge_ended'])

    const before = await challengeOf(person)
    const { access: token } = await api.signIn('team')
    await api.send('POST', passwordPath(person.id), { token, body: { password: 'nine copper spoons' } })
    expect((await step({ challenge: before.challenge, one_time_code: person.code() })).body.code).toBe(
      'challenge_ended',
    )
    for (const other of ['x', `${before.challenge}x`, person.token])
      expect((await step({ challenge: other, one_time_code: '000000' })).body.code).toBe('challenge_ended')
  })

  test('[MFA-2] nothing is taken of a deactivated account, and neither both factors nor none', async () => {
    const person = await withApp()
    const { challenge } = await challengeOf(person)
    expect((await step({ challenge })).status).toBe(400)
    const both = { challenge, one_time_code: person.code(), passkey_response: '{}' }
    expect((await step(both)).status).toBe(400)
    const { access: token } = await api.signIn('team')
    await api.send('PATCH', `${contract.users.path}${person.id}/`, { token, body: { is_active: false } })
    expect((await step({ challenge, one_time_code: person.code() })).body.code).toBe('challenge_ended')
  })

  test('[MFA-6] is guessed five times, from all addresses together, and the right code waits as well', async () => {
    const person = await withApp()
    const { challenge } = await challengeOf(person)
    for (let count = 0; count < 5; count++)
      expect((await step({ challenge, one_time_code: '000000' })).body.code).toBe('wrong_code')
    const refused = await step({ challenge, one_time_code: person.code() })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
    clock.tick(minute)
    expect((await step({ challenge, one_time_code: person.code() })).status).toBe(200)
    expect((await auditOf(person.id)).filter((action) => action === 'second factor failed')).toHaveLength(5)
  })

  test('[MFA-6, TRUST-41] the password alone makes no place known', async () => {
    const person = await withApp()
    const office = { 'x-forwarded-for': '198.51.100.20' }
    await signIn(person.username, {}, office)
    const known = () =>
      api.database.db
        .selectFrom('sign_in_limits')
        .select('key')
        .where('signed_in_at', 'is not', null)
        .execute()
    const before = (await known()).length
    const { challenge } = (await signIn(person.username, {}, office)).body.second_factor
    expect(await known()).toHaveLength(before)
    await step({ challenge, one_time_code: person.code() }, office)
    // The place and the browser.
    expect(await known()).toHaveLength(before + 2)
  })

  test('[MFA-2] keeps remember-me from the first step', async () => {
    const person = await withApp()
    const { challenge } = await challengeOf(person, { remember: false })
    const { body } = await step({ challenge, one_time_code: person.code() })
    const sessions = await api.database.db
      .selectFrom('sessions')
      .select('idle_seconds')
      .where('user_id', '=', person.id)
      .orderBy('created_at', 'desc')
      .execute()
    expect(sessions[0]?.idle_seconds).toBe(12 * 3_600)
    const { results } = (
      await api.send<ListAnswer<SignedInPlace>>('GET', sessionsPath, { token: body.access })
    ).body
    expect(results.filter(({ is_current }) => is_current)).toHaveLength(1)
  })

  test('[MFA-1] is removed by the password, its recovery codes with it', async () => {
    const person = await withApp()
    expect((await person.ask('POST', appRemovalPath, { current_password: 'not this' })).status).toBe(400)
    expect((await person.ask('POST', appRemovalPath, proving)).status).toBe(204)
    expect((await person.ask('POST', appRemovalPath, proving)).status).toBe(404)
    expect(await factorsOf(person.token)).toMatchObject({ app_since: null, recovery_codes_left: 0 })
    expect((await signIn(person.username)).body.access).toEqual(expect.any(String))
  })
})

describe('a recovery code', () => {
  test('[MFA-4] stands in for the app, once, in capitals or not', async () => {
    const person = await withApp()
    const [code = ''] = person.codes
    const enter = async (one_time_code: string) =>
      (await step({ challenge: (await challengeOf(person)).challenge, one_time_code })).status
    expect(await enter(code.toUpperCase().replaceAll('-', ' '))).toBe(200)
    expect(await enter(code)).toBe(401)
    expect(await factorsOf(person.token)).toMatchObject({ recovery_codes_left: 9 })
  })

  test('[MFA-4] is void once new ones are made, which asks for the password and a factor', async () => {
    const person = await withApp()
    const { body } = await person.ask<MadeRecoveryCodes>('POST', recoveryCodesPath, proving)
    const [fresh = ''] = body.recovery_codes ?? []
    const enter = async (one_time_code: string) =>
      (await step({ challenge: (await challengeOf(person)).challenge, one_time_code })).status
    expect(await enter(person.codes[1] ?? '')).toBe(401)
    expect(await enter(fresh)).toBe(200)
    const bare = await user()
    expect((await bare.ask('POST', recoveryCodesPath, proving)).status).toBe(409)
    expect((await person.ask('POST', recoveryCodesPath, { current_password: 'no' })).status).toBe(400)
  })

  test('[MFA-4] of one user is none of another', async () => {
    const [one, other] = [await withApp(), await withApp()]
    const { challenge } = await challengeOf(other)
    expect((await step({ challenge, one_time_code: one.codes[0] })).status).toBe(401)
  })
})

describe('a passkey', () => {
  test('[MFA-3] is added, renamed and removed, with recovery codes for the first factor', async () => {
    const person = await user()
    expect((await person.ask('POST', passkeyOptionsPath, { current_password: 'no' })).status).toBe(400)
    const { body } = await addPasskey(person)
    expect(body).toMatchObject({ passkey: { name: 'Telephone', last_used_at: null } })
    expect(body.recovery_codes).toHaveLength(10)
    const second = await addPasskey(person)
    expect(second.body.recovery_codes).toBeNull()
    const { passkey_id } = body.passkey
    const renamed = await person.ask('PATCH', passkeyPath(passkey_id), { name: 'Key on the ring' })
    expect(renamed.body).toMatchObject({ passkey_id, name: 'Key on the ring' })
    expect((await factorsOf(person.token)).passkeys.map(({ name }) => name)).toEqual([
      'Key on the ring',
      'Telephone',
    ])
    const stranger = await user()
    for (const [method, path, sent] of [
      ['PATCH', passkeyPath(passkey_id), { name: 'Mine' }],
      ['POST', passkeyRemovalPath(passkey_id), proving],
    ] as const)
      expect((await stranger.ask(method, path, sent)).status).toBe(404)
    expect(
      (await person.ask('POST', passkeyRemovalPath(passkey_id), { current_password: 'no' })).status,
    ).toBe(400)
    for (const id of [passkey_id, second.body.passkey.passkey_id])
      expect((await person.ask('POST', passkeyRemovalPath(id), proving)).status).toBe(204)
    expect(await factorsOf(person.token)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
  })

  test('[MFA-3] is added for its own step, site and user only', async () => {
    const [person, other] = [await user(), await user()]
    const authenticator = createAuthenticator(site)
    const { body } = await person.ask<Options>('POST', passkeyOptionsPath, proving)
    expect(body.options.rpId ?? 'desk.example.com').toBe('desk.example.com')
    const add = (who: Person, response: string, challenge = body.challenge) =>
      who.ask('POST', passkeysPath, { challenge, name: 'x', passkey_response: response })
    const good = authenticator.register(body.options)
    const elsewhere = authenticator.register(body.options, { origin: 'https://desk.example.org' })
    const ofAnother = authenticator.register({ challenge: 'AAAA' })
    for (const [who, response] of [
      [person, elsewhere],
      [person, ofAnother],
      [person, '{}'],
      [person, 'no json'],
      [other, good],
    ] as const)
      expect((await add(who, response)).body.fields).toHaveProperty('passkey_response')
    expect((await add(person, good)).status).toBe(200)
    expect((await add(person, good)).status).toBe(400)
    const next = (await person.ask<Options>('POST', passkeyOptionsPath, proving)).body
    expect((await add(person, authenticator.register(next.options), next.challenge)).status).toBe(409)
  })

  test('[MFA-3] is a second factor, of its own user, for its own sign-in', async () => {
    const [person, other] = [await user(), await user()]
    const [{ authenticator }, others] = [await addPasskey(person), await addPasskey(other)]
    const asked = await challengeOf(person)
    const options = asked.options as Options['options']
    expect([asked.kinds, options.allowCredentials?.length]).toEqual([['passkey'], 1])
    const { challenge } = asked
    for (const passkey_response of [
      others.authenticator.prove(options),
      authenticator.prove({ challenge: 'AAAA' }),
      authenticator.prove(options, { origin: 'https://desk.example.org' }),
      'no json',
    ])
      expect((await step({ challenge, passkey_response })).body.code).toBe('wrong_passkey')
    const proof = authenticator.prove(options, { isVerified: false })
    expect((await step({ challenge, passkey_response: proof })).status).toBe(200)
    expect((await step({ challenge, passkey_response: proof })).body.code).toBe('challenge_ended')
    expect((await factorsOf(person.token)).passkeys[0]?.last_used_at).toEqual(expect.any(String))
  })

  test('[MFA-5] signs in by itself where its user was verified, once for each step', async () => {
    const person = await user()
    const { authenticator } = await addPasskey(person)
    const { challenge, options } = await beginPasskeySignIn()
    expect(options).toMatchObject({ rpId: 'desk.example.com', userVerification: 'required' })
    const unverified = authenticator.prove(options, { isVerified: false })
    const refused = await signInByPasskey({ challenge, passkey_response: unverified })
    expect([refused.status, refused.body.code]).toEqual([401, 'wrong_passkey'])
    const passkey_response = authenticator.prove(options)
    const entered = await signInByPasskey({ challenge, passkey_response })
    expect(entered.body.user).toEqual({ id: person.id, username: person.username })
    expect(entered.headers.get('set-cookie')).toContain('citygate_device=')
    expect((await signInByPasskey({ challenge, passkey_response })).body.code).toBe('challenge_ended')
    expect((await auditOf(person.id)).at(-1)).toBe('sign-in')
  })

  test('[MFA-5] of a deactivated account, an unknown one and a removed one signs nobody in', async () => {
    const person = await user()
    const { authenticator, body } = await addPasskey(person)
    const enter = async (by = authenticator) => {
      const { challenge, options } = await beginPasskeySignIn()
      return (await signInByPasskey({ challenge, passkey_response: by.prove(options) })).status
    }
    expect(await enter(createAuthenticator(site))).toBe(401)
    const { access: token } = await api.signIn('team')
    const { path } = contract.users
    await api.send('PATCH', `${path}${person.id}/`, { token, body: { is_active: false } })
    expect(await enter()).toBe(401)
    await api.send('PATCH', `${path}${person.id}/`, { token, body: { is_active: true } })
    expect(await enter()).toBe(200)
    const { body: session } = await step({
      challenge: (await challengeOf(person)).challenge,
      one_time_code: body.recovery_codes?.[0],
    })
    await api.send('POST', passkeyRemovalPath(body.passkey.passkey_id), {
      token: session.access,
      body: proving,
    })
    expect(await enter()).toBe(401)
  })

  test('[MFA-5] whose count of uses goes back has been copied', async () => {
    const person = await user()
    const { authenticator } = await addPasskey(person, { counter: 5 })
    const enter = async (counter: number) => {
      const { challenge, options } = await beginPasskeySignIn()
      return (
        await signInByPasskey({ challenge, passkey_response: authenticator.prove(options, { counter }) })
      ).status
    }
    expect(await enter(6)).toBe(200)
    expect(await enter(6)).toBe(401)
    expect(await enter(7)).toBe(200)
  })

  test('[MFA-6] that proves nothing is tried thirty times from an address', async () => {
    const { challenge } = await beginPasskeySignIn()
    const flood = { 'x-forwarded-for': '198.51.100.30' }
    for (let count = 0; count < 30; count++)
      expect((await signInByPasskey({ challenge, passkey_response: '{}' }, flood)).status).toBe(401)
    expect((await signInByPasskey({ challenge, passkey_response: '{}' }, flood)).status).toBe(429)
  })

  test('[MFA-3] needs a name in the address of the installation', async () => {
    const bare = await startApi()
    const { access: token } = await bare.signIn('broker')
    const { body } = await bare.send<SecondFactors>('GET', secondFactorPath, { token })
    expect(body).toMatchObject({ can_have: true, can_have_passkeys: false })
    expect((await bare.send('POST', passkeySignInOptionsPath)).status).toBe(409)
    const named = await bare.app.inject({
      method: 'POST',
      url: passkeySignInOptionsPath,
      headers: { host: 'localhost:8080' },
    })
    expect(named.json<Options>().options.rpId).toBe('localhost')
    await bare.close()
  })
})

describe('the provider’s team', () => {
  test('[MFA-8] removes what a user has lost, which ends the sessions', async () => {
    const person = await withApp()
    await addPasskey(person)
    const { access: token, user: team } = await api.signIn('team')
    const remove = (id: number, as = token) => api.send('DELETE', userSecondFactorPath(id), { token: as })
    const stranger = await user()
    expect((await remove(person.id, stranger.token)).status).toBe(409)
    expect((await remove(team.id)).status).toBe(409)
    expect((await remove(person.id)).status).toBe(204)
    expect((await person.ask('GET', '/api/users/me/')).status).toBe(401)
    expect((await remove(person.id)).status).toBe(404)
    expect((await remove(99_999)).status).toBe(404)
    const entered = await signIn(person.username)
    expect(await factorsOf(entered.body.access)).toMatchObject({
      ...{ app_since: null, recovery_codes_left: 0, passkeys: [] },
    })
    const audited = await api.database.db
      .selectFrom('audit')
      .select('actor')
      .where('action', '=', 'second factors removed')
      .where('record_id', '=', person.id)
      .execute()
    expect(audited).toEqual([{ actor: team.id }])
  })
})

describe('an account', () => {
  test('[MFA-1] without a password has no second factor here', async () => {
    const person = await user()
    await api.database.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', person.id)
      .execute()
    expect(await factorsOf(person.token)).toMatchObject({ can_have: false })
    expect((await person.ask('POST', appPath, proving)).status).toBe(409)
    expect((await person.ask('POST', passkeyOptionsPath, proving)).status).toBe(409)
  })

  test('[MFA-9] is told by mail of each change', async () => {
    const person = await withApp()
    await addPasskey(person)
    await person.ask('POST', recoveryCodesPath, proving)
    await person.ask('POST', appRemovalPath, proving)
    const told = (await changesTold(person.email, 4)).join('\n')
    for (const text of [
      'An authenticator app was set up',
      'A passkey was added',
      'New recovery codes were made',
      'The authenticator app of your account in Citygate was removed',
    ])
      expect(told).toContain(text)
    expect((await auditOf(person.id)).filter((action) => /app|passkey|codes/.test(action))).toEqual([
      'authenticator app added',
      'passkey added',
      'recovery codes made',
      'authenticator app removed',
    ])
  })

  test('[TRUST-8] nothing of it stands in a body that is too long', async () => {
    const person = await user()
    const sent = { challenge: 'x', name: 'x', passkey_response: 'x'.repeat(12_001) }
    const { status, body } = await person.ask('POST', passkeysPath, sent)
    expect(status).toBe(400)
    expect(Object.keys(newPasskey.fields)).toEqual(expect.arrayContaining(Object.keys(body.fields ?? {})))
  })
})
