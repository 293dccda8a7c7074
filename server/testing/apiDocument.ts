/** Holds answers against the API document, knowing nothing else of the product. */
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'

interface Media {
  schema: { $ref?: string; properties?: Record<string, object> }
  example?: unknown
}
type Content = Record<string, Media>
export interface Operation {
  summary?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

/** What of the document its tests look at. */
export interface ApiDocument {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

/** Every operation of a document, its method in small letters. */
export const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** The part of a body or an answer that is JSON. */
export const jsonOf = (content: Content = {}): Media | undefined => content['application/json']

/** An answer as it came over the line. */
export interface Heard {
  method: string
  /** With or without parameters. */
  path: string
  status: number
  contentType: string | null
  /** Parsed where it is JSON; an empty text where there is none. */
  body: unknown
}

export interface Judge {
  /** The documented path that an address belongs to; undefined where the document describes none for the method. */
  pathOf(method: string, address: string): string | undefined
  /** What the document finds wrong with an answer; null where nothing is, or where it describes no such operation. */
  fault(heard: Heard): string | null
}

/** What any request may get before it is looked at; the document says it once, as `default`. */
const anywhere = [405, 408, 413, 414, 415, 431]

/** Reads the document of a server that is ready. Each schema is compiled when the first answer asks for it. */
export async function readDocument(app: FastifyInstance): Promise<Judge> {
  const document = app.swagger() as unknown as ApiDocument
  const compile = await compilerFor(document)
  const paths = Object.entries(document.paths)
    .map(([path, methods]) => ({ path, methods, pattern: patternOf(path) }))
    // An address that is written out in the document is no id.
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
        String(status) in operation.responses || !anywhere.includes(status) ? String(status) : 'default'
      const response = operation.responses[key]
      const name = `${method} ${found.path} ${status}`
      if (!response) return `${name} is not documented`
      if (!response.content) return body === '' ? null : `${name} has a body`
      const type = contentType?.split(';')[0] ?? ''
      if (!(type in response.content))
        return `${name} is ${type}, documented as ${Object.keys(response.content).join()}`
      if (type !== 'application/json') return null
      const steps = ['paths', found.path, method.toLowerCase(), 'responses', key, 'content', type, 'schema']
      // Many answers are of one schema, which is compiled once.
      const pointer = response.content[type]?.schema.$ref ?? `#/${steps.map(escaped).join('/')}`
      const check = compiled.get(pointer) ?? compile(pointer)
      compiled.set(pointer, check)
      const fault = check(body)
      return fault === null ? null : `${name}: ${fault}`
    },
  }
}

/** One step of a JSON pointer within an address. */
const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replaceAll('.', '\\.')
      .replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
  )

/** Fastify compiles schemas for its own requests; here it does so for those of the document. */
async function compilerFor(
  document: ApiDocument,
): Promise<(pointer: string) => (value: unknown) => string | null> {
  const judge = Fastify({
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        strict: false,
        // Compiling costs more than checking here.
        validateSchema: false,
        inlineRefs: false,
        code: { optimize: false },
      },
    },
  })
  judge.addSchema({ ...(closed(document) as object), $id: 'document' })
  const request = await new Promise<FastifyRequest>((resolve) => {
    judge.get('/', (request) => {
      resolve(request)
      return ''
    })
    void judge.inject('/')
  })
  return (pointer) => {
    const validate = request.compileValidationSchema({ $ref: `document${pointer}` })
    return (value) => (validate(value) ? null : JSON.stringify(validate.errors))
  }
}

/** The same schemas, whose objects hold nothing beyond what is described; the parts of a sum describe each other. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null || 'allOf' in schema) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  return 'properties' in schema && 'type' in schema && schema.type === 'object'
    ? { additionalProperties: false, ...parts }
    : parts
}
