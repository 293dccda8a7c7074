import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** Whom users have in the address books of their accounts elsewhere, as it was when they were last read. */
export async function addressBooks(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { id, key, timestamp } = types
  for (const statement of [
    sql`alter table mail_accounts add column contacts_at ${timestamp}`,
    sql`create table mail_contacts (
      id ${id},
      "user" integer not null references users (id),
      email text not null,
      mail_key ${key} not null,
      first_name text,
      last_name text,
      search text not null
    )`,
    sql`create unique index mail_contacts_by_user on mail_contacts ("user", mail_key)`,
  ])
    await statement.execute(db)
}
