import argon2 from '@node-rs/argon2'
import { contract, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { eventPath, messageRequest } from '../../src/contract/mail'
import { supportRequest } from '../../src/contract/support'
import {
  emailConfirmation,
  emailLinkPath,
  refuseUnconfirmedPath,
  registration,
  type EmailConfirmed,
  type EmailLink,
  type RefusedRegistrations,
  type RegistrationAnswer,
} from '../../src/contract/users'
import { startApi, type TestApi } from '../testing/api'
import { linkIn } from '../testing/emailLink'
import { startMailServer, type MailServer } from '../testing/mailServer'
import { untilAnswer } from '../testing/until'

type User = Row<'users'>
const { path } = contract.users
const password = 'seven small lanterns'

let mail: MailServer
let api: TestApi
let silent: TestApi
beforeAll(async () => {
  mail = await startMailServer()
  api = await startApi({ TRUST_PROXY: '127.0.0.1', SMTP_URL: mail.url, MAIL_FROM: 'desk@citygate.example' })
  silent = await startApi({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(async () => {
  await api.close()
  await silent.close()
  await mail.close()
})
afterEach(() => jest.restoreAllMocks())

let made = 0
const somebody = (change: object = {}) => {
  const username = `proof-${++made}`
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
const register = (body: object, at = api) =>
  at.send<RegistrationAnswer & ErrorAnswer>('POST', registration.path, {
    body,
    headers: { 'x-forwarded-for': `203.0.${Math.floor(made / 250)}.${made % 250}` },
  })
const mailsTo = (email: string) => mail.taken.filter(({ to }) => to.includes(email))
const tokenTo = async (email: string, count = 1) => {
  const mails = await untilAnswer(
    async () => mailsTo(email),
    ({ length }) => length >= count,
  )
  return linkIn(mails.at(-1)?.content ?? '').split('#')[1] ?? ''
}
const open = (token: string, at = api) =>
  at.send<EmailConfirmed & ErrorAnswer>('POST', emailConfirmation.path, { body: { token } })
const asTeam = async <T = User & ErrorAnswer>(method: string, address: string, body?: unknown, at = api) => {
  const { access: token } = await at.signIn('team')
  return at.send<T>(method, address, { token, ...(body === undefined ? {} : { body }) })
}
const found = async (q: string, at = api) =>
  (await asTeam<ListAnswer<User>>('GET', `${path}?q=${encodeURIComponent(q)}`, undefined, at)).body.results

/** A user made by the team, signed in. */
const signedIn = async (change: object = {}, at = api) => {
  const person = { ...somebody(), is_active: true, ...change }
  const { body: user } = await asTeam('POST', path, person, at)
  const { body } = await at.send<{ access: string }>('POST', '/api/token/', {
    body: { username: user.username, password },
  })
  return { user, token: body.access }
}
const connected = async ({ user }: { user: User }, at = api) => {
  await at.database.db
    .updateTable('profiles')
    .set({ nylas_access_token: 'connected' })
    .where('id', '=', user.profile)
    .execute()
}

describe('a registration', () => {
  test('[TRUST-42, TRUST-43] makes nothing before its link is opened, once and within the hour', async () => {
    const person = somebody()
    expect((await register(person)).body).toEqual({ status: 'unconfirmed' })
    const token = await tokenTo(person.email)
    expect(await found(person.username)).toEqual([])
    expect(mailsTo(person.email)[0]?.from).toBe('desk@citygate.example')
    expect((await open(`${token}x`)).status).toBe(400)
    expect((await open(token)).body).toEqual({ status: 'waiting' })
    expect(await found(person.username)).toMatchObject([
      { email: person.email, status: 'waiting', is_email_confirmed: true },
    ])
    expect((await open(token)).body.fields).toEqual({
      token: 'This link has expired, or has been used. Ask for another one.',
    })

    const late = somebody()
    await register(late)
    const lateToken = await tokenTo(late.email)
    await api.database.db.updateTable('email_claims').set({ expires_at: new Date().toISOString() }).execute()
    expect((await open(lateToken)).status).toBe(400)
    expect(await found(late.username)).toEqual([])
  })

  test('[TRUST-42, AUTH-16] whose username is taken meanwhile gets the same answers, and nothing is made', async () => {
    const first = somebody()
    const second = somebody({ username: first.username })
    for (const person of [first, second, somebody({ username: 'broker' })])
      expect((await register(person)).body).toEqual({ status: 'unconfirmed' })
    for (const { email } of [second, first])
      expect((await open(await tokenTo(email))).body).toEqual({ status: 'waiting' })
    expect((await found(first.username)).map(({ email }) => email)).toEqual([second.email])
  })

  test('[TRUST-42] an email gets few links, from all requests together', async () => {
    const { email } = somebody()
    for (let count = 0; count < 7; count++)
      expect((await register(somebody({ email }))).body).toEqual({ status: 'unconfirmed' })
    await tokenTo(email, 5)
    expect(mailsTo(email)).toHaveLength(5)
  })

  describe('620 invented ones', () => {
    beforeEach(() => {
      jest.spyOn(argon2, 'hash').mockResolvedValue('$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA')
    })
    const among = async (at: TestApi) => {
      const honest = [somebody(), somebody(), somebody()]
      const invent = async () => {
        for (let batch = 0; batch < 10; batch++)
          await Promise.all(Array.from({ length: 31 }, () => register(somebody(), at)))
      }
      const answers = []
      for (const person of honest) {
        answers.push(await register(person, at))
        if (answers.length < honest.length) await invent()
      }
      return { honest, answers }
    }

    test('[TRUST-43] stop no honest one, wherever it comes among them', async () => {
      // Unsent mail stays in the outbox, where the test can read it.
      const held = await startApi({ TRUST_PROXY: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:1' })
      try {
        const { honest, answers } = await among(held)
        expect(answers.map(({ body }) => body.status)).toEqual(honest.map(() => 'unconfirmed'))
        for (const { email, username } of honest) {
          const waiting = held.database.db.selectFrom('outbox').select('content')
          const [sent] = await waiting.where('recipients', '=', email).execute()
          const token = linkIn(sent?.content ?? '').split('#')[1] ?? ''
          expect((await open(token, held)).body).toEqual({ status: 'waiting' })
          expect(await found(username, held)).toMatchObject([{ status: 'waiting', is_email_confirmed: true }])
        }
        const { count } = (await asTeam<ListAnswer<User>>('GET', `${path}?status=waiting`, undefined, held))
          .body
        expect(count).toBe(honest.length)
      } finally {
        await held.close()
      }
    }, 120_000)

    test('[TRUST-43] stop none where no mail is sent, and the team refuses all at once that have proved nothing', async () => {
      const { honest, answers } = await among(silent)
      expect(answers.map(({ body }) => body.status)).toEqual(honest.map(() => 'waiting'))
      const [known] = await found(honest[1]?.username ?? '', silent)
      expect(
        (await asTeam('PATCH', `${path}${known?.id}/`, { is_email_confirmed: true }, silent)).status,
      ).toBe(200)
      const unconfirmed = `${path}?status=waiting&is_email_confirmed=false&limit=0`
      const countOf = async () =>
        (await asTeam<ListAnswer<User>>('GET', unconfirmed, undefined, silent)).body.count
      expect(await countOf()).toBe(622)
      const broker = await silent.signIn('broker')
      expect((await silent.send('POST', refuseUnconfirmedPath, { token: broker.access })).status).toBe(409)
      const { body } = await asTeam<RefusedRegistrations>('POST', refuseUnconfirmedPath, undefined, silent)
      expect(body).toEqual({ refused: 622 })
      expect(await countOf()).toBe(0)
      expect(await found(honest[1]?.username ?? '', silent)).toMatchObject([{ status: 'waiting' }])
      // A refused username is free again.
      expect((await register(honest[0] ?? {}, silent)).status).toBe(200)
      expect(await found(honest[0]?.username ?? '', silent)).toHaveLength(1)
    }, 120_000)
  })

  test('[TRUST-43] where no mail is sent, the oldest that have proved nothing give way', async () => {
    const [someone] = await silent.database.db.selectFrom('users').selectAll().limit(1).execute()
    const rows = Array.from({ length: 2_000 }, (_, index) => ({
      ...someone,
      id: 50_000 + index,
      username: `w${index}`,
      username_key: `w${index}`,
      email: null,
      email_key: null,
      profile: null,
      is_active: false,
      is_email_confirmed: false,
      status: 'waiting' as const,
      registered_at: new Date(Date.parse('2026-01-01') + index * 1_000).toISOString(),
    }))
    for (let first = 0; first < rows.length; first += 50)
      await silent.database.db
        .insertInto('users')
        .values(rows.slice(first, first + 50) as never)
        .execute()
    const person = somebody()
    expect((await register(person, silent)).body).toEqual({ status: 'waiting' })
    expect(await found(person.username, silent)).toHaveLength(1)
    const oldest = silent.database.db.selectFrom('users').select('id').where('id', 'in', [50_000, 50_100])
    expect(await oldest.execute()).toEqual([{ id: 50_100 }])
  })
})

describe('a user', () => {
  test('[TRUST-42] a user who changes the email gets a link, and gains nothing by it until it is opened', async () => {
    const someone = await signedIn()
    await connected(someone)
    const { user, token } = someone
    const email = `new.${user.username}@brook.example`
    const changed = await api.send<User>('PATCH', `${path}${user.id}/`, { token, body: { email } })
    expect(changed.body).toMatchObject({ email, is_email_confirmed: false })
    const letter = { to: ['far@away.example'], subject: 'Strip', text: 'x' }
    const send = () => api.send('POST', messageRequest.path, { token, body: letter })
    expect([(await send()).status, (await send()).body.code]).toEqual([409, 'email_not_confirmed'])
    const help = await api.send('POST', supportRequest.path, { token, body: { text: 'Why?' } })
    expect(help.status).toBe(409)
    // No other user's mail arrives by it, and no list of people shows it.
    const toThem = { to: [email], subject: 'For whose it is', text: 'x' }
    const sent = await api.asBroker<Row<'messages'>>('POST', messageRequest.path, toThem)
    expect(sent.body.to).toMatchObject([{ id: null, email }])
    const people = await api.asBroker<ListAnswer<object>>('GET', `/api/mpg/nylas-contacts/?q=${email}`)
    expect(people.body.count).toBe(0)
    const meeting = {
      title: 'Call',
      description: 'x',
      start: 1_900_000_000,
      participants: [email],
    }
    const { body: activity } = await api.asBroker<Row<'activities'>>('POST', eventPath, meeting)
    const move = () =>
      api.send('PATCH', `${contract.activities.path}${activity.id}/`, { token, body: { title: 'Moved' } })
    expect((await move()).status).toBe(409)

    // Several mails have been sent to it: this finds the one with the link.
    const link = await untilAnswer(
      async () => mailsTo(email).map(({ content }) => linkIn(content)),
      (links) => links.some((text) => text !== ''),
    )
    const proof = link.find((text) => text !== '')?.split('#')[1] ?? ''
    expect((await open(proof)).body).toEqual({ status: 'confirmed' })
    expect((await send()).status).toBe(201)
    expect((await move()).status).toBe(200)
    const again = await api.send('POST', emailLinkPath, { token })
    expect([again.status, again.body.detail]).toEqual([409, 'There is no email to confirm.'])
  })

  test('[TRUST-42] has the link sent again, not without end, and the last one counts', async () => {
    const { user, token } = await signedIn()
    const email = user.email ?? ''
    const first = await tokenTo(email)
    expect((await api.send('POST', emailLinkPath, { token })).status).toBe(204)
    const second = await tokenTo(email, 2)
    expect((await open(first)).status).toBe(400)
    expect((await open(second)).status).toBe(200)

    const other = await signedIn()
    let answer = await api.send('POST', emailLinkPath, { token: other.token })
    for (let count = 0; count < 6 && answer.status === 204; count++)
      answer = await api.send('POST', emailLinkPath, { token: other.token })
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_links'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('[TRUST-42] is told whether a link was sent, and when one can be where the budget is spent', async () => {
    const { user, token } = await signedIn()
    await tokenTo(user.email ?? '')
    const stateNow = async () => (await api.send<EmailLink>('GET', emailLinkPath, { token })).body
    expect((await stateNow()).good_until).not.toBeNull()
    const since = new Date().toISOString()
    await api.database.db
      .insertInto('mail_budgets')
      .values({ user: user.id, since, spent: 1_000_000 })
      .onConflict((conflict) => conflict.column('user').doUpdateSet({ since, spent: 1_000_000 }))
      .execute()
    const email = `spent.${user.username}@brook.example`
    const changed = await api.send<User>('PATCH', `${path}${user.id}/`, { token, body: { email } })
    expect([changed.status, changed.body.email]).toEqual([200, email])
    const possible_at = new Date(Date.parse(since) + 86_400_000).toISOString()
    expect(await stateNow()).toEqual({ good_until: null, possible_at })
    expect((await api.send('POST', emailLinkPath, { token })).status).toBe(429)
    expect(mailsTo(email)).toEqual([])
    await api.database.db.deleteFrom('mail_budgets').where('user', '=', user.id).execute()
    const again = `again.${user.username}@brook.example`
    await api.send('PATCH', `${path}${user.id}/`, { token, body: { email: again } })
    expect((await stateNow()).good_until).not.toBeNull()
  })

  test('[TRUST-42] gives way to the user who confirms the email, and cannot prevent that', async () => {
    const squatter = await signedIn()
    const person = somebody()
    const body = { email: person.email }
    await api.send('PATCH', `${path}${squatter.user.id}/`, { token: squatter.token, body })
    await register(person)
    const links = await untilAnswer(
      async () => mailsTo(person.email),
      ({ length }) => length === 2,
    )
    const theirs = links.find(({ content }) => content.includes('asked for an account'))
    expect((await open(linkIn(theirs?.content ?? '').split('#')[1] ?? '')).body).toEqual({
      status: 'waiting',
    })
    expect((await found(squatter.user.username))[0]?.email).toBeNull()
    const back = await api.send('PATCH', `${path}${squatter.user.id}/`, { token: squatter.token, body })
    expect([back.status, back.body.detail]).toEqual([409, 'This email is in use.'])
  })

  test('[TRUST-42] confirms no email by themselves; the team does, where no mail is sent', async () => {
    const { user, token } = await signedIn({}, silent)
    // An email set by the team counts as confirmed.
    expect(user.is_email_confirmed).toBe(true)
    const email = `own.${user.email}`
    const claimed = await silent.send<User>('PATCH', `${path}${user.id}/`, { token, body: { email } })
    expect(claimed.body.is_email_confirmed).toBe(false)
    const own = await silent.send('PATCH', `${path}${user.id}/`, {
      token,
      body: { is_email_confirmed: true },
    })
    expect([own.status, own.body.detail]).toEqual([
      409,
      'An email is confirmed by the link that is sent to it.',
    ])
    expect((await silent.send('POST', emailLinkPath, { token })).status).toBe(409)
    const confirmed = await asTeam('PATCH', `${path}${user.id}/`, { is_email_confirmed: true }, silent)
    expect(confirmed.body.is_email_confirmed).toBe(true)
    // A flag sent back by a form confirms no other email.
    const body = { email: `other.${user.email}`, is_email_confirmed: true }
    const moved = await silent.send<User>('PATCH', `${path}${user.id}/`, { token, body })
    expect(moved.body.is_email_confirmed).toBe(false)
  })
})

describe('what leaves', () => {
  test('[TRUST-42] by SMTP has one sender, and answers go to the user', async () => {
    const letter = { to: ['reply@mill.example'], subject: 'Strip', text: 'x' }
    expect((await api.asBroker('POST', messageRequest.path, letter)).status).toBe(201)
    const [taken] = await untilAnswer(
      async () => mailsTo('reply@mill.example'),
      ({ length }) => length > 0,
    )
    expect(taken?.from).toBe('desk@citygate.example')
    expect(taken?.content).toContain('From: Robin Tavares via Citygate <desk@citygate.example>')
    expect(taken?.content).toContain('Reply-To: Robin Tavares <broker@citygate.example>')
  })

  test('[TRUST-42] is bounded for each user and day, whichever way it leaves', async () => {
    const strict = await startApi({ MAIL_DAILY_LIMIT: '6' })
    try {
      const { access: token } = await strict.signIn('broker')
      const to = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@mill.example`)
      const send = (count: number) =>
        strict.send('POST', messageRequest.path, { token, body: { to: to(count), subject: 'S', text: 'x' } })
      const meet = (count: number) =>
        strict.send<Row<'activities'> & ErrorAnswer>('POST', eventPath, {
          token,
          body: { title: 'Call', description: 'x', start: 1_900_000_000, participants: to(count) },
        })
      expect((await send(2)).status).toBe(201)
      const refused = await send(5)
      expect([refused.status, refused.body.code]).toEqual([429, 'too_much_mail'])
      expect(refused.body.detail).toBe(
        'One user may write to 6 recipients a day, and 4 are left of them. Try again in 24 hours.',
      )
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
      const { body: meeting } = await meet(3)
      const one = `${contract.activities.path}${meeting.id}/`
      expect((await strict.send('PATCH', one, { token, body: { title: 'Moved' } })).status).toBe(429)
      expect((await meet(2)).status).toBe(429)
      expect((await meet(0)).status).toBe(201)
      const help = () => strict.send('POST', supportRequest.path, { token, body: { text: 'Why?' } })
      expect((await help()).status).toBe(201)
      expect((await help()).status).toBe(429)
      // Cancellations are sent in any case.
      expect((await strict.send('DELETE', one, { token })).status).toBe(204)
      // Each user has a separate budget.
      const { access } = await strict.signIn('team')
      const letter = { to: to(6), subject: 'S', text: 'x' }
      expect((await strict.send('POST', messageRequest.path, { token: access, body: letter })).status).toBe(
        201,
      )
    } finally {
      await strict.close()
    }
  })
})

test.each(['ceo@bank.example', 'Pat <boss', 'Pat>', 'Ｐat＠bank'])(
  '[TRUST-42] a user is not called %j',
  async (first_name) => {
    const { status, body } = await register(somebody({ first_name }))
    expect([status, body.fields]).toEqual([400, { first_name: 'Leave out < and > and @.' }])
  },
)
