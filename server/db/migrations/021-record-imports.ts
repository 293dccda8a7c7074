import { sql, type Kysely } from 'kysely'
import { columnTypes, lower, type DatabaseKind } from './ddl/columns'

/** Imports of records, which go on in the background: how far they have come, and what became of each row. */
export async function recordImports(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { key } = columnTypes[kind]
  const statements = [
    sql`alter table imports add column run_by integer references users (id)`,
    sql`alter table imports add column request_id ${key}`,
    sql`alter table imports add column done_line integer`,
    sql`alter table imports add column done_rows integer not null default 0`,
    sql`alter table import_rows add column result text`,
    sql`create index imports_running on imports (import_id) where state in ('running', 'returning')`,
    sql`create index organizations_by_email on organizations (${lower(kind, sql`email`)}) where email is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
