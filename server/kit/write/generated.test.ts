import fc from 'fast-check'
import { neededBySource } from '../../../src/contract/opportunities'
import { contract, type ResourceName } from '../../../src/contract'
import type { ErrorAnswer } from '../../../src/contract/answers'
import type { Field, Resource } from '../../../src/contract/fields'
import { startApi, type Answer, type TestApi } from '../../testing/api'
import { operationsOf, type ApiDocument } from '../../testing/apiDocument'
import { anyText, anyValue, validBody, type Pool } from '../../testing/arbitraries'
import { sendForm } from '../../testing/forms'
import { anyParameter, anyRequest, queryOf } from '../../testing/generatedRequests'
import { recordMaker } from '../../testing/records'

type Json = Record<string, unknown>

/** Differs at each run; a failing one is printed and can be set again. */
const seed = Number(process.env['FAST_CHECK_SEED'] ?? Date.now() % 1_000_000_007)
/** How many requests are sent at least; .ci/run sends four times as many. */
const wanted = Number(process.env['GENERATED_REQUESTS'] ?? 1_000)
/** Runs for ten thousand requests, in proportion for fewer. */
const runs = (ofTenThousand: number) => ({ numRuns: Math.ceil((ofTenThousand * wanted) / 10_000), seed })

let api: TestApi
let token: string
let document: ApiDocument
let sent = 0
let taken = 0
/** Records that no generated request deletes. */
let pool: Pool
beforeAll(async () => {
  // Allows list changes without a version, since no request has read one.
  api = await startApi({ LISTS_WITHOUT_VERSION: '1' })
  // The provider's team has all permissions.
  token = (await api.signIn('team')).access
  document = (await api.send<ApiDocument>('GET', '/api/schema/')).body
  const make = recordMaker(api)
  const ids = [1, 2, 3]
  for (const id of ids) {
    await make('teams')
    await make('tags')
    await make('utilities')
    await make('utilityStates', { utility: id, state: 7 })
    await make('organizations')
    await make('addresses')
    await make('contacts')
    await make('opportunities')
    await make('bids', { opportunity: id, legal_entity: id, utility_state: id })
    await make('todos')
  }
  const names = [
    'teams',
    'tags',
    'utilities',
    'utilityStates',
    'organizations',
    'contacts',
    'opportunities',
    'todos',
  ] as const
  pool = {
    ...Object.fromEntries(names.map((name) => [name, ids])),
    addresses: ids,
    users: ids,
    states: [7, 14, 44],
  }
})
afterAll(() => api.close())

/**
 * Sends a request; an answer that the API document does not describe throws in the harness. What is left to check are
 * failures: none is the server's, and each has a reason.
 */
async function send<T = Json>(
  method: string,
  address: string,
  body?: unknown,
  headers = {},
): Promise<Answer<T>> {
  return decent(
    await api.send<T>(method, address, { token, headers, ...(body === undefined ? {} : { body }) }),
  )
}

function decent<T>(answer: Answer<T>): Answer<T> {
  sent++
  expect(answer.status).toBeLessThan(500)
  if (answer.status < 400) {
    taken++
    return answer
  }
  const { detail, request_id } = answer.body as ErrorAnswer
  expect(detail).toMatch(/\w/)
  expect(request_id).toBe(answer.headers.get('x-request-id'))
  return answer
}

test(`[TRUST-12, TRUST-13, TRUST-40, API-2] no list query breaks the server (seed ${seed})`, async () => {
  const lists = operationsOf(document).filter(({ operation }) =>
    operation.parameters?.some(({ name }) => name === 'limit'),
  )
  const orderings = Object.values<Resource>(contract).flatMap((resource) => resource.orderings)
  const sensible: Record<string, fc.Arbitrary<string>> = {
    q: fc.constantFrom('a', 'larkfield', '555-01', 'é'),
    limit: fc.constantFrom('0', '1', '25', '999999999'),
    offset: fc.constantFrom('0', '1', '25', '999999999'),
    ordering: fc.constantFrom(...orderings, ...orderings.map((name) => `-${name}`)),
    expand: fc.constantFrom(
      'created_by',
      'created_by.profile,tags',
      'organizations.addresses.state',
      'bids.legal_entity',
    ),
  }
  const query = fc.constantFrom(...lists).chain(({ path, operation }) => {
    const names =
      operation.parameters?.filter((parameter) => parameter.in === 'query').map(({ name }) => name) ?? []
    const values = names.map(
      (name) => [name, fc.oneof(sensible[name] ?? anyParameter, anyParameter)] as const,
    )
    return fc.record({
      path: fc.constant(path),
      parameters: fc.record(Object.fromEntries(values), { requiredKeys: [] }),
    })
  })
  await fc.assert(
    fc.asyncProperty(query, async ({ path, parameters }) => {
      await send('GET', `${path}?${queryOf(parameters)}`)
    }),
    runs(4_000),
  )
})

const writable = [
  'tags',
  'utilities',
  'utilityStates',
  'organizations',
  'addresses',
  'contacts',
  'organizationAddresses',
  'organizationContacts',
  'opportunities',
  'bids',
  'notes',
  'todos',
  'organizationTodos',
  'activities',
] as const satisfies readonly ResourceName[]

/** Kinds whose values are answered as they were sent. */
const plainKinds = ['text', 'number', 'integer', 'boolean', 'date', 'choice', 'one', 'many', 'list', 'epoch']

