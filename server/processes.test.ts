/** Two processes on one PostgreSQL. On the embedded database both are the same one. */
import { randomUUID } from 'node:crypto'
import type { TokenAnswer } from '../src/contract/session'
import { startApi, startSecondServer, type TestApi } from './testing/api'
import { untilAnswer } from './testing/until'

let one: TestApi
let other: TestApi
beforeAll(async () => {
  one = await startApi()
  other = await startSecondServer(one)
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const tagPath = '/api/mpg/tag/'
let made = 0
const tag = () => ({ name: `Of two ${++made}`, color: '#222', description: 'd' })

test('[TRUST-6] a session that one has begun counts at the other, and ends there when the first one ends it', async () => {
  const { access, refresh } = await one.signIn('team')
  const askOther = async () => (await other.send('GET', tagPath, { token: access })).status
  expect(await askOther()).toBe(200)
  expect((await one.send('POST', '/api/token/revoke/', { body: { refresh } })).status).toBeLessThan(300)
  expect(await askOther()).toBe(401)
})

test('[TRUST-5, TRUST-7] a refresh token that both exchange at once is replaced once', async () => {
  const { refresh } = await one.signIn('team')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : other).send<TokenAnswer>('POST', '/api/token/refresh/', { body: { refresh } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1)
})

test('[TRUST-28] one key sent to both makes one record, and both give its answer', async () => {
  for (const server of [one, other]) await server.asBroker('GET', tagPath)
  const [body, headers] = [tag(), { 'idempotency-key': randomUUID() }]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? one : other).asBroker('POST', tagPath, body, headers),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  const again = answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true')
  expect(again).toHaveLength(11)
})

test('[TRUST-27] of edits of one version that both take, one wins', async () => {
  const { body } = await one.asBroker<{ tag_id: number }>('POST', tagPath, tag())
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      (index % 2 === 0 ? one : other).asBroker(
        'PATCH',
        `${tagPath}${body.tag_id}/`,
        { description: `edit ${index}` },
        { 'if-match': '"1"' },
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
})

test('[TRUST-15] failed sign-ins at one delay attempts at the other', async () => {
  const attempt = (api: TestApi) =>
    api.send('POST', '/api/token/', { body: { username: 'nobody here', password: 'wrong, again and again' } })
  for (let count = 0; count < 6; count++) await attempt(count % 2 === 0 ? one : other)
  expect(
    (
      await untilAnswer(
        () => attempt(other),
        ({ status }) => status !== 503,
      )
    ).status,
  ).toBe(429)
  expect((await attempt(one)).status).toBe(429)
})
