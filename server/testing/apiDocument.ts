/** Checks answers against the API document, independently of the product's code. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { testDir } from './databases'
import type { ErrorAnswer } from '../../src/contract/answers'
import { secondFactorRequired } from '../../src/contract/secondFactorFields'

interface Media {
  schema: { $ref?: string; properties?: Record<string, object> }
  example?: unknown
}
type Content = Record<string, Media>
export interface Operation {
  summary?: string
  tags?: string[]
  security?: unknown[]
  'x-token-scope'?: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

/** The parts of the document that the tests use. */
export interface ApiDocument {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

/** Every operation of a document, its method in lower case. */
export const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** The JSON part of a body or an answer. */
export const jsonOf = (content: Content = {}): Media | undefined => content['application/json']

/** A received answer. */
export interface ReceivedAnswer {
  method: string
  /** With or without parameters. */
  path: string
  status: number
  contentType: string | null
  /** Parsed if it is JSON; an empty text if there is none. */
  body: unknown
}

export interface AnswerValidator {
  /** The documented path of an address; undefined where the document has none for the method. */
  pathOf(method: string, address: string): string | undefined
  /** The difference of an answer from the document; null where there is none, or no such operation. */
  fault(received: ReceivedAnswer): string | null
}

/** Answers to any request before it is routed; the document has them once, as `default`. */
const commonStatuses = [405, 408, 413, 414, 415, 431]

/** Likewise, to any request of some accounts (MFA-7). */
const isSecondFactorRequired = (body: unknown): boolean =>
  (body as Partial<ErrorAnswer> | null)?.code === secondFactorRequired

/** The variant of the document: the mail port adds routes of its own. */
const variantOf = ({ config: { mailService, signUp } }: FastifyInstance) =>
  `${mailService === null ? 'built-in' : 'service'}-${signUp}`

/** The document of a ready server; generated once in a test run, since that takes as long as starting the server. */
function documentOf(app: FastifyInstance): ApiDocument {
  const file = path.join(testDir(), `document-${variantOf(app)}.json`)
  if (!existsSync(file)) {
    const fresh = `${file}.${randomUUID()}`
    writeFileSync(fresh, JSON.stringify(app.swagger()))
    renameSync(fresh, file)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as ApiDocument
}

const validators = new Map<string, Promise<AnswerValidator>>()

/** Reads the document of a ready server, once for each variant in a test file. */
export function readDocument(app: FastifyInstance): Promise<AnswerValidator> {
  const variant = variantOf(app)
  const validator = validators.get(variant) ?? createAnswerValidator(documentOf(app))
  validators.set(variant, validator)
  return validator
}

/** Compares answers with a document; each schema is compiled at its first use. */
export async function createAnswerValidator(document: ApiDocument): Promise<AnswerValidator> {
  const compile = await compilerFor(document)
  const paths = Object.entries(document.paths)
    .map(([path, methods]) => ({ path, methods, pattern: patternOf(path) }))
    // Literal paths take precedence over those with an id.
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  const find = (method: string, address: string) => {
    const [plain = ''] = address.split('?')
    return paths.find(({ pattern, methods }) => pattern.test(plain) && method.toLowerCase() in methods)
  }
  const compiled = new Map<string, (value: unknown) => string | null>()

  return {
    pathOf: (method, address) => find(method, address)?.path,
    fault: ({ method, path: address, status, contentType, body }) => {
      const found = find(method, address)
      const operation = found?.methods[method.toLowerCase()]
      if (!found || !operation) return null
      const key =
        isSecondFactorRequired(body) ||
        (!(String(status) in operation.responses) && commonStatuses.includes(status))
          ? 'default'
          : String(status)
      const response = operation.responses[key]
      const name = `${method} ${found.path} ${status}`
      if (!response) return `${name} is not documented`
      if (!response.content) return body === '' ? null : `${name} has a body`
      const type = contentType?.split(';')[0] ?? ''
      if (!(type in response.content))
        return `${name} is ${type}, documented as ${Object.keys(response.content).join()}`
      if (type !== 'application/json') return null
      const steps = ['paths', found.path, method.toLowerCase(), 'responses', key, 'content', type, 'schema']
      // Many answers have the same schema, which is compiled once.
      const pointer = response.content[type]?.schema.$ref ?? `#/${steps.map(escaped).join('/')}`
      const check = compiled.get(pointer) ?? compile(pointer)
      compiled.set(pointer, check)
      const fault = check(body)
      return fault === null ? null : `${name}: ${fault}`
    },
  }
}

/** An escaped step of a JSON pointer within a URL. */
const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replaceAll('.', '\\.')
      .replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
  )

/** Uses Fastify's compiler of request schemas for those of the document. */
async function compilerFor(
  document: ApiDocument,
): Promise<(pointer: string) => (value: unknown) => string | null> {
  const app = Fastify({
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        strict: false,
        // Disabled because it takes longer than the checks.
        validateSchema: false,
        inlineRefs: false,
        code: { optimize: false },
      },
    },
  })
  app.addSchema({ ...(closed(document) as object), $id: 'document' })
  const request = await new Promise<FastifyRequest>((resolve) => {
    app.get('/', (request) => {
      resolve(request)
      return ''
    })
    void app.inject('/')
  })
  return (pointer) => {
    const validate = request.compileValidationSchema({ $ref: `document${pointer}` })
    return (value) => (validate(value) ? null : JSON.stringify(validate.errors))
  }
}

/** The same schemas with closed objects, except for parts of an intersection, which describe each other. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null || 'allOf' in schema) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  return 'properties' in schema && 'type' in schema && schema.type === 'object'
    ? { additionalProperties: false, ...parts }
    : parts
}
