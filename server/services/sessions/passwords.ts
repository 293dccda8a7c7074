import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimiter, runLimited } from '../../kit/admission/concurrencyLimiter'
import { createSignInQueue } from './signInQueue'

/** argon2id (the library's default) at the cost that OWASP recommends: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * At most half of the processors and half of the thread pool: other requests need the rest, and files are read on the
 * same pool.
 */
const count = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)))

const limits = { slots: count, queued: 32, timeout: 10_000, retryAfter: 2 }

/** For unauthenticated senders: about one second's work may be queued. */
const queue = createSignInQueue({ ...limits, queuedPerAddress: 16 })

/** For known users, so that they are never queued behind unauthenticated senders (TRUST-41). Fair among users. */
const userLimiter = createConcurrencyLimiter({ ...limits, slotsPerCaller: count, queuedPerCaller: 16 })

/**
 * Runs work with a password hash for a known user, fairly among them (TRUST-16, TRUST-41).
 * @param caller for fairness: the id of a signed-in user, or an account with its address or browser.
 * @throws ApiError 503 where too many are queued.
 */
export const queueForUser = <T>(caller: string | number, work: () => Promise<T>): Promise<T> =>
  runLimited(userLimiter, caller, work)

/**
 * Does the same for unauthenticated senders.
 * @param address of the sender.
 * @throws ApiError 503 where it is displaced from the queue.
 */
export async function queueForAddress<T>(address: string, work: () => Promise<T>): Promise<T> {
  const leave = await queue.enter(address)
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Hashes a password, off the main thread. A server calls it within `queueForAddress` or `queueForUser`. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** The hash of a random password. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$q/WkzThPZElyQFDxT+r43g$CcxV8Qw87bZ7xnJ4WjyxLknJM6hFA0d/vLiPLj+qwSw'

/**
 * Whether a password matches a hash. Without a hash it takes as long and returns false, so that the response time does
 * not reveal whether the user exists (TRUST-14). A server calls it within `queueForAddress` or `queueForUser`.
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? dummyHash, password)
  return fits && stored !== null
}
