import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** The columns of the audit that never change, those of today included. */
const constant = [
  ...(['id', 'at', 'actor', 'action', 'resource', 'record_id', 'before', 'after', 'request_id'] as const),
  ...(['counted_key', 'token_id', 'address'] as const),
]

/**
 * Tokens of programs, and users for them who cannot sign in otherwise; and in the audit the token and the address of a
 * request. On SQLite the trigger of the audit names the columns that never change.
 */
export async function apiTokens(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, timestamp, boolean, key } = columnTypes[kind]
  const statements = [
    sql`create table api_tokens (
      id ${id},
      user_id integer not null references users (id) on delete cascade,
      name text not null,
      scopes text not null,
      token_hash ${key} not null unique,
      hint text not null,
      created_by integer,
      created_at ${timestamp} not null,
      expires_at ${timestamp} not null,
      last_used_at ${timestamp},
      revoked_at ${timestamp},
      revoked_for text
    )`,
    sql`create index api_tokens_by_user on api_tokens (user_id)`,
    sql`alter table users add column is_service ${boolean} not null default false`,
    sql`alter table audit add column token_id integer`,
    sql`alter table audit add column address text`,
    ...(kind === 'sqlite'
      ? [
          sql`drop trigger audit_refuses_update`,
          sql.raw(`create trigger audit_refuses_update before update on audit
            when not (old.counted_key is not null and new.count > old.count and
              ${constant.map((name) => `new."${name}" is old."${name}"`).join(' and ')})
            begin select raise(abort, 'audit is append-only'); end`),
        ]
      : []),
  ]
  for (const statement of statements) await statement.execute(db)
}
