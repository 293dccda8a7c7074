import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** Whom directories know as which user, and the answers of directories that have been used up (TRUST-17). */
export async function directory(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { key, timestamp } = types
  for (const statement of [
    sql`create table identities (
      issuer ${key} not null,
      subject ${key} not null,
      "user" integer not null references users (id),
      created_at ${timestamp} not null,
      primary key (issuer, subject)
    )`,
    sql`create index identities_by_user on identities ("user")`,
    sql`create table used_states (
      state_hash ${key} primary key,
      expires_at ${timestamp} not null
    )`,
  ])
    await statement.execute(db)
}
