import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { isEncrypted, type Config } from './config'
import type { OpenDatabase } from './db/dialect'
import { createFingerprints } from './kit/http/idempotency'
import { createSignedUrls } from './kit/present/signedUrls'
import { readRoutes, trashRoutes, writeRoutes } from './kit/http/routes'
import { createFollowUp } from './kit/write/followUp'
import { apiDocument } from './plugins/apiDocument'
import { authentication } from './plugins/authentication'
import { brokenOff } from './plugins/brokenOff'
import { compression } from './plugins/compression'
import { budget, defaultBudget, door, reads, type Budget } from './plugins/budget'
import { answerClientError, answerError, errorBody } from './plugins/errors'
import { health } from './plugins/health'
import { hosts } from './plugins/hosts'
import { jsonBodies } from './plugins/jsonBodies'
import { methodsNotAllowed, oneForRefusedMethods } from './plugins/methods'
import { oneAtATime } from './plugins/oneAtATime'
import { defaultPace, keepPace, type Pace } from './plugins/pace'
import { pages } from './plugins/pages'
import { parameters } from './plugins/parameters'
import { tags } from './plugins/tags'
import { openBureau } from './ports/bureau/open'
import { builtInDirectoryRoutes } from './ports/directory/builtIn.routes'
import { openDirectories } from './ports/directory/open'
import { openEvents } from './ports/events/open'
import { openFileStore } from './ports/files/open'
import { nameMailboxes } from './ports/mail/accounts'
import { openMail } from './ports/mail/open'
import { createOutside, type Outside } from './ports/outside'
import { openProfiles } from './ports/profiles/open'
import { plainResources, readOnlyResources } from './resources'
import { activityRoutes } from './resources/activities.routes'
import { calendarFeedRoutes } from './resources/calendarFeed.routes'
import { bureauRoutes } from './resources/bureau.routes'
import { chatRoutes } from './resources/chat.routes'
import { creditSetupRoutes } from './resources/creditSetups.routes'
import { crystalProfileRoutes } from './resources/crystalProfiles.routes'
import { connectionRoutes } from './resources/connections.routes'
import { directoryRoutes } from './resources/directory.routes'
import { eventRoutes } from './resources/events.routes'
import { fileRoutes } from './resources/files.routes'
import { mailRoutes } from './resources/mail.routes'
import { noteRoutes } from './resources/notes.routes'
import { organizationRoutes } from './resources/organizationLogo.routes'
import { supportRoutes } from './resources/support.routes'
import { participantRoutes } from './resources/participants.routes'
import { profileRoutes } from './resources/profiles.routes'
import { passwordRoutes } from './resources/passwords.routes'
import { registrationRoutes } from './resources/registration.routes'
import { sessionRoutes } from './resources/session.routes'
import { sessionsRoutes } from './resources/sessions.routes'
import { sourceNameRoutes } from './resources/sourceNames.routes'
import { userRoutes } from './resources/users.routes'
import { forgetDiscarded } from './resources/uploads'
import type { Sessions } from './sessions'
import type { Secrets } from './sessions/secrets'
import './types'

/** Milliseconds for the headers of a request to arrive; for bodies see plugins/pace.ts. */
const headersTimeout = 15_000
const maxBodyBytes = 1_048_576
const maxHeaderBytes = 16_384
const maxAddressBytes = 8_192
/** For a year browsers come back by TLS only. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000' }

export interface AppParts {
  config: Config
  database: OpenDatabase
  sessions: Sessions
  secrets: Secrets
  /** The folder of the built browser application. */
  publicDir: string
  /** Whether the process has been asked to stop. */
  isStopping?: () => boolean
  /** How others outside are asked. */
  outside?: Outside
  /** What may be read at once. */
  limits?: Budget
  /** How slowly bodies may come. */
  pace?: Pace
}

