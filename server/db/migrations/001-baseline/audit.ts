import { sql } from 'kysely'
import { columnTypes, type DatabaseKind, type Statement } from '../ddl/columns'

/** All columns of a row that never change. */
const constant = [
  ...(['id', 'at', 'actor', 'action', 'resource', 'record_id'] as const),
  ...(['before', 'after', 'request_id', 'counted_key'] as const),
]

/**
 * The audit is append-only for every client of the database (TRUST-38). Some rows count events caused by
 * unauthenticated clients (TRUST-44): the only change of a row is its count, which only grows. Only rows older than a
 * row of `audit_pruning` can be removed, which exists within the transaction that prunes and is never committed.
 */
export function audit(kind: DatabaseKind): Statement[] {
  const { id, timestamp, key } = columnTypes[kind]
  return [
    sql`create table audit (
      id ${id},
      at ${timestamp} not null,
      actor integer,
      action text not null,
      resource text not null,
      record_id integer,
      before text,
      after text,
      request_id text,
      count integer not null default 1,
      counted_key ${key}
    )`,
    sql`create index audit_by_record on audit (resource, record_id)`,
    sql`create index audit_by_at on audit (at)`,
    sql`create unique index audit_by_counted_key on audit (counted_key) where counted_key is not null`,
    sql`create table audit_pruning (until ${timestamp} not null)`,
    ...guards[kind].map((text) => sql.raw(text)),
  ]
}

const guards: Readonly<Record<DatabaseKind, readonly string[]>> = {
  // A row that replaces another one fires no trigger of its removal.
  sqlite: Object.entries({
    update: `not (old.counted_key is not null and new.count > old.count and ${constant.map((name) => `new."${name}" is old."${name}"`).join(' and ')})`,
    delete: 'not exists (select 1 from audit_pruning where old.at < until)',
    insert: 'exists (select 1 from audit where id = new.id)',
  }).map(
    ([event, when]) =>
      `create trigger audit_refuses_${event} before ${event} on audit when ${when} begin select raise(abort, 'audit is append-only'); end`,
  ),
  postgres: [
    `create function audit_refuses() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' then
        if old.counted_key is not null and new.count > old.count and to_jsonb(new) - 'count' = to_jsonb(old) - 'count' then
          return new;
        end if;
      elsif tg_op = 'DELETE' then
        if exists (select 1 from audit_pruning where old.at < until) then
          return old;
        end if;
      end if;
      raise exception 'audit is append-only' using errcode = 'insufficient_privilege';
    end $$`,
    'create trigger audit_append_only before update or delete on audit for each row execute function audit_refuses()',
    'create trigger audit_kept before truncate on audit for each statement execute function audit_refuses()',
    // Also where replication or a restore has disabled the others.
    'alter table audit enable always trigger audit_append_only',
    'alter table audit enable always trigger audit_kept',
  ],
}
