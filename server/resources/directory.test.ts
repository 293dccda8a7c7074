import type { ErrorAnswer } from '../../src/contract/answers'
import type { Row } from '../../src/contract'
import { contract } from '../../src/contract'
import {
  directoryLoginPath,
  installationPath,
  type Installation,
  type SignInAnswer,
} from '../../src/contract/session'
import { directoryFlows } from '../ports/directory/flows'
import { startApi, type TestApi } from '../testing/api'
import {
  completeSignIn,
  startDirectory,
  signInAtDirectory,
  type DirectorySignIn,
  type TestDirectory,
} from '../testing/directory'

let directory: TestDirectory
let api: TestApi
beforeAll(async () => {
  directory = await startDirectory()
  api = await startOn(directory.issuer, { DIRECTORY_SIGNUP: 'open' })
})
afterAll(async () => {
  await api.close()
  await directory.stop()
})
beforeEach(async () => {
  await directory.configure({ ahead: 0, person: dana })
  await api.database.db.deleteFrom('sign_in_limits').execute()
})

const dana = {
  sub: 'dana-1',
  preferred_username: 'dana.whitlock',
  given_name: 'Dana',
  family_name: 'Whitlock',
  email: 'dana.whitlock@house.example',
}

const startOn = (issuer: string, more: NodeJS.ProcessEnv = {}) =>
  startApi({
    DIRECTORY_ISSUER: issuer,
    PRIVATE_HOSTS: new URL(issuer).host,
    DIRECTORY_CLIENT_ID: 'citygate',
    DIRECTORY_CLIENT_SECRET: 'a secret that both know',
    DIRECTORY_LABEL: 'the house directory',
    ...more,
  })

/** The whole flow, from the button to the session. */
const signIn = async (at = api) => completeSignIn<SignInAnswer & ErrorAnswer>(at, await signInAtDirectory(at))

const userNamed = (username: string, at = api) =>
  at.database.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()

const lastAudit = async (at = api) => {
  const { action, after } = await at.database.db
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('resource', '=', 'sessions')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { action, after: JSON.parse(after ?? 'null') as Record<string, unknown> }
}

it('[AUTH-4] tells the sign-in page of the directory', async () => {
  const { body } = await api.send<Installation>('GET', installationPath)
  expect(body.directory).toEqual({ provider: 'directory', label: 'the house directory' })
})

it('[AUTH-6, TRUST-17, K16] signs in whom the directory names, as one of the team, and the same one the next time', async () => {
  const first = await signIn()
  expect(first.status).toBe(200)
  expect(first.body.user.username).toBe('dana.whitlock')
  const { body: me } = await api.send<Row<'users'>>('GET', '/api/users/me/', { token: first.body.access })
  expect(me).toMatchObject({
    user_type: 'team',
    is_active: true,
    first_name: 'Dana',
    last_name: 'Whitlock',
    email: 'dana.whitlock@house.example',
  })
  expect(await lastAudit()).toEqual({
    action: 'sign-in',
    after: { address: '127.0.0.1', provider: 'directory' },
  })

  // Another name and another email: still the same subject.
  await directory.configure({
    person: { ...dana, preferred_username: 'dana.new', email: 'new@house.example' },
  })
  const second = await signIn()
  expect(second.body.user).toEqual(first.body.user)
})

it('[TRUST-17] asks the directory with state, nonce and a digest of the verifier, and binds them to a cookie', async () => {
  const requestUri = `${api.url}/login`
  const { status, headers } = await api.send(
    'GET',
    `${directoryLoginPath('directory')}?requestUri=${encodeURIComponent(requestUri)}`,
  )
  expect(status).toBe(302)
  const { searchParams } = new URL(headers.get('location') ?? '')
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'citygate',
    redirect_uri: requestUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: expect.stringMatching(/^[\w-]{43}$/) as string,
    nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    code_challenge_method: 'S256',
  })
  expect(headers.get('set-cookie')).toMatch(
    /^citygate_directory=[\w.-]+; Path=\/rest\/complete\/directory; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
})

