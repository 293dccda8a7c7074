import type { OpenDatabase } from '../db/dialect'
import type { UsersTable } from '../db/tables'
import { audit } from '../kit/write/audit'
import { inTransaction, type Write } from '../kit/context'
import { ApiError, notNow } from '../kit/errors'
import { fold } from '../kit/fold'
import { createPace } from '../kit/http/pace'
import { networkOf } from './addresses'
import { countFailure, countSuccess, waitFor, type Trier } from './limits'
import { inTurn, passwordFits } from './passwords'

/** One try at the password of an account. */
export interface Attempt extends Trier {
  password: string
  requestId: string
  /** What the audit calls it when it fails. */
  failure: string
}

/** The account that a password has opened. */
export type Opened = Pick<UsersTable, 'username'> & { id: number }

type WhenRight<T> = (write: Write, account: Opened) => Promise<T>

/** Milliseconds. However many are refused at once, they come back at a rate that the server hardly notices. */
const slowDown = createPace(10, 3_000)

/**
 * Does what hashes a password, in turn with others from elsewhere.
 * @throws ApiError whatever the work throws, and 503 where too many are under way; each of them at a bounded rate.
 */
export async function asAttempt<T>(address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await inTurn(networkOf(address), work)
  } catch (error) {
    if (error instanceof ApiError) await slowDown()
    throw error
  }
}

/**
 * Judges a password, and does what it opens. A password is right only if it still is when that is written: the
 * account may be deactivated, or get another password, while the hash is computed. Where tries have to wait, the right
 * password learns no more than a wrong one, and neither does who meets that limit only afterwards (TRUST-14, 15).
 * @returns null for a wrong password and for a name without an active account.
 * @throws ApiError 429 where the try comes too early, 503 where too many are under way.
 */
export const tryPassword = <T>(
  database: OpenDatabase,
  attempt: Attempt,
  whenRight: WhenRight<T>,
): Promise<T | null> => asAttempt(attempt.address, () => judge(database, attempt, whenRight))

async function judge<T>(
  database: OpenDatabase,
  { password, requestId, failure, ...trier }: Attempt,
  whenRight: WhenRight<T>,
): Promise<T | null> {
  const { db } = database
  refuseUntil(await waitFor(db, trier, new Date()))
  const account = await db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash'])
    .where('username_key', '=', fold(trier.username))
    .executeTakeFirst()
  const hash = account?.password_hash ?? null
  const fits = await passwordFits(hash, password)
  return inTransaction(database, { actor: account?.id ?? null, requestId }, async (write) => {
    const now = new Date()
    // Other processes judge as well.
    refuseUntil(await waitFor(write.db, trier, now))
    if (account && hash !== null && fits && (await isStillOpen(write, account.id, hash))) {
      await countSuccess(write.db, trier, now)
      return whenRight(write, account)
    }
    const wait = await countFailure(write.db, trier, now)
    await audit(write, {
      action: failure,
      resource: 'sessions',
      after: { ...trier, ...(wait > 0 ? { seconds_to_wait: wait } : {}) },
    })
    return null
  })
}

/**
 * Whether an account is active, and has this password where one is given; until the transaction ends, nobody can
 * change either.
 */
export async function isStillOpen({ db }: Write, id: number, passwordHash?: string): Promise<boolean> {
  // A write, because only that keeps others from the row on both databases.
  let hold = db
    .updateTable('users')
    .set({ is_active: true })
    .where('id', '=', id)
    .where('is_active', '=', true)
  if (passwordHash !== undefined) hold = hold.where('password_hash', '=', passwordHash)
  const { numUpdatedRows } = await hold.executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** @throws ApiError 429, the same whether or not there is such an account, and whatever its password is. */
function refuseUntil(wait: number): void {
  if (wait > 0) throw notNow(429, 'too_many_failures', 'Too many failed sign-ins.', wait)
}
