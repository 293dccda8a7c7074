import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** What has been answered to requests that carry an idempotency key (TRUST-28). */
export async function idempotency(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { timestamp, key } = types
  await sql`create table idempotency_keys (
    user_id integer not null references users (id) on delete cascade,
    key ${key} not null,
    fingerprint text not null,
    created_at ${timestamp} not null,
    claimed_until ${timestamp},
    status integer,
    body text,
    primary key (user_id, key)
  )`.execute(db)
  await sql`create index idempotency_keys_by_created_at on idempotency_keys (created_at)`.execute(db)
}
