import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** Links by which users set a new password, by the hashes of their tokens; and when users changed their own email. */
export async function passwordResets(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { timestamp, key } = columnTypes[kind]
  const statements = [
    sql`create table password_resets (
      token_hash ${key} primary key,
      user_id integer not null references users (id) on delete cascade,
      email text not null,
      expires_at ${timestamp} not null
    )`,
    sql`create index password_resets_by_end on password_resets (expires_at)`,
    sql`create index password_resets_by_user on password_resets (user_id)`,
    sql`alter table users add column email_changed_at ${timestamp}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
