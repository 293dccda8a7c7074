import { sql } from 'kysely'
import { columnTypes, type DatabaseKind, type Statement } from '../ddl/columns'
import { listIndexes, sortIndexes } from '../ddl/indexes'

/** Users and their profiles, sessions, and identities in directories. */
export function accounts(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, key } = columnTypes[kind]
  return [
    sql`create table profiles (
      id ${id},
      nylas_access_token text,
      nylas_default_calendar text,
      search text not null default '',
      working_hours text,
      mail_address text
    )`,
    sql`create table users (
      id ${id},
      username text not null,
      first_name text,
      last_name text,
      email text,
      user_type text not null,
      is_active ${boolean} not null,
      profile integer unique references profiles (id),
      created_at ${timestamp} not null,
      password_hash text,
      username_key ${key} not null unique,
      first_name_key ${key},
      last_name_key ${key},
      email_key ${key},
      search text not null,
      status ${key} not null default 'active',
      version integer not null default 1,
      is_email_confirmed ${boolean} not null default false,
      registered_at ${timestamp}
    )`,
    ...listIndexes(kind, 'users', 'id'),
    ...sortIndexes(kind, 'users', 'id', 'status', false, ''),
    sql`create index users_by_email on users (email_key)`,
    // Of several users who claim an email, one at most has confirmed it.
    sql`create unique index users_by_confirmed_email on users (email_key) where is_email_confirmed`,
    sql`create index users_by_registration on users (registered_at) where registered_at is not null`,

    sql`create table sessions (
      id text primary key,
      user_id integer not null references users (id),
      idle_seconds integer not null,
      created_at ${timestamp} not null,
      last_used_at ${timestamp} not null,
      expires_at ${timestamp} not null,
      revoked_at ${timestamp},
      revoked_for text,
      user_agent text
    )`,
    sql`create index sessions_by_user on sessions (user_id)`,
    // A token that is not used yet has not reached the browser: until then its predecessor stays valid (TRUST-5).
    sql`create table refresh_tokens (
      token_hash text primary key,
      session_id text not null references sessions (id) on delete cascade,
      issued_at ${timestamp} not null,
      rotated_at ${timestamp},
      successor_hash text,
      used_at ${timestamp}
    )`,
    sql`create index refresh_tokens_by_session on refresh_tokens (session_id)`,

    // Users by their identities in directories, and used answers of directories (TRUST-17).
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
  ]
}

/** Limits of what clients may do, what they have asked for, and the installation's keys. */
export function access(kind: DatabaseKind): Statement[] {
  const { timestamp, key } = columnTypes[kind]
  return [
    // Recent failed sign-ins, and where accounts are used (TRUST-15).
    sql`create table sign_in_limits (
      key ${key} primary key,
      forgotten_at ${timestamp} not null,
      blocked_until ${timestamp} not null,
      signed_in_at ${timestamp}
    )`,
    sql`create index sign_in_limits_by_forgotten_at on sign_in_limits (forgotten_at)`,
    // Messages sent by users in the day that began with their first message (TRUST-42).
    sql`create table mail_budgets (
      "user" integer primary key references users (id) on delete cascade,
      since ${timestamp} not null,
      spent integer not null
    )`,
    // Emails to be confirmed by the link sent to them: of a user, or of an applicant without an account (TRUST-43).
    sql`create table email_claims (
      token_hash ${key} primary key,
      email text not null,
      "user" integer references users (id) on delete cascade,
      registration text,
      expires_at ${timestamp} not null
    )`,
    sql`create index email_claims_by_end on email_claims (expires_at)`,
    sql`create index email_claims_by_user on email_claims ("user")`,
    // Answers given to requests with an idempotency key (TRUST-28).
    sql`create table idempotency_keys (
      user_id integer not null references users (id) on delete cascade,
      key ${key} not null,
      fingerprint text not null,
      created_at ${timestamp} not null,
      claimed_until ${timestamp},
      status integer,
      body text,
      primary key (user_id, key)
    )`,
    sql`create index idempotency_keys_by_created_at on idempotency_keys (created_at)`,
    // The keys of an installation whose processes share this database (TRUST-36); empty where a file holds them.
    sql`create table installation_keys (
      kid ${key} primary key,
      key text not null,
      created_at ${timestamp} not null
    )`,
  ]
}
