import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** Second factors of users, where and how sessions began, and who wants no mail of new sign-ins. */
export async function secondFactors(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, timestamp, key, epoch } = columnTypes[kind]
  const statements = [
    sql`create table totp_secrets (
      user_id integer primary key references users (id) on delete cascade,
      sealed text,
      next_sealed text,
      confirmed_at ${timestamp},
      last_step integer
    )`,
    sql`create table recovery_codes (
      user_id integer not null references users (id) on delete cascade,
      code_hash ${key} not null,
      used_at ${timestamp},
      primary key (user_id, code_hash)
    )`,
    sql`create table passkeys (
      passkey_id ${id},
      user_id integer not null references users (id) on delete cascade,
      user_handle text not null,
      credential_id ${key} not null unique,
      public_key text not null,
      counter ${epoch} not null,
      transports text not null,
      name text not null,
      created_at ${timestamp} not null,
      last_used_at ${timestamp}
    )`,
    sql`create index passkeys_of_user on passkeys (user_id)`,
    sql`alter table sessions add column address text`,
    sql`alter table sessions add column provider text`,
    sql`create table sign_in_mail_mutes (
      user_id integer primary key references users (id) on delete cascade
    )`,
  ]
  for (const statement of statements) await statement.execute(db)
}
