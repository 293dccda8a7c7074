import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify'
import type { Fields } from '../../../src/contract/fields'
import { inputSchema } from '../../../src/contract/schema'
import { parseInput, type Parsed } from '../input'
import type { Parameters } from '../read/query'
import type { RouteDocument } from './documentation'

/** Keeps a route out of the API document. */
interface HiddenDocument {
  hide: true
  fields?: never
}

/** The names that a schema of the API document lists; any, where only the running server knows them. */
type NamesOf<Document, Part extends 'params' | 'querystring'> = Document extends {
  readonly [P in Part]: { properties: infer Properties }
}
  ? keyof Properties & string
  : string

type FieldsOf<Document> = Document extends { readonly fields?: infer F extends Fields } ? F : never

/** A request with the parameters that its route documents: those of the path as texts, those of the query unread. */
type DocumentedRequest<Document> = FastifyRequest<{
  Params: Readonly<Record<NamesOf<Document, 'params'>, string>>
  Querystring: string extends NamesOf<Document, 'querystring'>
    ? Parameters
    : Partial<Record<NamesOf<Document, 'querystring'>, unknown>>
}>

interface Route<Document> {
  method: HTTPMethods
  path: string
  config?: FastifyContextConfig
  exposeHeadRoute?: false
  /** How the API document describes the route; its parameters and fields type what the handler reads. */
  document: Document
  /**
   * Answers a request.
   * @param readBody reads the body by the document's fields, once the handler has checked who may send it.
   */
  handler: (
    request: DocumentedRequest<Document>,
    reply: FastifyReply,
    readBody: () => Promise<Parsed<FieldsOf<Document>>>,
  ) => unknown
}

/** Registers a route of the API. The schemas are documentation: what is sent is read by the contract (kit/input.ts). */
export function route<Document extends RouteDocument | HiddenDocument>(
  app: FastifyInstance,
  { path, document, handler, ...options }: Route<Document>,
): void {
  const { fields, ...schema }: RouteDocument | HiddenDocument = document
  app.route<{ Params: never; Querystring: never }>({
    ...options,
    url: path,
    schema: fields ? { ...schema, body: inputSchema(fields, 'create') } : schema,
    handler: (request, reply) =>
      handler(
        request,
        reply,
        () => parseInput(fields ?? {}, request.body, 'create') as Promise<Parsed<FieldsOf<Document>>>,
      ),
  })
}
