/**
 * Requests to connect an account, by references as short as the service requires. A session has one at a time: a new
 * one ends the one before.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { nowOf } from '../../../db/clock'
import type { OpenDatabase } from '../../../db/dialects'
import type { Secrets } from '../../../kit/crypto/secrets'
import type { ConnectionRequest } from '../index'
import { hashCode, invalidCode } from '../states'

/** Milliseconds allowed for the user's answer. */
const lifetime = 600_000
const stateBytes = 32

/** The verifier sent to the service with the code of a request, so that a code alone is worthless (PKCE). */
const verifierFor = (secrets: Secrets, state: string): string =>
  createHmac('sha256', secrets[0].key).update(`mail-verifier:${state}`).digest('base64url')

export function connectionRequests({ db }: OpenDatabase, secrets: Secrets) {
  return {
    /** Stores a request with the hash of its reference. */
    begin: async ({ userId, sessionId, redirectUrl }: ConnectionRequest) => {
      const state = randomBytes(stateBytes).toString('base64url')
      const now = nowOf(db).getTime()
      const request = {
        session_id: sessionId,
        user: userId,
        state_hash: hashCode(state),
        redirect_url: redirectUrl,
        expires_at: new Date(now + lifetime).toISOString(),
      }
      await db.deleteFrom('mail_requests').where('expires_at', '<', new Date(now).toISOString()).execute()
      await db
        .insertInto('mail_requests')
        .values(request)
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet(request))
        .execute()
      return { state, verifier: verifierFor(secrets, state) }
    },

    /**
     * Uses a request, once.
     * @throws ApiError 400 for one that is unknown, expired, used, or of another user or session (TRUST-17).
     */
    take: async (state: string, { userId, sessionId }: Omit<ConnectionRequest, 'redirectUrl'>) => {
      const taken = await db
        .deleteFrom('mail_requests')
        .where('session_id', '=', sessionId)
        .where('user', '=', userId)
        .where('state_hash', '=', hashCode(state))
        .where('expires_at', '>', nowOf(db).toISOString())
        .returning('redirect_url')
        .executeTakeFirst()
      if (!taken) throw invalidCode()
      return { redirectUrl: taken.redirect_url, verifier: verifierFor(secrets, state) }
    },
  }
}
