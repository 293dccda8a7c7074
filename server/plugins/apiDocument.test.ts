import Fastify, { type FastifyInstance } from 'fastify'
import { startApi, demoPassword, type TestApi } from '../testing/api'

type Json = Record<string, unknown>
interface Operation {
  summary?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { name: string; in: string }[]
  responses: Record<string, { description: string; content?: Json }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

let api: TestApi
let document: Document
/** Knows nothing of the product: it holds values against the document that the product serves. */
let judge: FastifyInstance
beforeAll(async () => {
  api = await startApi()
  document = (await api.send<Document>('GET', '/api/schema/')).body
  judge = Fastify({
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, strict: false },
    },
  })
  judge.addSchema({ ...document, $id: 'document' })
  judge.post('/', (request) => {
    const { pointer, value } = request.body as { pointer: string; value: unknown }
    const validate = request.compileValidationSchema({ $ref: `document#${pointer}` })
    return validate(value) ? [] : (validate.errors ?? [])
  })
  await judge.ready()
})
afterAll(async () => {
  await judge.close()
  await api.close()
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
const step = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** What the document finds wrong with an answer. */
async function faults(method: string, path: string, status: number, value: unknown): Promise<unknown> {
  const response = document.paths[path]?.[method]?.responses[status]
  if (!response) return `${method} ${path} does not say that it answers ${status}.`
  if (!response.content) return value === '' ? [] : 'has a body'
  const pointer = `/paths/${step(path)}/${method}/responses/${status}/content/${step('application/json')}/schema`
  return (await judge.inject({ method: 'POST', url: '/', payload: { pointer, value } })).json()
}

test('[API-1] every operation says what it is, and every reference leads somewhere', () => {
  for (const { path, method, operation } of operations()) {
    const name = `${method} ${path}`
    expect([name, operation.summary, operation.tags?.length]).toEqual([name, expect.stringMatching(/\w/), 1])
    for (const [status, { description }] of Object.entries(operation.responses))
      expect([name, status, description]).toEqual([name, status, expect.not.stringMatching(/^Default/)])
    const inPath = operation.parameters
      ?.filter((parameter) => parameter.in === 'path')
      .map(({ name }) => name)
    expect([name, inPath ?? []]).toEqual([name, [...path.matchAll(/\{(\w+)\}/g)].map(([, found]) => found)])
  }
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, found]) => found)
  const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
  expect(references.length).toBeGreaterThan(50)
  expect([...new Set(references)].filter((reference) => !known.includes(reference ?? ''))).toEqual([])
})

test('[TRUST-9] exactly the open routes say that they need no session', () => {
  const open = operations().filter(({ operation }) => operation.security?.length === 0)
  expect(open.map(({ path }) => path).sort()).toEqual([
    '/api/installation/',
    '/api/token/',
    '/api/token/refresh/',
    '/api/token/revoke/',
  ])
})

test('[API-1, API-2, API-3, API-4] what is answered is what the document says', async () => {
  const { access, refresh } = await api.signIn()
  const tag = await api.asBroker<Json>('POST', '/api/mpg/tag/', {
    name: 'T',
    color: '#222',
    description: 'd',
  })
  const organization = await api.asBroker<Json>('POST', '/api/mpg/organizations/', {
    name: 'Larkfield Steam',
    last_verification_date: '2027-01-01',
    founding_year: 1901,
  })
  const deal = {
    opportunity_name: 'Larkfield Mill',
    tags: [tag.body['tag_id']],
    organizations: [organization.body['organization_id']],
    pricing_due_date: '2027-01-01T10:00Z',
    expected_close_date: '2027-01-01',
    source_type: 'DIRECT',
    dekatherms: true,
  }
  const credentials = { username: 'broker', password: demoPassword }
  const requests: [string, string, { address?: string; body?: object | string; headers?: object }][] = [
    ['post', '/api/mpg/opportunities/', { body: deal }],
    ['post', '/api/mpg/opportunities/', { body: { ...deal, tags: [999] } }],
    ['post', '/api/mpg/opportunities/', { body: { opportunity_name: '' } }],
    ['get', '/api/mpg/opportunities/', { address: '?expand=tags.created_by.profile,organizations' }],
    ['get', '/api/mpg/opportunities/', { address: '?ordering=nothing' }],
    ['patch', '/api/mpg/opportunities/{id}/', { body: { version: 1, notes: 'x' } }],
    ['patch', '/api/mpg/opportunities/{id}/', { body: { version: 1, notes: 'y' } }],
    ['put', '/api/mpg/opportunities/{id}/', { body: deal }],
    ['get', '/api/mpg/opportunities/{id}/', { address: '?expand=modified_by' }],
    ['delete', '/api/mpg/opportunities/{id}/', {}],
    ['get', '/api/mpg/opportunities/{id}/', {}],
    ['get', '/api/mpg/organizations/', { address: '?expand=created_by' }],
    ['get', '/api/mpg/organizations/{id}/', {}],
    ['post', '/api/mpg/tag/', { body: { name: 't', color: '#222', description: 'd' } }],
    ['get', '/api/mpg/tag/', {}],
    ['delete', '/api/mpg/tag/{id}/', {}],
    ['get', '/api/users/', { address: '?expand=profile' }],
    ['get', '/api/users/{id}/', {}],
    ['get', '/api/users/me/', { address: '?expand=profile' }],
    ['get', '/api/mpg/states/', { address: '?limit=60' }],
    ['get', '/api/mpg/states/{id}/', {}],
    ['get', '/api/mpg/content-types/', {}],
    ['get', '/api/mpg/nylas-contacts/', {}],
    ['get', '/api/installation/', {}],
    ['post', '/api/token/', { body: credentials }],
    ['post', '/api/token/', { body: { ...credentials, password: 'wrong' } }],
    ['post', '/api/token/refresh/', { body: { refresh } }],
    ['post', '/api/token/refresh/', { body: {} }],
    ['post', '/api/token/revoke/', { body: { refresh: 'unknown' } }],
  ]
  const statuses = new Set<number>()
  for (const [method, path, { address = '', body }] of requests) {
    const answer = await api.send<unknown>(method.toUpperCase(), path.replace('{id}', '1') + address, {
      token: access,
      ...(body === undefined ? {} : { body }),
    })
    statuses.add(answer.status)
    const name = `${method} ${path}${address} ${answer.status}`
    expect([name, await faults(method, path, answer.status, answer.body)]).toEqual([name, []])
  }
  expect([...statuses].sort()).toEqual([200, 201, 204, 400, 401, 404, 409])
  const other = { ...(await api.send<Json>('GET', '/api/mpg/tag/', { token: access })).body, count: -1 }
  expect(await faults('get', '/api/mpg/tag/', 200, other)).not.toEqual([])
})
