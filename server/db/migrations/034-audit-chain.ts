import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/**
 * The chain of hashes over the audit, which a background job continues, and the ends of parts that were pruned. Like the audit
 * both are append-only, but within a transaction that prunes. What a row tells is hashed by itself, with a salt, so that it can be
 * erased and the chain still holds.
 */
export async function auditChain(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { timestamp, key } = columnTypes[kind]
  const statements = [
    sql`create table audit_chain (
      position integer primary key,
      audit_id integer not null unique,
      sealed_at ${timestamp} not null,
      salt text,
      content ${key} not null,
      hash ${key} not null
    )`,
    sql`create table audit_seals (
      position integer primary key,
      pruned_at ${timestamp} not null,
      hash ${key} not null
    )`,
    ...['audit_chain', 'audit_seals'].flatMap((table) => guards[kind](table).map((text) => sql.raw(text))),
  ]
  for (const statement of statements) await statement.execute(db)
}

const guards: Readonly<Record<DatabaseKind, (table: string) => readonly string[]>> = {
  // A row that replaces another one fires no trigger of its removal.
  sqlite: (table) => [
    `create trigger ${table}_refuses_update before update on ${table}
      begin select raise(abort, 'audit is append-only'); end`,
    `create trigger ${table}_refuses_delete before delete on ${table} when not exists (select 1 from audit_pruning)
      begin select raise(abort, 'audit is append-only'); end`,
    `create trigger ${table}_refuses_insert before insert on ${table}
      when exists (select 1 from ${table} where position = new.position)
      begin select raise(abort, 'audit is append-only'); end`,
  ],
  postgres: (table) => [
    `create function ${table}_refuses() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' and exists (select 1 from audit_pruning) then
        return old;
      end if;
      raise exception 'audit is append-only' using errcode = 'insufficient_privilege';
    end $$`,
    `create trigger ${table}_append_only before update or delete on ${table} for each row execute function ${table}_refuses()`,
    `create trigger ${table}_kept before truncate on ${table} for each statement execute function ${table}_refuses()`,
    `alter table ${table} enable always trigger ${table}_append_only`,
    `alter table ${table} enable always trigger ${table}_kept`,
  ],
}
