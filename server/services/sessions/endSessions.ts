import { nowOf } from '../../db/clock'
import { audit } from '../../kit/write/audit'
import type { Write } from '../../kit/context'
import { isUnexpired } from './lifetime'

/**
 * Ends sessions of a user in the transaction of the change that causes it; the next request with one of their access
 * tokens is answered with 401 (TRUST-6).
 * @param which all of them, all except one that goes on, or one only.
 * @returns how many of them had not expired by themselves.
 */
export async function endSessionsOf(
  write: Write,
  userId: number,
  reason: string,
  which: { except?: string; only?: string } = {},
): Promise<number> {
  const now = nowOf(write.db)
  let ending = write.db
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString(), revoked_for: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (which.except !== undefined) ending = ending.where('id', '!=', which.except)
  if (which.only !== undefined) ending = ending.where('id', '=', which.only)
  const ended = await ending.returning(['id', 'last_used_at', 'idle_seconds', 'expires_at']).execute()
  for (const { id } of ended) write.notices.push({ kind: 'session-ended', session: id })
  if (ended.length > 0)
    await audit(write, {
      action: 'sessions ended',
      resource: 'sessions',
      after: { user: userId, reason, count: ended.length },
    })
  return ended.filter((session) => isUnexpired(session, now)).length
}
