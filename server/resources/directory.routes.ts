import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  directoryCompletePath,
  directoryLoginPath,
  signInPath,
  type SignInAnswer,
} from '../../src/contract/session'
import { isEncrypted } from '../config'
import { inTransaction, type Write } from '../kit/context'
import { invalidParameter, notFound, notNow, unauthorized } from '../kit/errors'
import { documentRoute, failures } from '../kit/http/documentation'
import { inTurn } from '../kit/http/lane'
import { originOf } from '../kit/http/origin'
import { single } from '../kit/read/query'
import { audit } from '../kit/write/audit'
import { errorsAsPages } from '../plugins/plainPage'
import { Refused, type Directory, type DirectoryPerson } from '../ports/directory'
import { flowSeconds } from '../ports/directory/flows'
import { problemPage } from '../ports/directory/pages'
import { senderOf } from '../sessions/addresses'
import { countOfAddress, waitForAddress } from '../sessions/limits'
import { accountFor } from './identities'
import { signInAnswer } from './session.routes'

type AtProvider = { Params: { provider: string }; Querystring: Record<string, unknown> }

const cookieName = 'citygate_directory'

/** One text for every failed sign-in; the audit says why. */
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
 * Sign-in through a directory (AUTH-4, AUTH-6, TRUST-17): one address leads the browser there, the other one takes what
 * it brings back. What has been begun is bound to the browser by a cookie, and each answer is used once, whatever
 * becomes of it.
 */
export async function directoryRoutes(app: FastifyInstance): Promise<void> {
  await app.register((scope) => {
    errorsAsPages(scope, problemPage)
    scope.get<AtProvider>(
      directoryLoginPath(':provider'),
      {
        config: { public: true, secret: true },
        schema: {
          tags: ['Session'],
          summary: 'Go to a directory to sign in',
          params,
          querystring: Type.Object({ requestUri }),
          response: {
            302: Type.Null({ description: 'To the directory, with a cookie for the way back.' }),
            ...failures(404, 502, 504),
          },
        },
      },
      async (request, reply) => {
        const directory = await directoryOf(app, request)
        const { flow, note } = await app.directories.flows.begin(directory.provider, redirectUrlOf(request))
        const url = await directory.authorizationUrl(flow, originOf(request))
        return keep(request, reply, note, flowSeconds).redirect(url, 302)
      },
    )
  })

  app.get<AtProvider>(
    directoryCompletePath(':provider'),
    {
      config: { public: true, secret: true },
      schema: {
        ...completeDocument,
        params,
        querystring: Type.Object({
          code: Type.String({ description: 'As the browser brings it back; good for once.' }),
          state: Type.Optional(
            Type.String({ description: 'As the browser brings it back beside the code.' }),
          ),
          iss: Type.Optional(Type.String({ description: 'Likewise, where the directory sends it.' })),
          requestUri,
        }),
      },
    },
    async (request, reply): Promise<SignInAnswer> => {
      const directory = await directoryOf(app, request)
      const redirectUrl = redirectUrlOf(request)
      const { address } = senderOf(request)
      refuseUntil(await waitForAddress(app.database.db, 'directory', address, new Date()))
      keep(request, reply, '', 0)
      const signedIn = await inTurn(app.lanes.write, address, () => complete(directory, redirectUrl, request))
      if (!signedIn) throw unauthorized(refusal)
      return signedIn
    },
  )

  /** The session of whoever has signed in at the directory; null where nobody has. */
  async function complete(
    directory: Directory,
    redirectUrl: string,
    request: FastifyRequest<AtProvider>,
  ): Promise<SignInAnswer | null> {
    const { address, requestId } = senderOf(request)
    const person = await personIn(app, directory, request, redirectUrl)
    return inTransaction(app.database, { actor: null, requestId }, async (write) => {
      // Others from there may have failed meanwhile.
      refuseUntil(await waitForAddress(write.db, 'directory', address, new Date()))
      const account =
        person instanceof Refused ? person.message : await accountFor(write, person, directory.newcomers)
      if (typeof account !== 'string')
        return app.sessions.beginThrough(write, directory.provider, account, {
          address,
          userAgent: request.headers['user-agent'],
        })
      await countOfAddress(write.db, 'directory', address, new Date())
      await audit(write, {
        action: 'sign-in failed',
        resource: 'sessions',
        after: { address, provider: directory.provider, why: account, ...nameOf(person) },
      })
      return null
    })
  }
}

