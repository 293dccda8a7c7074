import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/**
 * Contacts that were erased on request, and what the audit allows for it: within a transaction that has announced it by a row of
 * `audit_erasing`, which is never committed, a row can be emptied of what it tells, and its salt removed. Nothing else of a
 * row changes.
 */
export async function erasures(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, timestamp, key } = columnTypes[kind]
  const statements = [
    sql`create table erasures (
      erasure_id ${id},
      contact integer not null unique,
      contacts text not null,
      reason text not null,
      requested_by integer references users (id) on delete set null,
      requested_at ${timestamp} not null,
      request_id text,
      state ${key} not null,
      sought text,
      step integer not null default 0,
      done_to text,
      ended_at ${timestamp}
    )`,
    sql`create index erasures_under_way on erasures (erasure_id) where state <> 'done'`,
    sql`create table audit_erasing (erasure_id integer not null)`,
    ...guards[kind].map((text) => sql.raw(text)),
  ]
  for (const statement of statements) await statement.execute(db)
}

/** The columns of a row of the audit that never change. */
const constant = [
  ...(['id', 'at', 'actor', 'action', 'resource', 'record_id'] as const),
  ...(['request_id', 'counted_key', 'token_id', 'address'] as const),
]
const told = ['before', 'after'] as const

const same = (names: readonly string[]): string =>
  names.map((name) => `new."${name}" is old."${name}"`).join(' and ')

const isErasing = 'exists (select 1 from audit_erasing where new.after =' as const

const guards: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    'drop trigger audit_refuses_update',
    `create trigger audit_refuses_update before update on audit when not (${same(constant)} and (
        (old.counted_key is not null and new.count > old.count and ${same(told)})
        or (new.count = old.count and new.before is null and ${isErasing} '{"erased":' || erasure_id || '}')))) begin select raise(abort, 'audit is append-only'); end`,
    'drop trigger audit_chain_refuses_update',
    `create trigger audit_chain_refuses_update before update on audit_chain when not (
        new.salt is null and ${same(['position', 'audit_id', 'sealed_at', 'content', 'hash'])}
        and exists (select 1 from audit_erasing))
      begin select raise(abort, 'audit is append-only'); end`,
  ],
  postgres: [
    `create or replace function audit_refuses() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' then
        if old.counted_key is not null and new.count > old.count and to_jsonb(new) - 'count' = to_jsonb(old) - 'count' then
          return new;
        end if;
        if new.before is null and ${isErasing} '{"erased":' || erasure_id || '}')
          and to_jsonb(new) - 'before' - 'after' = to_jsonb(old) - 'before' - 'after' then
          return new;
        end if;
      elsif tg_op = 'DELETE' then
        if exists (select 1 from audit_pruning where old.at < until) then
          return old;
        end if;
      end if;
      raise exception 'audit is append-only' using errcode = 'insufficient_privilege';
    end $$`,
    `create or replace function audit_chain_refuses() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' and exists (select 1 from audit_pruning) then
        return old;
      end if;
      if tg_op = 'UPDATE' and exists (select 1 from audit_erasing) then
        if new.salt is null and to_jsonb(new) - 'salt' = to_jsonb(old) - 'salt' then
          return new;
        end if;
      end if;
      raise exception 'audit is append-only' using errcode = 'insufficient_privilege';
    end $$`,
  ],
}
