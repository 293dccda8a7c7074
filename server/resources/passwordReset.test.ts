import argon2 from '@node-rs/argon2'
import { contract, type Row } from '../../src/contract'
import { passwordReset, passwordResetRequest } from '../../src/contract/passwordReset'
import { passwordPath } from '../../src/contract/users'
import { busy } from '../kit/errors'
import { demoPassword, startApi, type TestApi } from '../testing/api'
import { linkIn } from '../testing/emailLink'
import { startMailServer, type MailServer } from '../testing/mailServer'
import { untilAnswer } from '../testing/until'

type User = Row<'users'>
const password = 'seven small lanterns'
const newPassword = 'nine copper spoons'

let mail: MailServer
let api: TestApi
beforeAll(async () => {
  mail = await startMailServer()
  api = await startApi({ TRUST_PROXY: '127.0.0.1', SMTP_URL: mail.url, MAIL_FROM: 'desk@citygate.example' })
})
afterAll(async () => {
  await api.close()
  await mail.close()
})
afterEach(() => jest.restoreAllMocks())

let made = 0
/** An account made by the team, with a confirmed email. */
const account = async (change: object = {}) => {
  const username = `forgetful-${++made}`
  const { access: token } = await api.signIn('team')
  const { body } = await api.send<User>('POST', contract.users.path, {
    token,
    body: {
      user_type: 'broker',
      username,
      email: `${username}@brook.example`,
      is_email_confirmed: true,
      is_active: true,
      password,
      ...change,
    },
  })
  return { ...body, email: `${username}@brook.example` }
}
const fromElsewhere = () => ({ 'x-forwarded-for': `203.0.${Math.floor(++made / 250)}.${made % 250}` })
const ask = (name: string, headers = fromElsewhere(), at = api) =>
  at.send('POST', passwordResetRequest.path, { body: { account: name }, headers })
const mailsTo = (email: string, subject = 'Set a new password') =>
  mail.taken.filter(({ to, content }) => to.includes(email) && content.includes(`Subject: ${subject}`))
const tokensTo = async (email: string, count = 1) => {
  const mails = await untilAnswer(
    async () => mailsTo(email),
    ({ length }) => length >= count,
  )
  return mails.map(({ content }) => linkIn(content).split('#')[1] ?? '')
}
const tokenTo = async (email: string, count = 1) => (await tokensTo(email, count)).at(-1) ?? ''
const complete = (token: string, chosen = newPassword, headers = fromElsewhere()) =>
  api.send('POST', passwordReset.path, { body: { token, password: chosen }, headers })
const signIn = (username: string, typed: string) =>
  api.send<{ access: string }>('POST', '/api/token/', {
    body: { username, password: typed },
    headers: fromElsewhere(),
  })
/** How many links there are for an account. */
const linksOf = async (id: number) =>
  (await api.database.db.selectFrom('password_resets').selectAll().where('user_id', '=', id).execute()).length

describe('a link to set a new password', () => {
  test('[RESET-1, RESET-2, RESET-3] sets it once, ends every session, and tells the owner', async () => {
    const user = await account()
    const { body: session } = await signIn(user.username, password)
    expect((await ask(user.username)).status).toBe(204)
    const token = await tokenTo(user.email)
    const rows = await api.database.db.selectFrom('password_resets').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await complete(`${token}x`)).status).toBe(400)
    expect((await complete(token)).status).toBe(204)
    expect((await api.send('GET', '/api/users/me/', { token: session.access })).status).toBe(401)
    expect((await signIn(user.username, password)).status).toBe(401)
    expect((await signIn(user.username, newPassword)).status).toBe(200)
    expect((await complete(token)).body.fields).toEqual({
      token: 'This link has expired, or has been used. Ask for another one.',
    })
    await untilAnswer(
      async () => mailsTo(user.email, 'Your password was changed'),
      ({ length }) => length === 1,
    )
    const audited = await api.database.db
      .selectFrom('audit')
      .select(['action', 'actor'])
      .where('record_id', '=', user.id)
      .where('resource', '=', 'users')
      .where('action', 'like', 'password%')
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { action: 'password change', actor: user.id },
      { action: 'password reset', actor: user.id },
    ])
  })

  test('[RESET-1] is asked for by the email, too, in capitals or not', async () => {
    const user = await account()
    await ask(user.email.toUpperCase())
    expect((await complete(await tokenTo(user.email))).status).toBe(204)
  })

  test('[RESET-2] keeps the rules of passwords, and stays good after a refusal', async () => {
    const user = await account()
    await ask(user.username)
    const token = await tokenTo(user.email)
    expect((await complete(token, 'short')).body.fields).toHaveProperty('password')
    expect((await complete(token, `${user.username} lanterns`)).body.fields).toHaveProperty('password')
    expect((await complete(token)).status).toBe(204)
  })

  test.each([
    ['an hour', (id: number) => void id],
    [
      'another password',
      async (id: number) => {
        const { access: token } = await api.signIn('team')
        await api.send('POST', passwordPath(id), { token, body: { password: 'six plain candles' } })
      },
    ],
    [
      'another email',
      async (id: number) => {
        const { access: token } = await api.signIn('team')
        await api.send('PATCH', `${contract.users.path}${id}/`, {
          token,
          body: { email: `new${id}@brook.example` },
        })
      },
    ],
    [
      'a deactivation',
      async (id: number) => {
        const { access: token } = await api.signIn('team')
        await api.send('PATCH', `${contract.users.path}${id}/`, { token, body: { is_active: false } })
      },
    ],
  ])('[RESET-2] is not good after %s', async (what, change) => {
    const user = await account()
    await ask(user.username)
    const token = await tokenTo(user.email)
    if (what === 'an hour')
      await api.database.db
        .updateTable('password_resets')
        .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
        .where('user_id', '=', user.id)
        .execute()
    await change(user.id)
    expect((await complete(token)).status).toBe(400)
    expect((await signIn(user.username, newPassword)).status).toBe(401)
  })

  test('[RESET-2] of several, all are good until one is used', async () => {
    const user = await account()
    await ask(user.username)
    await ask(user.username)
    const [first = '', second = ''] = await tokensTo(user.email, 2)
    expect((await complete(first)).status).toBe(204)
    expect((await complete(second)).status).toBe(400)
    expect(await linksOf(user.id)).toBe(0)
  })
})

