import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  directoryCompletePath,
  directoryLoginPath,
  signInPath,
  type SignInAnswer,
} from '../../src/contract/session'
import { nowOf } from '../db/clock'
import { isEncrypted } from '../config'
import { inTransaction } from '../kit/context'
import { invalidParameter, notFound, retryLater, unauthorized } from '../kit/errors'
import { documentRoute, failures } from '../kit/http/documentation'
import { runLimited } from '../kit/admission/concurrencyLimiter'
import { originOf } from '../kit/http/origin'
import { single, type Query } from '../kit/read/query'
import { audit, auditCounted } from '../kit/write/audit'
import { errorsAsPages } from '../kit/http/plainPage'
import { DirectoryError, type Directory, type DirectoryPerson } from '../ports/directory'
import { flowSeconds } from '../ports/directory/flows'
import { problemPage } from '../ports/directory/pages'
import { clientOf } from '../kit/http/networkAddresses'
import { registerScope } from '../kit/http/registerScope'
import { recordAddressRequest, secondsUntilAddressAccepted } from '../services/sessions/limits'
import { useUp } from '../services/usedStates'
import { accountFor } from './identities'
import { signInAnswer } from './session.routes'
import { route } from '../kit/http/route'

type AtProvider = Query & { Params: { provider: string } }

const cookieName = 'citygate_directory'

/** One text for every failed sign-in; the audit has the reason. */
const refusal = 'Signing in through the directory has failed.'

const params = Type.Object({
  provider: Type.String({ description: 'As /api/installation/ names it.', maxLength: 64 }),
})
const requestUri = Type.String({ description: 'The address of the sign-in page, without its query.' })
const completeDocument = documentRoute(
  'Session',
  'Exchange what a directory has sent back for a session',
  signInAnswer,
  null,
  [401, 404, 429, 502, 504],
)

/**
 * Sign-in through a directory (AUTH-4, AUTH-6, TRUST-17): one address redirects the browser to it, the other one
 * receives its answer. A sign-in is bound to its browser by a cookie, and each answer is used once, with any result.
 */
export async function directoryRoutes(app: FastifyInstance): Promise<void> {
  await registerScope(app, 'citygate-directory-pages', (scope) => {
    errorsAsPages(scope, problemPage)
    route(scope, {
      method: 'GET',
      path: directoryLoginPath(':provider'),
      config: { public: true, secret: true },
      document: {
        tags: ['Session'],
        summary: 'Go to a directory to sign in',
        params,
        querystring: Type.Object({ requestUri }),
        response: {
          302: Type.Null({ description: 'To the directory, with a cookie for the way back.' }),
          ...failures(404, 502, 504),
        },
      },
      handler: async (request, reply) => {
        const directory = await directoryOf(app, request)
        const { flow, token } = await app.directories.flows.begin(directory.provider, redirectUrlOf(request))
        const url = await directory.authorizationUrl(flow, originOf(request))
        return setFlowCookie(request, reply, token, flowSeconds).redirect(url, 302)
      },
    })
  })

  route(app, {
    method: 'GET',
    path: directoryCompletePath(':provider'),
    config: { public: true, secret: true, anyParameters: true },
    document: {
      ...completeDocument,
      params,
      querystring: Type.Object({
        code: Type.String({ description: 'As the browser brings it back; good for once.' }),
        state: Type.Optional(Type.String({ description: 'As the browser brings it back beside the code.' })),
        iss: Type.Optional(Type.String({ description: 'Likewise, where the directory sends it.' })),
        requestUri,
      }),
    },
    handler: async (request, reply): Promise<SignInAnswer> => {
      const directory = await directoryOf(app, request)
      const redirectUrl = redirectUrlOf(request)
      const { address } = clientOf(request)
      refuseUntil(
        await secondsUntilAddressAccepted(app.database.db, 'directory', address, nowOf(app.database.db)),
      )
      setFlowCookie(request, reply, '', 0)
      const signedIn = await runLimited(app.limiters.write, address, () =>
        complete(directory, redirectUrl, request),
      )
      if (!signedIn) throw unauthorized(refusal)
      return signedIn
    },
  })

  /** The session of the user signed in by the directory; null where the sign-in failed. */
  async function complete(
    directory: Directory,
    redirectUrl: string,
    request: FastifyRequest<AtProvider>,
  ): Promise<SignInAnswer | null> {
    const { address, requestId } = clientOf(request)
    const person = await personIn(app, directory, request, redirectUrl)
    return inTransaction(app.database, { actor: null, requestId }, async (write) => {
      // Other attempts from there may have failed meanwhile.
      refuseUntil(await secondsUntilAddressAccepted(write.db, 'directory', address, nowOf(app.database.db)))
      const account =
        person instanceof DirectoryError
          ? person.message
          : await accountFor(write, person, directory.newcomers)
      if (typeof account !== 'string')
        return app.sessions.beginThrough(write, directory.provider, account, {
          address,
          userAgent: request.headers['user-agent'],
        })
      await recordAddressRequest(write.db, 'directory', address, nowOf(app.database.db))
      const after = { address, provider: directory.provider, why: account, ...nameOf(person) }
      const entry = { action: 'sign-in failed', resource: 'sessions', after }
      // A user authenticated by the directory counts as known: each of them is listed.
      await (person instanceof DirectoryError
        ? auditCounted(write, entry, address, `${entry.action}: ${account}`)
        : audit(write, entry))
      return null
    })
  }
}

