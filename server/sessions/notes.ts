/** What the server writes down for itself and lets a browser carry for a while: signed, of one kind each. */
import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT, type JWTPayload } from 'jose'
import type { Secrets } from './secrets'

const issuer = 'citygate'
const algorithm = 'HS256'

/** What tells notes of one kind from all others. */
interface Kind {
  audience: string
  type: string
  /** In seconds. */
  lifetime: number
}

/** Signs and reads notes of one kind with the installation's keys. */
export function signedNotes([newest, ...older]: Secrets, { audience, type, lifetime }: Kind) {
  const byKid = new Map([newest, ...older].map(({ kid, key }) => [kid, key]))
  return {
    sign: (claims: JWTPayload, now = new Date()): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: type, kid: newest.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + lifetime * 1_000))
        .sign(newest.key),

    /** What a note says; null for anything that this installation has not signed, or that has expired. */
    read: async (note: string, required: readonly string[]): Promise<JWTPayload | null> => {
      try {
        const { payload } = await jwtVerify(note, ({ kid }) => byKid.get(kid ?? '') ?? newest.key, {
          algorithms: [algorithm],
          issuer,
          audience,
          typ: type,
          requiredClaims: ['exp', 'jti', ...required],
        })
        return payload
      } catch {
        return null
      }
    },
  }
}
