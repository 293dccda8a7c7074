import argon2 from '@node-rs/argon2'
import type { SignInAnswer } from '../../../src/contract/session'
import { demoPassword, startApi, type TestApi } from '../../testing/api'
import { queueForAddress } from './passwords'

let api: TestApi
beforeEach(async () => {
  api = await startApi()
})
afterEach(async () => {
  jest.restoreAllMocks()
  await api.close()
})

const signIn = (username: string, password = demoPassword) =>
  api.send('POST', '/api/token/', { body: { username, password } })
const idOf = async (username: string) =>
  (
    await api.database.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).id

/**
 * Blocks all writes, and queues them in order.
 * @returns `comes` resolves when the next one is queued, `go` admits them all.
 */
async function holdWrites() {
  const { writeQueue: writers } = api.database
  const go = await writers.enter()
  const enter = writers.enter.bind(writers)
  let tell: () => void = () => undefined
  jest.spyOn(writers, 'enter').mockImplementation(() => {
    const turn = enter()
    tell()
    return turn
  })
  const comes = () =>
    new Promise<void>((resolve) => {
      tell = resolve
    })
  return { go, comes }
}

describe.each([
  [
    'another password',
    (id: number, token: string) =>
      api.send('POST', `/api/users/${id}/password/`, { token, body: { password: 'seven small lanterns' } }),
  ],
  [
    'a deactivation',
    (id: number, token: string) =>
      api.send('PATCH', `/api/users/${id}/`, { token, body: { is_active: false } }),
  ],
])('%s that is written', (_what, change) => {
  test('[TRUST-6] while a sign-in is judged leaves no session behind', async () => {
    const [id, team] = [await idOf('broker'), await api.signIn('team')]
    const writes = await holdWrites()
    const changeWaits = writes.comes()
    const changed = change(id, team.access)
    await changeWaits
    // The hash of the old password has been compared when the sign-in is about to be written.
    const signInWaits = writes.comes()
    const signedIn = signIn('broker')
    await signInWaits
    writes.go()
    expect((await changed).status).toBeLessThan(300)
    const { status } = await signedIn
    // PostgreSQL may write both at once: then the change ends what the sign-in has begun.
    if (!api.database.dialect.writesConcurrently) expect(status).toBe(401)
    const alive = api.database.db.selectFrom('sessions').selectAll().where('user_id', '=', id)
    expect(await alive.where('revoked_at', 'is', null).execute()).toEqual([])
  })

  test('[TRUST-6] while a sign-in is written ends that session', async () => {
    const [id, team] = [await idOf('broker'), await api.signIn('team')]
    const writes = await holdWrites()
    const signInWaits = writes.comes()
    const signedIn = api.send<SignInAnswer>('POST', '/api/token/', {
      body: { username: 'broker', password: demoPassword },
    })
    await signInWaits
    writes.go()
    const { body } = await signedIn
    await change(id, team.access)
    expect((await api.send('GET', '/api/users/me/', { token: body.access })).status).toBe(401)
  })

  test.each(['before', 'after'])('[TRUST-6] just %s a refresh ends what that gave', async (order) => {
    const [id, team, broker] = [await idOf('broker'), await api.signIn('team'), await api.signIn('broker')]
    const refresh = (token: string) =>
      api.send<SignInAnswer>('POST', '/api/token/refresh/', { body: { refresh: token } })
    const writes = await holdWrites()
    const steps = [() => change(id, team.access), () => refresh(broker.refresh)]
    const under = []
    for (const step of order === 'before' ? steps : steps.toReversed()) {
      const waits = writes.comes()
      under.push(step())
      await waits
    }
    writes.go()
    await Promise.all(under)
    const renewed = await refresh(broker.refresh)
    expect(renewed.status).toBe(401)
    expect((await api.send('GET', '/api/users/me/', { token: broker.access })).status).toBe(401)
  })
})

/** The first ones of many to settle. */
const firstOf = <T>(all: readonly Promise<T>[], count: number): Promise<T[]> =>
  new Promise((resolve, reject) => {
    const done: T[] = []
    for (const each of all)
      each.then((value) => {
        done.push(value)
        if (done.length === count) resolve(done)
      }, reject)
  })

test('[TRUST-16, TRUST-25] few passwords are hashed at once, few wait, and the others are told to come back', async () => {
  const { access } = await api.signIn('team')
  let [under, most] = [0, 0]
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  jest.spyOn(argon2, 'verify').mockImplementation(async () => {
    most = Math.max(most, ++under)
    await held
    under--
    return false
  })
  const answers = Array.from({ length: 60 }, (_, index) => signIn(`name${index}`))
  // As many as exceed the queue even where two are hashed at once.
  const refused = await firstOf(answers, 60 - 18)
  for (const { status, headers, body } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(body).toMatchObject({ code: 'busy', detail: 'The server is busy. Try again in 2 seconds.' })
  }
  // Requests without a password still work.
  expect((await api.send('GET', '/api/users/me/', { token: access })).status).toBe(200)
  go()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(17)
  expect(most).toBeLessThanOrEqual(2)
})

test('[TRUST-16, TRUST-25] addresses take turns: a flood from one delays no other one', async () => {
  const order: string[] = []
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const work = (address: string) =>
    queueForAddress(address, async () => {
      await held
      order.push(address)
    })
  const flood = Array.from({ length: 20 }, () => work('203.0.113.1'))
  const other = work('203.0.113.2')
  const outcomes = Promise.allSettled(flood)
  go()
  await other
  expect(order.length).toBeLessThan(6)
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(2)
})

test('[TRUST-15] tries that come at the same time are counted like others', async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => signIn('broker', 'not this one')))
  expect(answers.map(({ status }) => status).filter((status) => status === 401)).toHaveLength(5)
  expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(10)
})

test('[TRUST-38, TRUST-44] sign-ins are written down with the first name tried and the address', async () => {
  // So that all fall into one minute.
  jest.spyOn(api.database.clock, 'now').mockReturnValue(new Date('2026-11-26T12:00:30Z'))
  await signIn('no such body', 'not this one')
  const { refresh } = await api.signIn('broker')
  await signIn('Broker', 'not this one')
  await api.send('POST', '/api/token/revoke/', { body: { refresh } })
  const rows = await api.database.db
    .selectFrom('audit')
    .select(['action', 'actor', 'after', 'count'])
    .orderBy('id')
    .execute()
  const broker = await idOf('broker')
  expect(
    rows.map(({ after, ...row }) => ({ ...row, after: JSON.parse(after ?? 'null') as unknown })),
  ).toEqual([
    {
      action: 'sign-in failed',
      actor: null,
      after: { username: 'no such body', address: '127.0.0.1' },
      count: 2,
    },
    { action: 'sign-in', actor: broker, after: { address: '127.0.0.1' }, count: 1 },
    { action: 'sign-out', actor: broker, after: { address: '127.0.0.1' }, count: 1 },
  ])
  expect(JSON.stringify(rows)).not.toContain('not this one')
})
