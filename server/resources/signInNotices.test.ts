import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { notificationSettingsPath } from '../../src/contract/notifications'
import { sessionsPath, type SignedInPlace, type SignInAnswer } from '../../src/contract/session'
import { startApi, type TestApi } from '../testing/api'
import { startMailServer, type MailServer } from '../testing/mailServer'
import { untilAnswer } from '../testing/until'

const password = 'seven small lanterns'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let mail: MailServer
let api: TestApi
beforeAll(async () => {
  mail = await startMailServer({ keepsSignInNotices: true })
  api = await startApi({ TRUST_PROXY: '127.0.0.1', SMTP_URL: mail.url })
})
afterAll(async () => {
  await api.close()
  await mail.close()
})

let made = 0
const account = async (change: object = {}) => {
  const username = `roaming-${++made}`
  const { access: token } = await api.signIn('team')
  const { body } = await api.send<Row<'users'>>('POST', contract.users.path, {
    token,
    body: {
      ...{ user_type: 'broker', username, email: `${username}@brook.example`, password },
      ...{ is_email_confirmed: true, is_active: true, ...change },
    },
  })
  return { ...body, email: `${username}@brook.example` }
}
const enter = (username: string, from: string, cookie = '') =>
  api.send<SignInAnswer>('POST', '/api/token/', {
    body: { username, password },
    headers: { 'x-forwarded-for': from, 'user-agent': firefox, cookie },
  })
const noticesTo = (email: string) =>
  mail.taken
    .filter(({ to, content }) => to.includes(email) && content.includes('Subject: A new sign-in'))
    .map(({ content }) => content.replaceAll(/=\r?\n/g, ''))
/** Mails to an account, once another account's, sent later, has come. */
const mailsTo = async (email: string) => {
  const last = await account()
  await enter(last.username, '203.0.113.250')
  await untilAnswer(
    async () => noticesTo(last.email),
    ({ length }) => length > 0,
  )
  return noticesTo(email)
}

test('[MFA-10] a sign-in from a browser and a network that are both new is mailed once', async () => {
  const { username, email } = await account()
  const first = await enter(username, '203.0.113.1')
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  // The same place, and the same browser elsewhere.
  await enter(username, '203.0.113.1')
  await enter(username, '198.51.100.1', cookie)
  const [told, ...more] = await mailsTo(email)
  expect(more).toEqual([])
  expect(told).toContain('Subject: A new sign-in to your account')
  expect(told).toMatch(/by Firefox on Linux from 203\.0\.113\.1/)
  await enter(username, '192.0.2.1')
  expect(await mailsTo(email)).toHaveLength(2)
})

test('[MFA-10] none is sent for a wrong password, to an email that is not confirmed, or where it is turned off', async () => {
  const [unconfirmed, muted] = [await account({ is_email_confirmed: false }), await account()]
  await enter(unconfirmed.username, '203.0.113.2')
  const { body } = await enter(muted.username, '203.0.113.3')
  const settings = { muted: [], digest: false, sign_in_mail: false }
  const changed = await api.send('PUT', notificationSettingsPath, { token: body.access, body: settings })
  expect(changed.body).toMatchObject({ ...settings, can_mail: true })
  await enter(muted.username, '198.51.100.3')
  await api.send('POST', '/api/token/', { body: { username: muted.username, password: 'not this one' } })
  expect(await mailsTo(unconfirmed.email)).toEqual([])
  expect(await mailsTo(muted.email)).toHaveLength(1)
})

test('[MFA-10] the list of sessions names the address of each, that of its last refresh', async () => {
  const { username } = await account()
  const { body } = await enter(username, '203.0.113.4')
  const { body: renewed } = await api.send<SignInAnswer>('POST', '/api/token/refresh/', {
    body: { refresh: body.refresh },
    headers: { 'x-forwarded-for': '198.51.100.4' },
  })
  await enter(username, '203.0.113.5')
  const listed = await api.send<ListAnswer<SignedInPlace>>('GET', sessionsPath, { token: renewed.access })
  expect(
    listed.body.results.map(({ address, is_current, user_agent }) => ({ address, is_current, user_agent })),
  ).toEqual(
    expect.arrayContaining([
      { address: '198.51.100.4', is_current: true, user_agent: firefox },
      { address: '203.0.113.5', is_current: false, user_agent: firefox },
    ]),
  )
})
