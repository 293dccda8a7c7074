import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** How many sign-ins have failed lately, and where accounts are used (TRUST-15). */
export async function signInLimits(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { timestamp, key } = types
  await sql`create table sign_in_limits (
    key ${key} primary key,
    forgotten_at ${timestamp} not null,
    blocked_until ${timestamp} not null,
    signed_in_at ${timestamp}
  )`.execute(db)
  await sql`create index sign_in_limits_by_forgotten_at on sign_in_limits (forgotten_at)`.execute(db)
}
