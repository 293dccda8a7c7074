import { jwtVerify, SignJWT } from 'jose'
import { unauthorized } from '../kit/errors'
import type { Secret } from './secrets'

/** Seconds that an access token holds (TRUST-4). */
export const accessTokenSeconds = 600

const issuer = 'citygate'
const audience = 'citygate-api'
const algorithm = 'HS256'
const type = 'at+jwt'

export interface AccessClaims {
  userId: number
  sessionId: string
}

/** Signs and checks access tokens with the installation's keys. */
export function accessTokens([newest, ...older]: readonly [Secret, ...Secret[]]) {
  const byKid = new Map([newest, ...older].map(({ kid, key }) => [kid, key]))
  return {
    sign: ({ userId, sessionId }: AccessClaims): Promise<string> =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type, kid: newest.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(String(userId))
        .setIssuedAt()
        .setExpirationTime(`${accessTokenSeconds}s`)
        .sign(newest.key),

    /** @throws ApiError 401 for a token that is not exactly of this kind, or has expired. */
    verify: async (token: string): Promise<AccessClaims> => {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = byKid.get(kid ?? '')
          if (!key) throw unauthorized()
          return key
        },
        {
          algorithms: [algorithm],
          issuer,
          audience,
          typ: type,
          requiredClaims: ['exp', 'iat', 'sub', 'sid'],
        },
      ).catch(() => {
        throw unauthorized('The access token is not valid or has expired.')
      })
      return { userId: Number(payload.sub), sessionId: String(payload['sid']) }
    },
  }
}
