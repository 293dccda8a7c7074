/** One-time codes of authenticator apps (RFC 6238): six digits, SHA-1, 30 s, as all apps know them. */
import { Secret, TOTP } from 'otpauth'

/** Seconds that a code is shown. */
const period = 30
/** Steps before and after the present one whose codes are taken, for clocks that differ. */
const window = 1
/** Bytes, as RFC 4226 recommends. */
const keyLength = 20

const issuer = 'Citygate'

const generator = (key: string, label = issuer) =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(key) })

/** A new key, in base32. */
export const newKey = (): string => new Secret({ size: keyLength }).base32

/** The address that an app reads from a QR code. */
export const uriOf = (key: string, username: string): string => generator(key, username).toString()

/** The code of a moment. */
export const codeAt = (key: string, at: Date): string => generator(key).generate({ timestamp: at.getTime() })

/** The step whose code this is, of those around a moment; null where it is none of theirs. */
export function stepOf(key: string, code: string, now: Date): number | null {
  const delta = generator(key).validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / period) + delta
}