/** @throws ApiError 404 for any other than the one that the sign-in page offers. */
async function directoryOf(
  { directories }: FastifyInstance,
  { params: { provider } }: FastifyRequest<AtProvider>,
): Promise<Directory> {
  const offered = await directories.offered()
  if (offered?.provider !== provider) throw notFound('Directory')
  return offered
}

/**
 * Where a directory sends the browser back to: the sign-in page of this installation, and nowhere else.
 * @throws ApiError 400 for any other address.
 */
function redirectUrlOf(request: FastifyRequest<AtProvider>): string {
  const allowed = originOf(request) + signInPath
  if (single(request.query, 'requestUri')?.replace(/\/$/, '') !== allowed)
    throw invalidParameter('requestUri', 'Must be the address of the sign-in page.')
  return allowed
}

/**
 * Who has signed in at the directory.
 * @returns why nobody has, where the answer is not that of a sign-in begun in this browser, or is not believed.
 * @throws ApiError 502 or 504 where the directory does not answer.
 */
async function personIn(
  { directories, database }: FastifyInstance,
  directory: Directory,
  request: FastifyRequest<AtProvider>,
  redirectUrl: string,
): Promise<DirectoryPerson | Refused> {
  const [code = '', state = '', iss = null] = ['code', 'state', 'iss'].map((name) =>
    single(request.query, name),
  )
  const flow = await directories.flows.read(directory.provider, cookieOf(request))
  if (!flow) return new Refused('no sign-in has been begun in this browser, or too long ago')
  if (flow.state !== state || flow.redirectUrl !== redirectUrl || code === '')
    return new Refused('the answer is not that of the sign-in begun in this browser')
  const who = { actor: null, requestId: request.id }
  if (!(await inTransaction(database, who, (write) => useUp(write, state))))
    return new Refused('the answer has been used before')
  try {
    return await directory.identify({ code, state, iss }, flow)
  } catch (error) {
    if (error instanceof Refused) return error
    request.log.warn({ err: error }, 'the directory does not answer')
    throw error
  }
}

/** @returns false for a state that has been used up before. */
async function useUp({ db }: Write, state: string): Promise<boolean> {
  const now = Date.now()
  await db.deleteFrom('used_states').where('expires_at', '<', new Date(now).toISOString()).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_states')
    .values({
      state_hash: createHash('sha256').update(state).digest('base64url'),
      // As long as the cookie can be read, and a little longer.
      expires_at: new Date(now + 2 * flowSeconds * 1_000).toISOString(),
    })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const nameOf = (person: DirectoryPerson | Refused) =>
  person instanceof Refused
    ? {}
    : { issuer: person.issuer, subject: person.subject, username: person.username }

/** Puts the cookie of a sign-in into the browser, or takes it out again. */
const keep = (
  { params: { provider }, server }: FastifyRequest<AtProvider>,
  reply: FastifyReply,
  note: string,
  seconds: number,
): FastifyReply =>
  reply.header(
    'set-cookie',
    [
      `${cookieName}=${note}`,
      `Path=${directoryCompletePath(provider).replace(/\/$/, '')}`,
      `Max-Age=${seconds}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isEncrypted(server.config.publicUrl) ? ['Secure'] : []),
    ].join('; '),
  )

function cookieOf({ headers }: FastifyRequest): string {
  const [, note = ''] = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.-]+)`).exec(headers.cookie ?? '') ?? []
  return note
}

/** @throws ApiError 429 */
function refuseUntil(wait: number): void {
  if (wait > 0) throw notNow(429, 'too_many_failures', 'Too many failed sign-ins.', wait)
}
