import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/**
 * Accounts at a mail service elsewhere, the requests to connect one, and which event or message there is which record
 * here. Calendars there may be shared by several users, so that a calendar is named with whose it is.
 */
export async function mailService(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { timestamp, boolean, key, epoch } = types
  for (const statement of [
    sql`drop index calendars_by_owner`,
    sql`alter table calendars rename to calendars_before`,
    sql`create table calendars (
      owner integer not null references users (id),
      id ${key} not null,
      name text not null,
      is_default ${boolean} not null,
      primary key (owner, id)
    )`,
    sql`insert into calendars (owner, id, name, is_default) select owner, id, name, is_default from calendars_before`,
    sql`drop table calendars_before`,
    sql`create table mail_requests (
      session_id text primary key,
      "user" integer not null references users (id),
      state_hash text not null,
      redirect_url text not null,
      expires_at ${timestamp} not null
    )`,
    sql`create table mail_accounts (
      id text primary key,
      "user" integer not null references users (id),
      email text not null,
      provider text not null,
      grant_name ${key} not null,
      sealed text not null,
      created_at ${timestamp} not null,
      expired_at ${timestamp},
      ended_at ${timestamp},
      next_at ${timestamp} not null,
      claimed_by text,
      failures integer not null default 0
    )`,
    sql`create unique index mail_accounts_by_user on mail_accounts ("user") where ended_at is null`,
    sql`create index mail_accounts_by_grant on mail_accounts (grant_name)`,
    sql`create index mail_accounts_by_next on mail_accounts (next_at)`,
    sql`create table mail_links (
      "user" integer not null references users (id),
      kind ${key} not null,
      remote_id ${key} not null,
      record_id integer not null,
      calendar_id text,
      changed_at ${epoch} not null,
      primary key ("user", kind, remote_id)
    )`,
    sql`create index mail_links_by_record on mail_links (kind, record_id)`,
  ])
    await statement.execute(db)
}