it.each([
  'https://evil.example/login',
  '//evil.example/login',
  'HOST@evil.example/login',
  'HOST/login/../mpg',
  'HOST/mpg/opportunities',
  'HOST/login?next=//evil.example',
  'HOST/login#x',
  '',
])('[TRUST-17] sends nobody back to %s', async (address) => {
  const requestUri = address.replace('HOST', api.url)
  const { status, body } = await api.send(
    'GET',
    `${directoryLoginPath('directory')}?${new URLSearchParams({ requestUri }).toString()}`,
  )
  expect(status).toBe(400)
  expect(body.fields).toHaveProperty('requestUri')
})

it('knows no other directory than the one that is set up', async () => {
  const { status } = await api.send('GET', `${directoryLoginPath('another')}?requestUri=${api.url}/login`)
  expect(status).toBe(404)
})

/** How often a sign-in has failed for a reason: those of one minute are one row with a count. */
const failures = async (why: RegExp) => {
  const rows = await api.database.db
    .selectFrom('audit')
    .select(['after', 'count'])
    .where('action', '=', 'sign-in failed')
    .execute()
  const ofReason = rows.filter(({ after }) =>
    why.test((JSON.parse(after ?? '{}') as { why?: string }).why ?? ''),
  )
  return ofReason.reduce((sum, { count }) => sum + count, 0)
}

