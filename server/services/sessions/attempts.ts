import { nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import type { Row } from '../../../src/contract'
import { audit, auditCounted } from '../../kit/write/audit'
import { inTransaction, type Write } from '../../kit/context'
import { ApiError, retryLater } from '../../kit/errors'
import { fold } from '../../kit/fold'
import { createBackoff } from '../../kit/admission/backoff'
import { networkOf } from '../../kit/http/networkAddresses'
import {
  countFailure,
  countSuccess,
  throttleStatusOf,
  secondsUntilAttempt,
  type AttemptSource,
} from './limits'
import { queueForUser, queueForAddress, passwordFits } from './passwords'

/** One password attempt on an account. */
export interface Attempt extends AttemptSource {
  password: string
  requestId: string
  /** Its name in the audit when it fails. */
  failure: string
  /** Whether the sender is signed in already. */
  isSignedIn?: boolean
  /** The id of the browser from the first success on, where it is not known yet. */
  newDevice?: string | undefined
  /** Whether the password alone proves nothing yet, so that the success is counted with the second factor. */
  needsMore?: (write: Write, account: AuthenticatedAccount) => Promise<boolean>
}

/** The account that a password has opened. */
export type AuthenticatedAccount = Pick<Row<'users'>, 'username'> & { id: number }

/** The same, with the hash that its password has matched, and whether it was used from there before. */
type MatchedAccount = AuthenticatedAccount & { password_hash: string; isNewPlace: boolean }

type WhenRight<T> = (write: Write, account: MatchedAccount) => Promise<T>

/** Milliseconds. Delays the answers to refused attempts, so that their rate is bounded. */
const backoff = createBackoff(10, 3_000)

/**
 * Runs work with a password hash for an unauthenticated sender, fairly among addresses.
 * @throws ApiError as the work does, and 503 where too many are queued; each at a bounded rate.
 */
export const runThrottled = <T>(address: string, work: () => Promise<T>): Promise<T> =>
  refusingSlowly(() => queueForAddress(address, work))

/** Runs an attempt; its refusal is delayed where there are many. */
export async function refusingSlowly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) await backoff()
    throw error
  }
}

/**
 * Checks a password, and runs the work that it unlocks. Throttled attempts are refused before they take a slot; known
 * users have a separate limiter (TRUST-41). A password is right only if it still is when the success is written: the
 * account may be deactivated, or get another password, while the hash is computed. While attempts are throttled, the
 * right password gets the same answer as a wrong one, also where the limit is reached only meanwhile (TRUST-14, 15).
 * @returns null for a wrong password and for a name without an active account.
 * @throws ApiError 429 where the attempt comes too early, 503 where too many are queued.
 */
export const tryPassword = <T>(
  database: OpenDatabase,
  attempt: Attempt,
  whenRight: WhenRight<T>,
): Promise<T | null> =>
  refusingSlowly(async () => {
    const { db } = database
    const { wait, isKnown } = await throttleStatusOf(db, attempt, nowOf(db))
    refuseUntil(wait)
    const work = () => verifyAttempt(database, attempt, whenRight)
    return isKnown || attempt.isSignedIn
      ? queueForUser(`${networkOf(attempt.address)} ${fold(attempt.username)}`, work)
      : queueForAddress(attempt.address, work)
  })

async function verifyAttempt<T>(
  database: OpenDatabase,
  { password, requestId, failure, isSignedIn, newDevice, needsMore, ...source }: Attempt,
  whenRight: WhenRight<T>,
): Promise<T | null> {
  const { db } = database
  refuseUntil(await secondsUntilAttempt(db, source, nowOf(db)))
  const account = await db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash'])
    .where('username_key', '=', fold(source.username))
    .executeTakeFirst()
  const hash = account?.password_hash ?? null
  const fits = await passwordFits(hash, password)
  return inTransaction(database, { actor: account?.id ?? null, requestId }, async (write) => {
    const now = nowOf(write.db)
    // Attempts on other processes count as well.
    refuseUntil(await secondsUntilAttempt(write.db, source, now))
    if (account && hash !== null && fits && (await isAccountActive(write, account.id, hash))) {
      const isPartial = await needsMore?.(write, account)
      const isKnown =
        isPartial === true ||
        (await countSuccess(write.db, { ...source, device: source.device ?? newDevice }, now))
      return whenRight(write, { ...account, password_hash: hash, isNewPlace: !isKnown })
    }
    const wait = await countFailure(write.db, source, now)
    const entry = {
      action: failure,
      resource: 'sessions',
      after: {
        username: source.username,
        address: source.address,
        ...(wait > 0 ? { seconds_to_wait: wait } : {}),
      },
    }
    await (isSignedIn ? audit(write, entry) : auditCounted(write, entry, source.address))
    return null
  })
}

/**
 * Whether an account is active, and has this password where one is given; locked against changes until the transaction
 * ends.
 */
export async function isAccountActive({ db }: Write, id: number, passwordHash?: string): Promise<boolean> {
  // An update, because only a write locks the row on both databases.
  let hold = db
    .updateTable('users')
    .set({ is_active: true })
    .where('id', '=', id)
    .where('is_active', '=', true)
  if (passwordHash !== undefined) hold = hold.where('password_hash', '=', passwordHash)
  const { numUpdatedRows } = await hold.executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** @throws ApiError 429, the same whether or not the account exists, and for any password. */
export function refuseUntil(wait: number): void {
  if (wait > 0) throw retryLater(429, 'too_many_failures', 'Too many failed sign-ins.', wait)
}
