import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** Imports of tables, and their rows as they were read. */
export async function imports(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, timestamp, key } = columnTypes[kind]
  const statements = [
    sql`create table imports (
      import_id ${id},
      kind ${key} not null,
      target integer,
      state text not null,
      filename text,
      headers text not null,
      mapping text not null,
      replaces text not null,
      new_rows integer not null,
      same_rows integer not null,
      replaced_rows integer not null,
      refused_rows integer not null,
      created_by integer references users (id),
      created_at ${timestamp} not null,
      committed_at ${timestamp}
    )`,
    sql`create index imports_by_target on imports (kind, target, import_id)`,
    sql`create table import_rows (
      import_id integer not null references imports (import_id),
      line integer not null,
      state text not null,
      content text not null,
      reason text,
      primary key (import_id, line)
    )`,
    sql`create index import_rows_by_state on import_rows (import_id, state, line)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