describe('[TRUST-17] signs nobody in', () => {
  const refused = async (journey: Pick<DirectorySignIn, 'cookie' | 'brought'>, why: RegExp) => {
    const before = await failures(why)
    const { status, body, headers } = await completeSignIn<ErrorAnswer>(api, journey)
    expect({ status, detail: body.detail }).toEqual({
      status: 401,
      detail: 'Signing in through the directory has failed.',
    })
    expect(headers.get('set-cookie')).toMatch(/^citygate_directory=; .*Max-Age=0/)
    expect(await failures(why)).toBe(before + 1)
  }

  it('with a state that is not that of this browser', async () => {
    const [mine, other] = [await signInAtDirectory(api), await signInAtDirectory(api)]
    await refused({ cookie: mine.cookie, brought: other.brought }, /not that of the sign-in begun/)
  })

  it('without the cookie of this browser, or with one that was not signed here', async () => {
    const journey = await signInAtDirectory(api)
    await refused({ ...journey, cookie: '' }, /no sign-in has been begun/)
    await refused({ ...journey, cookie: `${journey.cookie}x` }, /no sign-in has been begun/)
  })

  it('with a sign-in that was begun too long ago', async () => {
    const past = new Date(Date.now() - 601_000)
    const { token, flow } = await directoryFlows(api.secrets).begin('directory', `${api.url}/login`, past)
    const brought = new URLSearchParams({ code: 'any', state: flow.state })
    await refused({ cookie: `citygate_directory=${token}`, brought }, /too long ago/)
  })

  it('with an answer that has been used before, whatever became of it', async () => {
    const journey = await signInAtDirectory(api)
    expect((await completeSignIn(api, journey)).status).toBe(200)
    await refused(journey, /used before/)
  })

  it('with one answer sent ten times at once: one session', async () => {
    const journey = await signInAtDirectory(api)
    const answers = await Promise.all(Array.from({ length: 10 }, () => completeSignIn(api, journey)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('with a code that the directory has given for another sign-in', async () => {
    const [mine, other] = [await signInAtDirectory(api), await signInAtDirectory(api)]
    const brought = new URLSearchParams(mine.brought)
    brought.set('code', other.brought.get('code') ?? '')
    await refused({ ...mine, brought }, /does not take the code/)
  })

  it('with a nonce that is not that of this sign-in', async () => {
    const journey = await signInAtDirectory(api, {
      change: ({ searchParams }) => searchParams.set('nonce', 'another'),
    })
    await refused(journey, /nonce/)
  })

  it('without the verifier that the digest was made of', async () => {
    const journey = await signInAtDirectory(api, {
      change: ({ searchParams }) =>
        searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
    })
    await refused(journey, /does not take the code/)
  })

  it('with a code that has expired', async () => {
    const journey = await signInAtDirectory(api)
    await directory.configure({ ahead: 600_000 })
    await refused(journey, /does not take the code/)
  })

  it('where the clock of the directory is so late that its word has run out', async () => {
    await directory.configure({ ahead: -7_200_000 })
    await refused(await signInAtDirectory(api), /timestamp/i)
  })

  it('from another directory than the one that was asked', async () => {
    const journey = await signInAtDirectory(api)
    journey.brought.set('iss', 'https://evil.example')
    await refused(journey, /iss/)
  })

  it('whose account is deactivated', async () => {
    await directory.configure({ person: { sub: 'gone', preferred_username: 'gone' } })
    const { body } = await signIn()
    await api.database.db
      .updateTable('users')
      .set({ is_active: false, status: 'deactivated' })
      .where('id', '=', body.user.id)
      .execute()
    await refused(await signInAtDirectory(api), /not active/)
  })

  it('who brings another user’s email', async () => {
    const broker = await userNamed('broker')
    await directory.configure({
      person: { sub: 'impostor', email: broker?.email ?? '', preferred_username: 'broker' },
    })
    await refused(await signInAtDirectory(api), /email is another/)
  })
})

it('lets clocks differ', async () => {
  for (const ahead of [30_000, -30_000, 600_000, -600_000]) {
    await directory.configure({ ahead })
    expect((await signIn()).status).toBe(200)
  }
})

it('gives a user whose name is taken another one, and no email that the directory has not checked', async () => {
  await directory.configure({
    person: { sub: 'b2', preferred_username: 'Broker', email: 'b2@house.example', email_verified: false },
  })
  const { body } = await signIn()
  expect(body.user.username).toBe('Broker-2')
  expect((await userNamed('Broker-2'))?.email).toBeNull()
})

describe('[K16, TRUST-42] an email counts by what the directory says of it', () => {
  it.each([
    [true, true],
    ['true', true],
    [undefined, false],
  ])('%j: it is kept, and confirmed: %j', async (email_verified, isConfirmed) => {
    const name = `said-${String(email_verified)}-${typeof email_verified}`
    const email = `${name}@house.example`
    await directory.configure({ person: { sub: name, preferred_username: name, email, email_verified } })
    expect((await signIn()).status).toBe(200)
    expect(await userNamed(name)).toMatchObject({ email, is_email_confirmed: isConfirmed })
  })

  it.each([false, 'false', 'TRUE', 'no', '', 0, 1, [true], { verified: true }])(
    '%j: there is none',
    async (email_verified) => {
      const name = `not-${Buffer.from(JSON.stringify(email_verified)).toString('hex')}`
      const email = `${name}@house.example`
      await directory.configure({
        person: { sub: name, preferred_username: name, email, email_verified },
      })
      expect((await signIn()).status).toBe(200)
      expect(await userNamed(name)).toMatchObject({ email: null, is_email_confirmed: false })
    },
  )

  it('gives way where another user here only claims it', async () => {
    const email = 'claimed@house.example'
    const customer = await userNamed('customer')
    await api.database.db
      .updateTable('users')
      .set({ email, email_key: email, is_email_confirmed: false })
      .where('id', '=', customer?.id ?? 0)
      .execute()
    await directory.configure({
      person: { sub: 'claims', preferred_username: 'claims', email, email_verified: true },
    })
    expect((await signIn()).status).toBe(200)
    expect(await userNamed('claims')).toMatchObject({ email, is_email_confirmed: true })
    expect((await userNamed('customer'))?.email).toBeNull()
  })
})

it('[TRUST-15] lets an address wait whose answers keep failing', async () => {
  const brought = new URLSearchParams({ code: 'x', state: 'y' })
  const statuses = []
  for (let count = 0; count < 31; count++)
    statuses.push((await completeSignIn(api, { cookie: '', brought })).status)
  expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true)
  const { status, headers } = await completeSignIn(api, { cookie: '', brought })
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(
    (await api.send('POST', '/api/token/', { body: { username: 'broker', password: 'citygate-demo-2026' } }))
      .status,
  ).toBe(200)
})

it('[TRUST-15, TRUST-25] takes few answers of an address at a time, so that all at once are no more than one by one', async () => {
  const other = await startOn(directory.issuer)
  try {
    const brought = new URLSearchParams({ code: 'x', state: 'y' })
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => completeSignIn(other, { cookie: '', brought })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  } finally {
    await other.close()
  }
})

it('makes an account that waits for approval, or none, as it is configured', async () => {
  const waiting = await startOn(directory.issuer)
  const closed = await startOn(directory.issuer, { DIRECTORY_SIGNUP: 'off' })
  try {
    expect((await signIn(waiting)).status).toBe(401)
    const made = await userNamed('dana.whitlock', waiting)
    expect(made).toMatchObject({ status: 'waiting', is_active: false, user_type: 'team' })
    const team = await waiting.signIn('team')
    await waiting.send('PATCH', `${contract.users.path}${made?.id ?? 0}/`, {
      token: team.access,
      body: { is_active: true },
    })
    expect((await signIn(waiting)).body.user.username).toBe('dana.whitlock')

    expect((await signIn(closed)).status).toBe(401)
    expect(await userNamed('dana.whitlock', closed)).toBeUndefined()
  } finally {
    await waiting.close()
    await closed.close()
  }
})

describe('[TRUST-26] a directory that does not do its part', () => {
  it('is told of with 502 while it does not answer, and works again as soon as it does', async () => {
    const late = await startDirectory()
    const { issuer } = late
    await late.stop()
    const alone = await startOn(issuer)
    const { status, body } = await alone.send(
      'GET',
      `${directoryLoginPath('directory')}?requestUri=${alone.url}/login`,
    )
    expect([status, body.code]).toEqual([502, 'outside_unavailable'])
    expect((await alone.signIn('team')).user.username).toBe('team')
    await alone.close()
  })

  it('is told of with 502 where it refuses this installation itself', async () => {
    const wrong = await startOn(directory.issuer, { DIRECTORY_CLIENT_SECRET: 'another' })
    const { status, body } = await signIn(wrong)
    expect([status, body.code]).toEqual([502, 'directory_unavailable'])
    await wrong.close()
  })
})

describe('the built-in directory', () => {
  let demo: TestApi
  beforeAll(async () => {
    demo = await startApi()
  })
  afterAll(() => demo.close())

  it('[AUTH-4, AUTH-6] signs the demo account of the team in, without its public password', async () => {
    const { body: installation } = await demo.send<Installation>('GET', installationPath)
    expect(installation.directory).toEqual({ provider: 'built-in', label: 'the demo directory' })
    for (let time = 0; time < 2; time++) {
      const journey = await signInAtDirectory(demo, { provider: 'built-in', choose: 'team' })
      const { status, body } = await completeSignIn<SignInAnswer>(demo, journey, { provider: 'built-in' })
      expect(status).toBe(200)
      expect(body.user.username).toBe('team')
    }
  })

  it('[TRUST-37] signs no other user in', async () => {
    for (const choose of ['broker', 'customer', 'priya.raman', 'nobody'])
      await expect(signInAtDirectory(demo, { provider: 'built-in', choose })).rejects.toThrow(
        'Account not found',
      )
  })

  it.each([{ PUBLIC_URL: 'https://desk.example' }, { TRUST_PROXY: '127.0.0.1' }])(
    '[TRUST-37] is not there where others come: %j',
    async (environment) => {
      const opened = await startApi(environment)
      try {
        const { body } = await opened.send<Installation>('GET', installationPath)
        expect(body.directory).toBeNull()
        expect((await opened.send('GET', '/directory/.well-known/openid-configuration')).status).toBe(404)
        const login = `${directoryLoginPath('built-in')}?requestUri=https://desk.example/login`
        expect((await opened.send('GET', login)).status).toBe(404)
      } finally {
        await opened.close()
      }
    },
  )

  it('[TRUST-17] redirects to no other address than the sign-in page', async () => {
    const change = ({ searchParams }: URL) => searchParams.set('redirect_uri', 'https://evil.example/login')
    await expect(signInAtDirectory(demo, { provider: 'built-in', choose: 'team', change })).rejects.toThrow(
      /leads nowhere: [^]*redirect_uri/,
    )
  })

  it('[TRUST-3] answers with pages that run no script', async () => {
    const { headers, status } = await demo.send('GET', '/directory/sign-in/none', {
      headers: { accept: 'text/html' },
    })
    expect(status).toBe(400)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('[TRUST-37] is away as soon as no account of the team has the public password', async () => {
    await demo.database.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('username', '=', 'team')
      .execute()
    const { body } = await demo.send<Installation>('GET', installationPath)
    expect(body.directory).toBeNull()
    expect((await demo.send('GET', '/directory/.well-known/openid-configuration')).status).toBe(404)
    expect(
      (await demo.send('GET', `${directoryLoginPath('built-in')}?requestUri=${demo.url}/login`)).status,
    ).toBe(404)
  })
})
