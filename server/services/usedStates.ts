/** What is good for once: states of directories, and challenges of second factors (TRUST-17, MFA-2). */
import { createHash } from 'node:crypto'
import { nowOf } from '../db/clock'
import type { Write } from '../kit/context'

/**
 * Uses something up.
 * @param seconds that it can still come, after which this is forgotten.
 * @returns false where it has been used before.
 */
export async function useUp({ db }: Write, state: string, seconds: number): Promise<boolean> {
  const now = nowOf(db).getTime()
  await db.deleteFrom('used_states').where('expires_at', '<', new Date(now).toISOString()).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_states')
    .values({
      state_hash: createHash('sha256').update(state).digest('base64url'),
      expires_at: new Date(now + seconds * 1_000).toISOString(),
    })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