/** The status of what is refused before anything else is looked at, its body included, which anybody may send. */
function refusedAtOnce(request: FastifyRequest): number | null {
  const { raw, is404 } = request
  if ((raw.url ?? '').length > maxAddressBytes) return 414
  if (raw.httpVersion === '1.1' && !raw.headers.host) return 400
  return is404 && !reads(request) ? 404 : null
}

/** The HTTP application, not yet listening. */
export async function buildApp({
  config,
  database,
  sessions,
  secrets,
  publicDir,
  isStopping = () => false,
  outside = createOutside(config),
  limits = defaultBudget,
  pace = defaultPace,
}: AppParts): Promise<FastifyInstance> {
  const app = Fastify<Server>({
    logger: {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      // Addresses are logged without their parameters, which may hold codes and search texts (TRUST-8).
      serializers: {
        req: ({ method, url, routeOptions }) => ({
          method,
          path: routeOptions.config.secretPath ? routeOptions.url : url.split('?')[0],
        }),
      },
    },
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    requestTimeout: 0,
    rewriteUrl: oneForRefusedMethods,
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
  keepPace(app.server, pace)
  // The framework would read it; no route takes it.
  app.removeContentTypeParser('text/plain')
  jsonBodies(app)
  app.decorate('config', config)
  app.decorate('database', database)
  app.decorate('sessions', sessions)
  app.decorate('outside', outside)
  app.addHook('onClose', () => outside.close())
  app.decorate('bureau', openBureau(config, outside))
  app.decorate('directories', openDirectories(app, secrets))
  app.decorate(
    'events',
    await openEvents(config, database, (err) => app.log.warn({ err }, 'notices may be lost')),
  )
  app.addHook('onClose', () => app.events.close())
  app.decorate(
    'mail',
    openMail(config, database, secrets, outside, (err) => app.log.warn({ err }, 'mail has to wait')),
  )
  const followUp = createFollowUp(database, (err) => {
    app.log.warn({ err }, 'an ordering has to wait')
  })
  app.addHook('onListen', () => followUp.wake())
  app.addHook('onClose', () => followUp.stop())
  app.addHook('onListen', async () => app.mail.wake())
  app.addHook('onListen', () =>
    nameMailboxes(database.db, config.mailService !== null).catch((err: unknown) => {
      app.log.warn({ err }, 'the addresses of mailboxes may be old')
    }),
  )
  app.addHook('onClose', () => app.mail.stop())
  app.decorate('files', openFileStore(config, outside))
  forgetDiscarded(app)
  app.decorate('profiles', openProfiles(config, outside))
  app.decorate('signedUrls', createSignedUrls(secrets))
  app.decorate('fingerprints', createFingerprints(secrets))
  app.decorateRequest('sentFile', null)

  oneAtATime(app)
  app.addHook('onRequest', async (request, reply) => {
    const status = refusedAtOnce(request)
    if (status !== null) return reply.code(status).send(errorBody(status, request.id))
  })
  app.addHook('onSend', async (request, reply) => {
    void reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      // Map servers refuse whoever does not say for which site tiles are asked; no more than the origin leaves it.
      'referrer-policy': config.mapTiles === null ? 'same-origin' : 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      ...(isEncrypted(config.publicUrl) ? strictTransport : {}),
    })
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
  app.setErrorHandler(answerError)
  hosts(app)
  door(app)
  authentication(app)
  tags(app, secrets)
  brokenOff(app)
  parameters(app)
  budget(app, limits)
  compression(app)
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
  sessionsRoutes(app)
  await directoryRoutes(app)
  await builtInDirectoryRoutes(app)
  registrationRoutes(app)
  userRoutes(app)
  passwordRoutes(app)
  participantRoutes(app)
  profileRoutes(app)
  activityRoutes(app)
  calendarFeedRoutes(app)
  mailRoutes(app)
  supportRoutes(app)
  chatRoutes(app)
  await app.mail.routes(app)
  bureauRoutes(app)
  connectionRoutes(app)
  eventRoutes(app)
  crystalProfileRoutes(app)
  await sourceNameRoutes(app)
  health(app, isStopping)
  await pages(app, publicDir)
  methods.close()
  return app
}
