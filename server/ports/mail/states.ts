/** What the browser carries to the mail provider and back: who asked for a connection, and where to return to. */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { ApiError } from '../../kit/errors'
import type { Secrets } from '../../sessions/secrets'

/** Who asks to connect an account: bound to the user and to the session in which they ask (TRUST-17). */
export interface ConnectionRequest {
  userId: number
  sessionId: string
  redirectUrl: string
}

const issuer = 'citygate'
const audience = 'citygate-mail'
const algorithm = 'HS256'
const type = 'mail-state+jwt'
/** How long somebody may take to answer. */
const lifetime = '10m'

export type ConnectionStates = ReturnType<typeof connectionStates>

/** Signs and reads connection requests with the installation's keys. */
export function connectionStates([newest, ...older]: Secrets) {
  const byKid = new Map([newest, ...older].map(({ kid, key }) => [kid, key]))
  return {
    sign: ({ userId, sessionId, redirectUrl }: ConnectionRequest): Promise<string> =>
      new SignJWT({ sid: sessionId, redirect: redirectUrl })
        .setProtectedHeader({ alg: algorithm, typ: type, kid: newest.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(String(userId))
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(lifetime)
        .sign(newest.key),

    /** @throws ApiError 400 for anything that this installation has not signed, or that has expired. */
    read: async (state: string): Promise<ConnectionRequest> => {
      const { payload } = await jwtVerify(state, ({ kid }) => byKid.get(kid ?? '') ?? newest.key, {
        algorithms: [algorithm],
        issuer,
        audience,
        typ: type,
        requiredClaims: ['exp', 'sub', 'sid', 'redirect', 'jti'],
      }).catch(() => {
        throw connectionExpired()
      })
      return {
        userId: Number(payload.sub),
        sessionId: String(payload['sid']),
        redirectUrl: String(payload['redirect']),
      }
    },

    /**
     * The code that stands for the consent to a request. It follows from the state and a key of the installation,
     * so that a request has one answer, however often it is sent.
     */
    codeFor: (state: string): string =>
      createHmac('sha256', newest.key).update(`mail-code:${state}`).digest('base64url'),
  }
}

/** Codes are kept only as their hashes. */
export const hashCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** 400: the request to connect an account cannot be answered any more. */
export const connectionExpired = (): ApiError =>
  new ApiError(
    400,
    'connection_expired',
    'This request has expired or has been answered. Start again in Citygate.',
  )
