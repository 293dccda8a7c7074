import { audit } from '../kit/write/audit'
import type { Write } from '../kit/context'

/**
 * Ends the sessions of a user in the transaction of what is the reason for it; the next call that carries one of
 * their access tokens is answered with 401 (TRUST-6).
 * @param except a session that goes on.
 */
export async function endSessionsOf(
  write: Write,
  userId: number,
  reason: string,
  except?: string,
): Promise<void> {
  let ending = write.db
    .updateTable('sessions')
    .set({ revoked_at: new Date().toISOString(), revoked_for: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (except !== undefined) ending = ending.where('id', '!=', except)
  const ended = await ending.returning('id').execute()
  for (const { id } of ended) write.notices.push({ kind: 'session-ended', session: id })
  if (ended.length > 0)
    await audit(write, {
      action: 'sessions ended',
      resource: 'sessions',
      after: { user: userId, reason, count: ended.length },
    })
}
