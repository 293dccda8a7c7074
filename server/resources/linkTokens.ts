/** The tokens of links in mails: only their hashes are stored, and each is good for an hour and once (TRUST-42). */
import { createHash, randomBytes } from 'node:crypto'

/** Milliseconds that a link is good. */
export const linkLifetime = 3_600_000

/** A token of 144 random bits, for the part of a link behind the `#`. */
export const newLinkToken = (): string => randomBytes(18).toString('base64url')

/** By which a token is stored. */
export const hashOfLink = (token: string): string => createHash('sha256').update(token).digest('base64url')
