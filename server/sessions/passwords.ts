import { hash, verify } from '@node-rs/argon2'

/** argon2id (the library's default) at the cost that OWASP recommends: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password, off the main thread. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | undefined

/**
 * Whether a password fits a hash. Without a hash it takes as long and says no, so that the time of the answer
 * does not tell whether the user exists (TRUST-14).
 */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored) return verify(stored, password)
  decoy ??= hashPassword('nobody has this password')
  await verify(await decoy, password)
  return false
}
