import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { parse } from 'yaml'
import { startApi, type TestApi } from '../testing/api'
import {
  jsonOf,
  operationsOf,
  readDocument,
  type ApiDocument,
  type Operation,
  type ReceivedAnswer,
  type AnswerValidator,
} from '../testing/apiDocument'

let api: TestApi
let document: ApiDocument
let validator: AnswerValidator
beforeAll(async () => {
  api = await startApi()
  document = (await api.send<ApiDocument>('GET', '/api/schema/')).body
  validator = await readDocument(api.app)
})
afterAll(() => api.close())

const operations = () => operationsOf(document)
const isOpen = ({ security }: Operation) => security?.length === 0

test('[API-1] every operation says what it is, has examples, and every reference leads somewhere', () => {
  const tags = new Map(document.tags.map(({ name, description }) => [name, description]))
  for (const { path, method, operation } of operations()) {
    const name = `${method} ${path}`
    expect([name, operation.summary, operation.tags?.map((tag) => tags.get(tag))]).toEqual([
      name,
      expect.stringMatching(/\w/),
      [expect.stringMatching(/\w/)],
    ])
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect([name, status, description]).toEqual([name, status, expect.not.stringMatching(/^Default/)])
      if (jsonOf(content))
        expect([name, status, jsonOf(content)]).toEqual([
          name,
          status,
          expect.objectContaining({ example: expect.anything() as unknown }),
        ])
    }
    const body = jsonOf(operation.requestBody?.content)
    if (body) expect([name, body.example]).toEqual([name, expect.anything()])
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

test('[TRUST-25] the document is written once, and compressed for clients that accept that', async () => {
  const spy = jest.spyOn(api.app, 'swagger')
  const read = async (path: string, coding: string) => {
    const answer = await fetch(api.url + path, { headers: { 'accept-encoding': coding } })
    expect(answer.headers.get('content-encoding')).toBe(coding === 'gzip' ? 'gzip' : null)
    expect(await answer.json()).toEqual(document)
  }
  for (const path of ['/api/schema/', '/api/docs/json']) {
    await read(path, 'gzip')
    await read(path, 'identity')
  }
  expect(spy).not.toHaveBeenCalled()
  spy.mockRestore()
})

test('[TRUST-9] exactly the open routes say that they need no session', () => {
  const open = operations().filter(({ operation }) => isOpen(operation))
  expect(open.map(({ path, method }) => `${method} ${path}`).sort()).toEqual([
    'get /api/calendar/{file}',
    'get /api/installation/',
    'get /api/mpg/contacts/{id}/crystal_profile/',
    'get /api/mpg/file/{id}/content/',
    'get /api/mpg/organizations/{id}/logo/',
    'get /nylas/attachments/{id}/content/',
    'get /nylas/authorize/',
    'get /rest/complete/{provider}/',
    'get /rest/login/{provider}/',
    'post /api/email-confirmation/',
    'post /api/password-reset/',
    'post /api/password-reset/complete/',
    'post /api/registration/',
    'post /api/token/',
    'post /api/token/passkey/',
    'post /api/token/passkey/options/',
    'post /api/token/refresh/',
    'post /api/token/revoke/',
    'post /api/token/second-factor/',
    'post /nylas/authorize/',
  ])
})

test('[API-1] an answer that differs from the document is noticed', async () => {
  const { status, headers, body } = await api.asBroker<{ count: number; results: Record<string, unknown>[] }>(
    'GET',
    '/api/mpg/states/?limit=1',
  )
  const received: ReceivedAnswer = {
    method: 'GET',
    path: '/api/mpg/states',
    status,
    contentType: headers.get('content-type'),
    body,
  }
  expect(validator.fault(received)).toBeNull()
  const [state] = body.results
  for (const other of [
    { status: 201 },
    { status: 409 },
    { contentType: 'text/html' },
    { body: '' },
    { body: { ...body, count: -1 } },
    { body: { ...body, more: 1 } },
    { body: { count: 1 } },
    { body: { ...body, results: [{ ...state, name: null }] } },
    { body: { ...body, results: [{ ...state, name: undefined }] } },
    { body: { ...body, results: [{ ...state, search: 'illinois' }] } },
  ])
    expect([other, validator.fault({ ...received, ...other })]).toEqual([
      other,
      expect.stringContaining('GET /api/mpg/states/'),
    ])
  expect(validator.fault({ ...received, status: 400, body: { detail: 'x', code: 'y' } })).toContain(
    'request_id',
  )
  expect(
    validator.fault({
      ...received,
      status: 400,
      body: { detail: 'x', code: 'y', request_id: 'z', stack: '' },
    }),
  ).toContain('stack')
})

test('[API-1, TRUST-23] as YAML it says the same', async () => {
  const answer = await fetch(`${api.url}/api/docs/yaml`)
  expect(answer.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
  expect(parse(await answer.text())).toEqual(document)
})

test('[TRUST-24] the API document is written once, in each form', async () => {
  const swagger = jest.spyOn(api.app, 'swagger')
  const read = async (path: string) => (await fetch(api.url + path)).text()
  for (const path of ['/api/schema/', '/api/docs/json', '/api/docs/yaml'])
    expect(new Set(await Promise.all([1, 2, 3, 4].map(() => read(path)))).size).toBe(1)
  expect(swagger.mock.calls.length).toBeLessThanOrEqual(2)
})

test('[API-1] the API document names every route and needs no session', async () => {
  const document = await api.send<{ openapi: string; paths: Record<string, object> }>('GET', '/api/schema/')
  expect(document.status).toBe(200)
  expect(document.body.openapi).toBe('3.1.0')
  expect(Object.keys(document.body.paths)).toEqual(
    expect.arrayContaining([
      '/api/token/',
      '/api/users/me/',
      '/api/mpg/opportunities/',
      '/api/mpg/opportunities/{id}/',
      '/api/mpg/tag/',
    ]),
  )
  const page = await fetch(`${api.url}/api/docs/`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*|[\w-]+\.\w/)
})

// The last one: it holds the event loop for so long that the server then ends the connections kept so far.
test('[API-1] a linter of API documents has nothing to say', async () => {
  const spectral = new Spectral()
  spectral.setRuleset({
    extends: [[oas as never, 'recommended']],
    rules: {
      // The paths of the contract end with a slash, and also work without it.
      'path-keys-no-trailing-slash': 'off',
      // A summary is enough where there is nothing more to say.
      'operation-description': 'off',
    },
  })
  const found = await spectral.run(document as never)
  expect(found.map(({ code, path, message }) => [code, path.join('.'), message])).toEqual([])
})
