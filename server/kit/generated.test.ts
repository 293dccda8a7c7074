import fc from 'fast-check'
import { contract } from '../../src/contract'
import type { ErrorAnswer } from '../../src/contract/kit'
import { startApi, type Answer, type TestApi } from '../testing/api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** An answer that a client can rely on, whatever it has sent. */
function expectDecent(answer: Answer<ErrorAnswer>): void {
  expect(answer.status).toBeLessThan(500)
  if (answer.status < 400) return
  expect(answer.body.detail).toMatch(/\w/)
  expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
}

const lists = [
  contract.opportunities,
  contract.organizations,
  contract.tags,
  contract.users,
  contract.states,
  contract.contentTypes,
]
const text = fc.string({ unit: 'binary', maxLength: 40 })
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 5e-324, 2 ** 31, 2 ** 53, -1, 1e308),
)
const day = fc.constantFrom(
  '2027-01-31',
  '2027-02-30',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '9999-12-31T23:59:59-05:00',
  '0001-01-01T00:00:00+05:00',
  '275760-09-13',
  '2027-03-01T24:00',
  '1883-11-18 12:03:58',
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  day,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(number, text), { maxLength: 4 }),
  fc.record({ tag_id: number, organization_id: number }),
)

const query = fc.constantFrom(...lists).chain((resource) =>
  fc.record({
    path: fc.constant(resource.path),
    parameters: fc.record(
      {
        q: text,
        limit: fc.oneof(text, number.map(String)),
        offset: fc.oneof(text, number.map(String)),
        ordering: fc.oneof(
          text,
          fc.constantFrom(...resource.orderings.flatMap((name) => [name, `-${name}`])),
        ),
        expand: fc.oneof(text, fc.constantFrom('tags', 'created_by.profile', 'organizations', 'profile')),
      },
      { requiredKeys: [] },
    ),
  }),
)

const body = fc
  .constantFrom(contract.opportunities, contract.organizations, contract.tags)
  .chain((resource) =>
    fc.record({
      path: fc.constant(resource.path),
      id: fc.constantFrom('1', '2', '3', '99999'),
      method: fc.constantFrom('POST', 'PUT', 'PATCH'),
      fields: fc.dictionary(fc.constantFrom('version', 'nothing', ...Object.keys(resource.fields)), value, {
        maxKeys: 8,
      }),
    }),
  )

const seed = Number(process.env['FAST_CHECK_SEED'] ?? Date.now() % 1_000_000_007)
const runs = { numRuns: 250, seed, verbose: true }

test(`[TRUST-40, API-2] no list query breaks the server (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(query, async ({ path, parameters }) => {
      const sent = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      expectDecent(await api.asBroker('GET', `${path}?${sent.join('&')}`))
    }),
    runs,
  )
}, 60_000)

test(`[TRUST-40, API-4] no body breaks the server (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(body, async ({ path, id, method, fields }) => {
      expectDecent(await api.asBroker(method, method === 'POST' ? path : `${path}${id}/`, fields))
      // What has been stored can be read again.
      expectDecent(await api.asBroker('GET', `${path}?ordering=-created_at&limit=1`))
    }),
    runs,
  )
}, 60_000)