/** A deal with a source needs its details (OPN-3); one without details gets no source. */
function withWholeSource(body: Json): Json {
  const { source_type, ...others } = body
  const needed = Object.entries(neededBySource).find(([type]) => type === source_type)?.[1] ?? []
  return needed.every((name) => body[name] !== undefined && body[name] !== null) ? body : others
}

/** The contract leaves the least number of days to the check of a task's window (contract/todos.ts). */
const withPossibleDays = (body: Json): Json =>
  Number(body['completed_within'] ?? 0) < 0 ? { ...body, completed_within: 0 } : body

/** The contract does not require the moments of whole days to be midnights either (activities.test.ts). */
const withTime = (body: Json): Json => ({ ...body, ...(body['all_day'] === true && { all_day: false }) })

/** An enrollment rule has days, and days have a rule (CTR-5). */
const withWholeRule = ({ enrollment_rule, enrollment_days, ...others }: Json): Json =>
  enrollment_rule && enrollment_days ? { ...others, enrollment_rule, enrollment_days } : others

/** Only lost deals have a reason, and these need one (BOARD-1). */
const withReason = ({ stage, lost_reason, lost_note, ...others }: Json): Json =>
  stage === 'lost'
    ? { ...others, ...(lost_reason ? { stage, lost_reason, lost_note } : {}) }
    : { ...others, stage }

const possible = (body: Json) => withTime(withPossibleDays(withWholeRule(withReason(body))))

test(`[API-4, API-2] what the contract allows is stored and read again (seed ${seed})`, async () => {
  const body = fc.constantFrom(...writable).chain((name) =>
    fc.record({
      name: fc.constant(name),
      created: validBody(contract[name].fields, pool).map(withWholeSource).map(possible),
      changed: validBody(contract[name].fields, pool).map(possible),
      method: fc.constantFrom('PUT', 'PATCH'),
    }),
  )
  const check = async (resource: Resource, answer: Answer<Json>, status: number, asked: Json) => {
    // A duplicate name or pair.
    if (answer.status === 409) return null
    expect([answer.status, answer.body]).toEqual([status, answer.body])
    for (const [name, field] of Object.entries<Field>(resource.fields)) {
      const value = asked[name]
      if (value === undefined || value === null || field.writeOnly || !plainKinds.includes(field.kind))
        continue
      expect([name, answer.body[name]]).toEqual([name, typeof value === 'string' ? value.trim() : value])
    }
    const address = `${resource.path}${String(answer.body[resource.idField])}/`
    const read = await send('GET', address)
    expect(read.body).toEqual(answer.body)
    return address
  }
  await fc.assert(
    fc.asyncProperty(body, async ({ name, created, changed, method }) => {
      const resource: Resource = contract[name]
      const address = await check(resource, await send('POST', resource.path, created), 201, created)
      if (address !== null) await check(resource, await send(method, address, changed), 200, changed)
    }),
    runs(600),
  )
})

test(`[TRUST-11, TRUST-40, API-4] no body breaks the server (seed ${seed})`, async () => {
  const body = fc.constantFrom(...writable).chain((name) => {
    const { path, fields } = contract[name]
    const names = fc.constantFrom('version', 'nothing', ...Object.keys(fields))
    return fc.record({
      path: fc.constant(path),
      id: fc.constantFrom('1', '2', '3', '99999'),
      method: fc.constantFrom('POST', 'PUT', 'PATCH'),
      good: validBody(fields, pool),
      bad: fc.dictionary(names, anyValue, { maxKeys: 5 }),
      isMixed: fc.boolean(),
    })
  })
  await fc.assert(
    fc.asyncProperty(body, async ({ path, id, method, good, bad, isMixed }) => {
      await send(method, method === 'POST' ? path : `${path}${id}/`, isMixed ? { ...good, ...bad } : bad)
      // What has been stored can be read again.
      await send('GET', `${path}?limit=5`)
    }),
    runs(1_250),
  )
})

test(`[TRUST-40, API-1] no operation breaks, whatever its address, parameters and body hold (seed ${seed})`, async () => {
  const request = anyRequest(document)
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, headers, body }) => {
      await send(method, path, body, headers)
    }),
    runs(2_000),
  )
})

test(`[TRUST-19, TRUST-40, FILE-3] no form breaks the server (seed ${seed})`, async () => {
  const part = fc.record({
    name: fc.oneof(
      fc.constantFrom('file', 'logo', 'object_id', 'filename', 'tags', 'name', 'state'),
      anyText,
    ),
    value: fc.oneof(anyText, fc.constantFrom('contact-1', 'TX', 'NDA')),
    filename: fc.option(anyText, { nil: undefined }),
  })
  const form = fc.record({
    target: fc.constantFrom(
      ...([
        ['POST', contract.files.path],
        ['POST', contract.organizations.path],
        ['PATCH', `${contract.organizations.path}1/`],
      ] as const),
    ),
    parts: fc.array(part, { maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(form, async ({ target, parts }) => {
      decent(
        await sendForm(
          api,
          token,
          target,
          parts.map(({ filename, ...rest }) => (filename === undefined ? rest : { ...rest, filename })),
        ),
      )
    }),
    runs(250),
  )
})

test(`[API-4, TRUST-40] ${wanted} requests have been sent, and many of them taken`, () => {
  expect(sent).toBeGreaterThanOrEqual(wanted)
  expect(taken).toBeGreaterThan(0.3 * wanted)
})
