import { createHmac, timingSafeEqual } from 'node:crypto'
import { unauthorized } from '../../kit/errors'
import type { Clock } from '../../db/clock'
import type { Secrets } from '../../kit/crypto/secrets'

/** Seconds that an access token is valid (TRUST-4). */
export const accessTokenSeconds = 600
/** Seconds by which the processes' clocks may differ after they are set to the database's. */
const leeway = 5

const fixedHeader = { alg: 'HS256', typ: 'at+jwt' }
const fixedClaims = { iss: 'citygate', aud: 'citygate-api' }

export interface AccessClaims {
  userId: number
  sessionId: string
  /** The hash of the refresh token that came with it, where that has replaced another one. */
  refreshHash?: string | undefined
}

/**
 * Signs and checks access tokens with the installation's keys: JSON Web Tokens of exactly one kind. Both run
 * synchronously, in microseconds; on the thread pool every request would be queued behind password hashes.
 */
export function accessTokens([newest, ...older]: Secrets, clock: Pick<Clock, 'now'>) {
  const nowInSeconds = (): number => Math.floor(clock.now().getTime() / 1_000)
  const byKid = new Map([newest, ...older].map(({ kid, key }) => [kid, key]))
  const newestHeader = encode({ ...fixedHeader, kid: newest.kid })
  return {
    sign({ userId, sessionId, refreshHash }: AccessClaims): string {
      const iat = nowInSeconds()
      const exp = iat + accessTokenSeconds
      const claims = { ...fixedClaims, sub: String(userId), sid: sessionId, jti: refreshHash, iat, exp }
      const signed = `${newestHeader}.${encode(claims)}`
      return `${signed}.${signatureOf(signed, newest.key)}`
    },

    /** @throws ApiError 401 for a token that is not exactly of this kind, or has expired. */
    verify(token: string): AccessClaims {
      const [header = '', payload = '', signature = '', ...rest] = token.split('.')
      const { kid, ...kind } = decode(header)
      const key = byKid.get(String(kid))
      const isOurs =
        key !== undefined &&
        rest.length === 0 &&
        holdsOnly(kind, fixedHeader) &&
        isSame(signature, signatureOf(`${header}.${payload}`, key))
      const claims = isOurs ? claimsIn(decode(payload), nowInSeconds()) : null
      if (!claims) throw unauthorized('The access token is not valid or has expired.')
      return claims
    },
  }
}

type Part = Readonly<Record<string, unknown>>

const encode = (part: Part): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function decode(text: string): Part {
  try {
    const part: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return typeof part === 'object' && part !== null ? (part as Part) : {}
  } catch {
    return {}
  }
}

const signatureOf = (signed: string, key: Buffer): string =>
  createHmac('sha256', key).update(signed).digest('base64url')

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const holds = (part: Part, wanted: Part): boolean =>
  Object.entries(wanted).every(([name, value]) => part[name] === value)

/** Whether a header has no other members, such as `crit`. */
const holdsOnly = (part: Part, wanted: Part): boolean =>
  holds(part, wanted) && Object.keys(part).length === Object.keys(wanted).length

function claimsIn(claims: Part, now: number): AccessClaims | null {
  const { sub, sid, jti, iat, exp } = claims
  const isAlive =
    holds(claims, fixedClaims) &&
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    exp - iat <= accessTokenSeconds &&
    now < exp + leeway
  return isAlive && typeof sub === 'string' && /^\d{1,10}$/.test(sub) && typeof sid === 'string' && sid !== ''
    ? { userId: Number(sub), sessionId: sid, refreshHash: typeof jti === 'string' ? jti : undefined }
    : null
}
