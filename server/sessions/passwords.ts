import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createLane } from '../kit/http/lane'

/** argon2id (the library's default) at the cost that OWASP recommends: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Half of the processors at most, and half of the thread pool: requests need the others meanwhile, and files are read
 * on the same pool.
 */
const count = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)))

/** About one second's worth may wait. Addresses take turns, so that one which asks for much keeps nobody else out. */
const lane = createLane({
  places: count,
  placesOfCaller: count,
  waiting: 32,
  waitingOfCaller: 16,
  patience: 10_000,
  retryAfter: 2,
})

/**
 * Runs work that hashes a password when its turn has come (TRUST-16).
 * @param caller who takes turns with others: a network address, or the id of a signed-in user.
 * @throws ApiError 503 where too many wait for theirs.
 */
export async function inTurn<T>(caller: string | number, work: () => Promise<T>): Promise<T> {
  const leave = await lane.enter(caller, 1)
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Hashes a password, off the main thread. A server calls it within `inTurn`. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** The hash of a password that nobody knows. */
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$q/WkzThPZElyQFDxT+r43g$CcxV8Qw87bZ7xnJ4WjyxLknJM6hFA0d/vLiPLj+qwSw'

/**
 * Whether a password fits a hash. Without a hash it takes as long and says no, so that the time of the answer
 * does not tell whether the user exists (TRUST-14). A server calls it within `inTurn`.
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? decoy, password)
  return fits && stored !== null
}
