/** The signed state of a connection request: its user and session, and the address to return to. */
import { createHash, createHmac } from 'node:crypto'
import type { Clock } from '../../db/clock'
import { ApiError, invalidFields } from '../../kit/errors'
import { signedTokens } from '../../kit/crypto/signedTokens'
import type { Secrets } from '../../kit/crypto/secrets'
import type { ConnectionRequest } from './index'

/** Seconds allowed for the user's answer. */
const lifetime = 600

export type ConnectionStates = ReturnType<typeof connectionStates>

/** Signs and reads connection requests with the installation's keys. */
export function connectionStates(secrets: Secrets, clock?: Clock) {
  const tokens = signedTokens(secrets, { audience: 'citygate-mail', type: 'mail-state+jwt', lifetime }, clock)
  const [newest] = secrets
  return {
    sign: ({ userId, sessionId, redirectUrl }: ConnectionRequest): Promise<string> =>
      tokens.sign({ sub: String(userId), sid: sessionId, redirect: redirectUrl }),

    /** @throws ApiError 400 for a state that this installation has not signed, or that has expired. */
    read: async (state: string): Promise<ConnectionRequest> => {
      const claims = await tokens.read(state, ['sub', 'sid', 'redirect'])
      if (!claims) throw connectionExpired()
      return {
        userId: Number(claims.sub),
        sessionId: String(claims['sid']),
        redirectUrl: String(claims['redirect']),
      }
    },

    /**
     * The code of the consent to a request. It is derived from the state and a key of the installation, so that a
     * request has one code, however often it is answered.
     */
    codeFor: (state: string): string =>
      createHmac('sha256', newest.key).update(`mail-code:${state}`).digest('base64url'),
  }
}

/** Codes are stored only as their hashes. */
export const hashCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** 400: the connection request has expired. */
export const connectionExpired = (): ApiError =>
  new ApiError(
    400,
    'connection_expired',
    'This request has expired or has been answered. Start again in Citygate.',
  )

/** 400: the code is unknown or has been used. */
export const invalidCode = (): ApiError =>
  invalidFields({ code: 'This code is not valid, or has been used.' })
