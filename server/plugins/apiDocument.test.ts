import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { startApi, type TestApi } from '../testing/api'
import {
  jsonOf,
  operationsOf,
  readDocument,
  type ApiDocument,
  type Operation,
  type Heard,
  type Judge,
} from '../testing/apiDocument'

let api: TestApi
let document: ApiDocument
let judge: Judge
beforeAll(async () => {
  api = await startApi()
  document = (await api.send<ApiDocument>('GET', '/api/schema/')).body
  judge = await readDocument(api.app)
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

test('[API-1] a linter of API documents has nothing to say', async () => {
  const spectral = new Spectral()
  spectral.setRuleset({
    extends: [[oas as never, 'recommended']],
    rules: {
      // The paths of the contract end with a slash, and are answered without it, too.
      'path-keys-no-trailing-slash': 'off',
      // A summary says it where there is nothing more to be said.
      'operation-description': 'off',
    },
  })
  const found = await spectral.run(document as never)
  expect(found.map(({ code, path, message }) => [code, path.join('.'), message])).toEqual([])
})

test('[TRUST-25] the document is written once, and packed for whoever understands that', async () => {
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
    'get /nylas/authorize/',
    'get /rest/complete/{provider}/',
    'get /rest/login/{provider}/',
    'post /api/registration/',
    'post /api/token/',
    'post /api/token/refresh/',
    'post /api/token/revoke/',
    'post /nylas/authorize/',
  ])
})

test('[API-1] an answer that differs from the document is noticed', async () => {
  const { status, headers, body } = await api.asBroker<{ count: number; results: Record<string, unknown>[] }>(
    'GET',
    '/api/mpg/states/?limit=1',
  )
  const heard: Heard = {
    method: 'GET',
    path: '/api/mpg/states',
    status,
    contentType: headers.get('content-type'),
    body,
  }
  expect(judge.fault(heard)).toBeNull()
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
    expect([other, judge.fault({ ...heard, ...other })]).toEqual([
      other,
      expect.stringContaining('GET /api/mpg/states/'),
    ])
  expect(judge.fault({ ...heard, status: 400, body: { detail: 'x', code: 'y' } })).toContain('request_id')
  expect(
    judge.fault({ ...heard, status: 400, body: { detail: 'x', code: 'y', request_id: 'z', stack: '' } }),
  ).toContain('stack')
})
