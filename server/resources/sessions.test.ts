import type { ListAnswer } from '../../src/contract/answers'
import {
  sessionPath,
  sessionsPath,
  type SignedInPlace,
  type SignedInPlaces,
  type SignInAnswer,
} from '../../src/contract/session'
import { demoPassword, startApi, type TestApi } from '../testing/api'

let api: TestApi
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const signIn = async (username = 'broker', userAgent?: string) =>
  (
    await api.send<SignInAnswer>('POST', '/api/token/', {
      body: { username, password: demoPassword },
      ...(userAgent === undefined ? {} : { headers: { 'user-agent': userAgent } }),
    })
  ).body
const placesOf = async ({ access: token }: { access: string }) =>
  (await api.send<SignedInPlaces>('GET', sessionsPath, { token })).body
const statusOf = async ({ access: token }: { access: string }) =>
  (await api.send('GET', '/api/users/me/', { token })).status
const elsewhere = ({ results }: ListAnswer<SignedInPlace>) => results.find(({ is_current }) => !is_current)

test('[AUTH-15, TRUST-6] one sees where one is signed in, and signs out there', async () => {
  const here = await signIn('broker', firefox)
  const there = await signIn('broker', 'x'.repeat(3_000))
  await signIn('team')
  const { count, results } = await placesOf(here)
  expect(count).toBe(2)
  expect(results.map(({ is_current }) => is_current).sort()).toEqual([false, true])
  expect(results.find(({ is_current }) => is_current)).toMatchObject({ user_agent: firefox })
  const other = elsewhere({ count, results })
  expect(other?.user_agent).toHaveLength(255)
  expect(Date.parse(other?.created_at ?? '')).not.toBeNaN()
  expect(JSON.stringify(results)).not.toMatch(/token|hash/)

  const end = () => api.send('DELETE', sessionPath(other?.id ?? ''), { token: here.access })
  expect((await end()).status).toBe(204)
  expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
  expect((await api.send('POST', '/api/token/refresh/', { body: { refresh: there.refresh } })).status).toBe(
    401,
  )
  expect((await end()).status).toBe(404)
  expect((await placesOf(here)).count).toBe(1)
})

test('[TRUST-10] sessions of others are neither seen nor ended, by the team neither', async () => {
  const broker = await signIn('broker')
  const team = await signIn('team')
  const [own] = (await placesOf(broker)).results
  for (const id of [own?.id ?? '', 'nothing', '1', "' or 1=1 --", '\0'])
    expect(
      (await api.send('DELETE', sessionPath(encodeURIComponent(id)), { token: team.access })).status,
    ).toBe(404)
  expect((await placesOf(team)).results.map(({ id }) => id)).not.toContain(own?.id)
  expect(await statusOf(broker)).toBe(200)
})

test('[TRUST-6, TRUST-38] one signs out everywhere else at once', async () => {
  const here = await signIn()
  const others = [await signIn(), await signIn(), await signIn()]
  const stranger = await signIn('team')
  const answer = await api.send('DELETE', sessionsPath, { token: here.access })
  expect([answer.status, answer.body]).toEqual([200, { ended_sessions: 3 }])
  expect(await Promise.all(others.map(statusOf))).toEqual([401, 401, 401])
  expect([await statusOf(here), await statusOf(stranger)]).toEqual([200, 200])
  const [row] = await api.database.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'sessions ended')
    .execute()
  expect(JSON.parse(row?.after ?? '')).toMatchObject({ reason: 'signed out elsewhere', count: 3 })
})

test('[TRUST-5] a session that has run out by itself is neither listed nor counted', async () => {
  const here = await signIn()
  await signIn()
  await signIn()
  const [first, second] = (await placesOf(here)).results.filter(({ is_current }) => !is_current)
  const age = (id: string | undefined, column: 'last_used_at' | 'expires_at', moment: string) =>
    api.database.db
      .updateTable('sessions')
      .set({ [column]: moment })
      .where('id', '=', id ?? '')
      .execute()
  await age(first?.id, 'last_used_at', new Date(Date.now() - 8 * 86_400_000).toISOString())
  await age(second?.id, 'expires_at', new Date(Date.now() - 1_000).toISOString())
  expect((await placesOf(here)).count).toBe(1)
  const { body } = await api.send('DELETE', sessionsPath, { token: here.access })
  expect(body).toEqual({ ended_sessions: 0 })
})
