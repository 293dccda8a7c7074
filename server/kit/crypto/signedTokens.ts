/** Signed tokens that carry the server's own data through a browser for a while, each of one kind. */
import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { ownClock, type Clock } from '../../db/clock'
import type { Secrets } from './secrets'

const issuer = 'citygate'
const algorithm = 'HS256'

/** The properties of one kind of tokens. */
interface Kind {
  audience: string
  type: string
  /** In seconds. */
  lifetime: number
}

/** Signs and reads tokens of one kind with the installation's keys. */
export function signedTokens(
  [newest, ...older]: Secrets,
  { audience, type, lifetime }: Kind,
  clock: Pick<Clock, 'now'> = ownClock,
) {
  const byKid = new Map([newest, ...older].map(({ kid, key }) => [kid, key]))
  return {
    sign: (claims: JWTPayload, now = clock.now()): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: type, kid: newest.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + lifetime * 1_000))
        .sign(newest.key),

    /** The content of a token; null for one that this installation has not signed, or that has expired. */
    read: async (token: string, required: readonly string[]): Promise<JWTPayload | null> => {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => byKid.get(kid ?? '') ?? newest.key, {
          algorithms: [algorithm],
          issuer,
          audience,
          typ: type,
          currentDate: clock.now(),
          requiredClaims: ['exp', 'jti', ...required],
        })
        return payload
      } catch {
        return null
      }
    },
  }
}