/** @throws ApiError 404 for any directory but the one that the sign-in page offers. */
async function directoryOf(
  { directories }: FastifyInstance,
  { params: { provider } }: FastifyRequest<AtProvider>,
): Promise<Directory> {
  const offered = await directories.offered()
  if (offered?.provider !== provider) throw notFound('Directory')
  return offered
}

/**
 * The address to which a directory redirects the browser: the sign-in page of this installation, and no other.
 * @throws ApiError 400 for any other address.
 */
function redirectUrlOf(request: FastifyRequest<AtProvider>): string {
  const allowed = originOf(request) + signInPath
  if (single(request.query, 'requestUri')?.replace(/\/$/, '') !== allowed)
    throw invalidParameter('requestUri', 'Must be the address of the sign-in page.')
  return allowed
}

/**
 * The person authenticated by the directory.
 * @returns the reason of a failure, where the answer is not that of a sign-in begun in this browser, or is not
 *   trusted.
 * @throws ApiError 502 or 504 where the directory does not answer.
 */
async function personIn(
  { directories, database }: FastifyInstance,
  directory: Directory,
  request: FastifyRequest<AtProvider>,
  redirectUrl: string,
): Promise<DirectoryPerson | DirectoryError> {
  const [code = '', state = '', iss = null] = ['code', 'state', 'iss'].map((name) =>
    single(request.query, name),
  )
  const flow = await directories.flows.read(directory.provider, cookieOf(request))
  if (!flow) return new DirectoryError('no sign-in has been begun in this browser, or too long ago')
  if (flow.state !== state || flow.redirectUrl !== redirectUrl || code === '')
    return new DirectoryError('the answer is not that of the sign-in begun in this browser')
  const who = { actor: null, requestId: request.id }
  if (!(await inTransaction(database, who, (write) => useUp(write, state, 2 * flowSeconds))))
    return new DirectoryError('the answer has been used before')
  try {
    return await directory.identify({ code, state, iss }, flow)
  } catch (error) {
    if (error instanceof DirectoryError) return error
    request.log.warn({ err: error }, 'the directory does not answer')
    throw error
  }
}

const nameOf = (person: DirectoryPerson | DirectoryError) =>
  person instanceof DirectoryError
    ? {}
    : { issuer: person.issuer, subject: person.subject, username: person.username }

/** Sets the cookie of a sign-in, or clears it. */
const setFlowCookie = (
  { params: { provider }, server }: FastifyRequest<AtProvider>,
  reply: FastifyReply,
  token: string,
  seconds: number,
): FastifyReply =>
  reply.header(
    'set-cookie',
    [
      `${cookieName}=${token}`,
      `Path=${directoryCompletePath(provider).replace(/\/$/, '')}`,
      `Max-Age=${seconds}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isEncrypted(server.config.publicUrl) ? ['Secure'] : []),
    ].join('; '),
  )

function cookieOf({ headers }: FastifyRequest): string {
  const [, token = ''] = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.-]+)`).exec(headers.cookie ?? '') ?? []
  return token
}

/** @throws ApiError 429 */
function refuseUntil(wait: number): void {
  if (wait > 0) throw retryLater(429, 'too_many_failures', 'Too many failed sign-ins.', wait)
}
