/** Users' answers on the consent page, and their codes, each valid for one exchange. */
import { randomUUID } from 'node:crypto'
import { nowOf } from '../../db/clock'
import { audit } from '../../kit/write/audit'
import type { Write } from '../../kit/context'
import type { ConnectionRequest } from './index'
import { connectionExpired, hashCode, invalidCode } from './states'

/** Milliseconds for which a code can be exchanged, and an answer is remembered. */
const codeTime = 600_000
const memory = 86_400_000

/**
 * Records the answer to a connection request; a repeated Allow counts once.
 * @throws ApiError 400 where the request has been denied, or its code exchanged, before.
 */
export async function recordConsent(
  write: Write,
  { userId, sessionId }: ConnectionRequest,
  code: string,
  allowed: boolean,
): Promise<void> {
  const now = nowOf(write.db)
  const code_hash = hashCode(code)
  const used_at = allowed ? null : now.toISOString()
  await write.db
    .deleteFrom('mail_grants')
    .where('expires_at', '<', new Date(now.getTime() - memory).toISOString())
    .execute()
  await write.db
    .insertInto('mail_grants')
    .values({
      code_hash,
      user_id: userId,
      session_id: sessionId,
      expires_at: new Date(now.getTime() + codeTime).toISOString(),
      used_at,
    })
    .onConflict((conflict) => {
      const known = conflict.column('code_hash')
      return allowed ? known.doNothing() : known.doUpdateSet({ used_at })
    })
    .execute()
  const grant = await write.db
    .selectFrom('mail_grants')
    .select('used_at')
    .where('code_hash', '=', code_hash)
    .executeTakeFirstOrThrow()
  if (allowed && grant.used_at !== null) throw connectionExpired()
  await audit(write, { action: allowed ? 'mail access allowed' : 'mail access denied', resource: 'profiles' })
}

/**
 * Uses a code, and creates the account's first calendars.
 * @throws ApiError 400 for a code that is unknown, expired, used, or another user's.
 */
export async function redeemCode(write: Write, code: string, userId: number): Promise<void> {
  const now = nowOf(write.db).toISOString()
  const { numUpdatedRows } = await write.db
    .updateTable('mail_grants')
    .set({ used_at: now })
    .where('code_hash', '=', hashCode(code))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw invalidCode()
  const some = await write.db
    .selectFrom('calendars')
    .select('id')
    .where('owner', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (some) return
  await write.db
    .insertInto('calendars')
    .values([
      { id: randomUUID(), owner: userId, name: 'Calendar', is_default: true },
      { id: randomUUID(), owner: userId, name: 'Meetings', is_default: false },
    ])
    .execute()
}
