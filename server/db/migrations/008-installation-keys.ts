import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** The keys of an installation whose processes share this database (TRUST-36); empty where a file holds them. */
export async function installationKeys(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { timestamp, key } = types
  await sql`create table installation_keys (
    kid ${key} primary key,
    key text not null,
    created_at ${timestamp} not null
  )`.execute(db)
}
