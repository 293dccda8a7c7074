import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify'
import fp from 'fastify-plugin'
import { contract } from '../../src/contract'
import { errorSchema, recordSchema } from '../../src/contract/schema'
import { createTurnLimiter } from '../kit/admission/turnLimiter'
import { failures } from '../kit/http/documentation'
import { addExamples, type ApiDocument } from './apiExamples'
import { apiSections } from './apiSections'
import { allPublic } from '../kit/http/allPublic'
import { registerScope } from '../kit/http/registerScope'
import { yamlOf } from './yamlOf'

/** Only this server; the hash is that of the inline style set by the page's own script. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"

export const apiDocumentPath = '/api/schema/'

type Described = FastifySchema & { summary: string; response: object }

const isDescribed = (schema: FastifySchema | undefined): schema is Described =>
  schema !== undefined && 'summary' in schema

/** Adds what follows from a route's own description: its operation id, and answers common to all requests. */
function complete(schema: Described, config: FastifyContextConfig = {}, writes: boolean): FastifySchema {
  const { summary, querystring, headers, body, response } = schema
  const isPublic = config.public === true
  const { tokenScope = 'none', rights = [] } = config
  const takes = [querystring, headers, body].some(hasContent)
  const statuses = [
    ...(takes ? [400] : []),
    ...(isPublic ? [] : [401, 403]),
    ...(rights.length > 0 ? [409] : []),
    ...(body ? [413, 415] : []),
    // Requests without a session or parameters do not use the database.
    ...(takes || !isPublic ? [503] : []),
    ...(writes ? [507] : []),
  ]
  return {
    ...schema,
    ...(isPublic
      ? { security: [] }
      : tokenScope === 'none'
        ? {}
        : { security: [{ bearer: [] }, { apiToken: [] }], 'x-token-scope': tokenScope }),
    operationId: nameOf(summary),
    response: { ...failures(...statuses, 'default'), ...response },
  }
}

/** Whether a schema describes anything. */
const hasContent = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  !('properties' in schema && Object.keys(schema.properties as object).length === 0)

/** A summary as one word: 'Read one: Tag' is `readOneTag`. */
const nameOf = (summary: string): string =>
  summary
    .replaceAll(/[^A-Za-z\d ]/g, '')
    .replaceAll(/ +(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^\w/, (letter) => letter.toLowerCase())

/** The OpenAPI document at `apiDocumentPath` and a page to read it at /api/docs/, both without a session. */
export const apiDocument = fp(
  async (app: FastifyInstance) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Citygate',
          version: '1.0.0',
          description:
            'Opportunities, bids, organizations, contacts and addresses of a natural-gas brokerage. Every path works with and without its trailing slash. Every answer that is not a success carries `detail`, `code` and `request_id`. Where the installation requires a second factor of an account that has none, every call but those that set one up is answered with 409 and the code `second_factor_required`.',
          contact: { name: 'Whoever runs this installation' },
        },
        servers: [{ url: '/', description: 'This installation.' }],
        tags: apiSections,
        components: {
          securitySchemes: {
            bearer: {
              type: 'http',
              scheme: 'bearer',
              bearerFormat: 'JWT',
              description: 'The access token of a session.',
            },
            apiToken: {
              type: 'http',
              scheme: 'bearer',
              bearerFormat: 'cg_…',
              description:
                'An API token, which acts as its user. `x-token-scope` of an operation names the scope that it needs; operations without one accept sessions only.',
            },
          },
        },
        security: [{ bearer: [] }],
      },
      transform: ({ schema, url, route }) => ({
        schema: isDescribed(schema) ? complete(schema, route.config, route.method !== 'GET') : schema,
        url,
      }),
      transformObject: (document) => {
        if (!('openapiObject' in document)) return document.swaggerObject
        addExamples(document.openapiObject as unknown as ApiDocument)
        return document.openapiObject
      },
      refResolver: {
        buildLocalReference: (json, _base, _fragment, index) =>
          typeof json.$id === 'string' ? json.$id : `schema-${index}`,
      },
    })
    for (const resource of Object.values(contract)) app.addSchema(recordSchema(resource))
    app.addSchema(errorSchema)
    // Requests are parsed by the contract itself (kit/input.ts, kit/read/query.ts), whose messages are for users; the
    // schemas of routes are documentation, and the tests check answers against them.
    app.setValidatorCompiler(() => () => true)
    app.setSerializerCompiler(() => (data) => JSON.stringify(data))

    const turn = createTurnLimiter(perTurn)
    const json = () => JSON.stringify(app.swagger())
    const answer = answerWith('application/json', turn, async () => json())
    const answerYaml = answerWith('application/yaml', turn, () => yamlOf(json()))
    await registerScope(app, 'citygate-api-document-pages', async (scope) => {
      allPublic(scope)
      scope.addHook('onRoute', (route) => {
        if (route.url === '/api/docs/json') route.handler = answer
        if (route.url === '/api/docs/yaml') route.handler = answerYaml
      })
      await scope.register(swaggerUi, {
        routePrefix: '/api/docs',
        staticCSP: pagePolicy,
        logLevel: 'warn',
        // The validator badge would send the address of this installation to an external server.
        uiConfig: { validatorUrl: null },
      })
    })
    app.get(apiDocumentPath, { config: { public: true }, schema: { hide: true } }, answer)
  },
  {
    name: 'citygate-api-document',
    dependencies: ['citygate-authentication', 'citygate-request-budget', 'citygate-route-methods'],
  },
)

/** Plain documents sent in each turn of the event loop: one takes a millisecond of copying. */
const perTurn = 4

/**
 * Serves bytes, plain or compressed, that are made once, or again where that failed: serializing them takes as long as
 * many lists.
 * Plain answers to requests that come together are spread over several turns of the event loop, so that others get in
 * between (TRUST-25).
 */
function answerWith(type: string, turn: () => Promise<void>, document: () => Promise<string>) {
  const write = async () => {
    const plain = Buffer.from(await document())
    return { plain, compressed: await promisify<Buffer, Buffer>(gzip)(plain) }
  }
  let written: ReturnType<typeof write> | undefined
  const forget = (error: unknown): never => {
    written = undefined
    throw error
  }
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const { plain, compressed } = await (written ??= write().catch(forget))
    void reply.type(`${type}; charset=utf-8`).header('vary', 'accept-encoding')
    if (negotiate(headers['accept-encoding'] ?? '', ['gzip']) !== null)
      return reply.header('content-encoding', 'gzip').send(compressed)
    await turn()
    return reply.send(plain)
  }
}
