import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Config } from './config'
import type { OpenDatabase } from './db/dialect'
import { createFingerprints } from './kit/idempotency'
import { createLinks } from './kit/links'
import { readRoutes, trashRoutes, writeRoutes } from './kit/routes'
import { apiDocument } from './plugins/apiDocument'
import { authentication } from './plugins/authentication'
import { answerClientError, answerError, errorBody } from './plugins/errors'
import { health } from './plugins/health'
import { methodsNotAllowed } from './plugins/methods'
import { pages } from './plugins/pages'
import { registryBureau } from './ports/bureau/registry'
import { openEvents } from './ports/events/open'
import { openFileStore } from './ports/files/open'
import { consentRoutes } from './ports/mail/consent.routes'
import { openMail } from './ports/mail/open'
import { builtInProfiles } from './ports/profiles/builtIn'
import { plainResources, readOnlyResources } from './resources'
import { activityRoutes } from './resources/activities.routes'
import { bureauRoutes } from './resources/bureau.routes'
import { creditSetupRoutes } from './resources/creditSetups.routes'
import { crystalProfileRoutes } from './resources/crystalProfiles.routes'
import { eventRoutes } from './resources/events.routes'
import { fileRoutes } from './resources/files.routes'
import { mailRoutes } from './resources/mail.routes'
import { noteRoutes } from './resources/notes.routes'
import { organizationRoutes } from './resources/organizationLogo.routes'
import { participantRoutes } from './resources/participants.routes'
import { profileRoutes } from './resources/profiles.routes'
import { passwordRoutes } from './resources/passwords.routes'
import { sessionRoutes } from './resources/session.routes'
import { sourceNameRoutes } from './resources/sourceNames.routes'
import { userRoutes } from './resources/users.routes'
import type { Sessions } from './sessions'
import { loadSecrets } from './sessions/secrets'
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
  // The framework would read it; no route takes it.
  app.removeContentTypeParser('text/plain')
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
  app.decorate('bureau', registryBureau())
  app.decorate(
    'events',
    await openEvents(config, database, (err) => app.log.warn({ err }, 'notices may be lost')),
  )
  app.addHook('onClose', () => app.events.close())
  const secrets = loadSecrets(config.dataDir)
  app.decorate('mail', openMail(config, database, secrets))
  app.decorate('files', openFileStore(config))
  app.decorate('profiles', builtInProfiles())
  app.decorate('links', createLinks(secrets))
  app.decorate('fingerprints', createFingerprints(secrets))
  app.decorateRequest('sentFile', null)

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
  app.setErrorHandler(answerError)
  authentication(app)
  const methods = methodsNotAllowed(app)
  await apiDocument(app)

  for (const resource of plainResources) {
    readRoutes(app, resource)
    writeRoutes(app, resource)
    if (resource.contract.trash) trashRoutes(app, resource)
  }
  for (const resource of readOnlyResources) readRoutes(app, resource)
  await organizationRoutes(app)
  await noteRoutes(app)
  await fileRoutes(app)
  creditSetupRoutes(app)
  sessionRoutes(app)
  userRoutes(app)
  passwordRoutes(app)
  participantRoutes(app)
  profileRoutes(app)
  activityRoutes(app)
  mailRoutes(app)
  await consentRoutes(app)
  bureauRoutes(app)
  eventRoutes(app)
  crystalProfileRoutes(app)
  await sourceNameRoutes(app)
  health(app, isStopping)
  await pages(app, publicDir)
  methods.close()
  return app
}
