import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Config } from './config'
import type { OpenDatabase } from './db/dialect'
import { readRoutes, writeRoutes } from './kit/routes'
import { apiDocument } from './plugins/apiDocument'
import { authentication } from './plugins/authentication'
import { answerClientError, errorAnswers, errorBody } from './plugins/errors'
import { health } from './plugins/health'
import { methodsNotAllowed } from './plugins/methods'
import { pages } from './plugins/pages'
import { resources } from './resources'
import { sessionRoutes } from './resources/session.routes'
import { userRoutes } from './resources/users.routes'
import type { Sessions } from './sessions'
import './types'

/** Milliseconds for a request to arrive in full; slow headers are cut off sooner. */
const requestTimeout = 60_000
const headersTimeout = 15_000
const maxBodyBytes = 1_048_576
const maxHeaderBytes = 16_384
const maxAddressBytes = 8_192

export interface AppParts {
  config: Config
  database: OpenDatabase
  sessions: Sessions
  /** The folder of the built browser application. */
  publicDir: string
  /** Whether the process has been asked to stop. */
  isStopping?: () => boolean
}

/** The HTTP application, not yet listening. */
export async function buildApp({
  config,
  database,
  sessions,
  publicDir,
  isStopping = () => false,
}: AppParts): Promise<FastifyInstance> {
  const app = Fastify<Server>({
    logger: {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      // Addresses are logged without their parameters, which may hold codes and search texts (TRUST-8).
      serializers: { req: ({ method, url }) => ({ method, path: url.split('?')[0] }) },
    },
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    requestTimeout,
    http: {
      headersTimeout,
      maxHeaderSize: maxHeaderBytes,
      connectionsCheckingInterval: 1_000,
      // Refused below instead, with the body that every error has.
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: ({ statusCode = 400 }, request, reply: FastifyReply) => {
      const detail = statusCode === 400 ? 'The address cannot be understood.' : undefined
      void reply
        .code(statusCode)
        .header('x-request-id', request.id)
        .send(errorBody(statusCode, request.id, detail))
    },
  })
  // Clients that put a JSON content type on everything send it with an empty DELETE, too; whoever needs a body
  // says so (kit/input.ts).
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body, done)
  })
  app.decorate('config', config)
  app.decorate('database', database)
  app.decorate('sessions', sessions)

  app.addHook('onRequest', async ({ raw, id }, reply) => {
    const status =
      (raw.url ?? '').length > maxAddressBytes
        ? 414
        : raw.httpVersion === '1.1' && !raw.headers.host
          ? 400
          : null
    if (status !== null) return reply.code(status).send(errorBody(status, id))
  })
  app.addHook('onSend', async (request, reply) => {
    void reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
  errorAnswers(app)
  authentication(app)
  const methods = methodsNotAllowed(app)
  await apiDocument(app)

  for (const resource of [resources.tags, resources.organizations, resources.opportunities]) {
    readRoutes(app, resource)
    writeRoutes(app, resource)
  }
  for (const resource of [resources.users, resources.states, resources.contentTypes])
    readRoutes(app, resource)
  sessionRoutes(app)
  userRoutes(app)
  health(app, isStopping)
  await pages(app, publicDir)
  methods.close()
  return app
}
