import { nowOf } from '../../db/clock'
import type { Write } from '../../kit/context'
import { audit } from '../../kit/write/audit'

/** Whose API tokens are meant: those of one user, or of all service users. */
export type TokenOwner = number | 'service'

/**
 * Revokes tokens of a user, or of service users, in the transaction of what causes it.
 * @param only one of them; all where it is left out.
 * @returns how many.
 */
export async function revokeTokens(
  write: Write,
  owner: TokenOwner,
  reason: string,
  only?: number,
): Promise<number> {
  const { db } = write
  let revocation = db
    .updateTable('api_tokens')
    .set({ revoked_at: nowOf(db).toISOString(), revoked_for: reason })
    .where('revoked_at', 'is', null)
  revocation =
    owner === 'service'
      ? revocation.where('user_id', 'in', db.selectFrom('users').select('id').where('is_service', '=', true))
      : revocation.where('user_id', '=', owner)
  if (only !== undefined) revocation = revocation.where('id', '=', only)
  const revoked = await revocation.returning(['id', 'name', 'user_id']).execute()
  for (const { id, name, user_id } of revoked)
    await audit(write, {
      action: 'API token revoked',
      resource: 'users',
      recordId: user_id,
      before: { api_token: id, name },
      after: { reason },
    })
  return revoked.length
}