describe('asking for a link', () => {
  test.each([
    ['an unconfirmed email', { is_email_confirmed: false }],
    ['a closed account', { is_active: false }],
  ])('[RESET-1] sends none for %s, with the same answer', async (_what, change) => {
    const user = await account(change)
    expect((await ask(user.username)).status).toBe(204)
    expect((await ask(user.email)).status).toBe(204)
    expect(await linksOf(user.id)).toBe(0)
  })

  test('[RESET-1] sends none to an account of a directory', async () => {
    const user = await account()
    await api.database.db
      .insertInto('identities')
      .values({
        issuer: 'https://house.example',
        subject: user.username,
        user: user.id,
        created_at: new Date().toISOString(),
      })
      .execute()
    expect((await ask(user.username)).status).toBe(204)
    expect(await linksOf(user.id)).toBe(0)
  })

  test('[RESET-1] takes as long whether or not there is an account', async () => {
    const user = await account()
    const timed = async (name: string) => {
      const begun = performance.now()
      const { status, body } = await ask(name)
      return { seconds: performance.now() - begun, status, body }
    }
    const [known, unknown] = [await timed(user.username), await timed('no such account')]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    for (const { seconds } of [known, unknown]) expect(seconds).toBeGreaterThanOrEqual(249)
  })

  test('[RESET-1] is limited by email, without a word, and by address', async () => {
    const user = await account()
    for (let count = 0; count < 7; count++) expect((await ask(user.username)).status).toBe(204)
    expect(await linksOf(user.id)).toBe(5)
    const flood = { 'x-forwarded-for': '198.51.100.7' }
    for (let count = 0; count < 10; count++) expect((await ask('nobody at all', flood)).status).toBe(204)
    const refused = await ask('nobody at all', flood)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_links'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('[RESET-1] is refused where no mail is sent', async () => {
    const silent = await startApi({ TRUST_PROXY: '127.0.0.1' })
    const { status, body } = await ask('broker', fromElsewhere(), silent)
    expect([status, body.detail]).toEqual([
      409,
      'This installation sends no mail: the provider’s team sets passwords.',
    ])
    await silent.close()
  })
})

test('[RESET-4] none goes to an email that its user has changed within three days; the former mailbox is told', async () => {
  const user = await account()
  const { access: token } = (await signIn(user.username, password)).body
  const email = `thief-${made}@elsewhere.example`
  const changed = await api.send('PATCH', `${contract.users.path}${user.id}/`, { token, body: { email } })
  expect(changed.status).toBe(200)
  await untilAnswer(
    async () => mailsTo(user.email, 'The email of your account has changed'),
    ({ length }) => length === 1,
  )
  const { access: team } = await api.signIn('team')
  const confirm = await api.send('PATCH', `${contract.users.path}${user.id}/`, {
    token: team,
    body: { is_email_confirmed: true },
  })
  expect(confirm.status).toBe(200)
  expect((await ask(user.username)).status).toBe(204)
  expect(await linksOf(user.id)).toBe(0)
  const fourDaysAgo = new Date(Date.now() - 4 * 86_400_000).toISOString()
  await api.database.db
    .updateTable('users')
    .set({ email_changed_at: fourDaysAgo })
    .where('id', '=', user.id)
    .execute()
  await ask(user.username)
  expect(await linksOf(user.id)).toBe(1)
})

test('[RESET-2] a used-up queue of hashes leaves the link as it is', async () => {
  const user = await account()
  await ask(user.username)
  const token = await tokenTo(user.email)
  jest.spyOn(argon2, 'hash').mockRejectedValueOnce(busy(2))
  expect((await complete(token)).status).toBe(503)
  expect((await complete(token)).status).toBe(204)
  expect((await signIn(user.username, demoPassword)).status).toBe(401)
})
