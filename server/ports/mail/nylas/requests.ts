/**
 * Requests to connect an account, by references as short as the service wants them. A session has one at a time: asking
 * anew ends the one before.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { OpenDatabase } from '../../../db/dialect'
import type { Secrets } from '../../../sessions/secrets'
import type { ConnectionRequest } from '../index'
import { hashCode, invalidCode } from '../states'

/** Milliseconds that somebody may take to answer. */
const lifetime = 600_000
const stateBytes = 32

/** What is to be shown to the service with the code of a request, so that a code alone is worth nothing (PKCE). */
const verifierFor = (secrets: Secrets, state: string): string =>
  createHmac('sha256', secrets[0].key).update(`mail-verifier:${state}`).digest('base64url')

export function connectionRequests({ db }: OpenDatabase, secrets: Secrets) {
  return {
    /** Keeps a request, of which only the hash of its reference is kept. */
    begin: async ({ userId, sessionId, redirectUrl }: ConnectionRequest) => {
      const state = randomBytes(stateBytes).toString('base64url')
      const now = Date.now()
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
     * Uses a request up: whoever brings its reference gets what belongs to it, once.
     * @throws ApiError 400 for one that is unknown, expired, used up, or of another user or session (TRUST-17).
     */
    take: async (state: string, { userId, sessionId }: Omit<ConnectionRequest, 'redirectUrl'>) => {
      const taken = await db
        .deleteFrom('mail_requests')
        .where('session_id', '=', sessionId)
        .where('user', '=', userId)
        .where('state_hash', '=', hashCode(state))
        .where('expires_at', '>', new Date().toISOString())
        .returning('redirect_url')
        .executeTakeFirst()
      if (!taken) throw invalidCode()
      return { redirectUrl: taken.redirect_url, verifier: verifierFor(secrets, state) }
    },
  }
}
