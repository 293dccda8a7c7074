import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** Changes of many records at once, and what became of each record. */
export async function bulkChanges(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, timestamp, key } = columnTypes[kind]
  const statements = [
    sql`create table bulk_changes (
      bulk_change_id ${id},
      list ${key} not null,
      action text not null,
      field text,
      value text,
      state ${key} not null,
      total integer not null,
      created_by integer not null references users (id),
      request_id text,
      created_at ${timestamp} not null,
      ended_at ${timestamp}
    )`,
    sql`create index bulk_changes_of_user on bulk_changes (created_by, bulk_change_id)`,
    sql`create index bulk_changes_running on bulk_changes (bulk_change_id)
      where state in ('running', 'undoing')`,
    sql`create table bulk_change_records (
      bulk_change_id integer not null references bulk_changes (bulk_change_id),
      place integer not null,
      record_id integer not null,
      version integer,
      outcome ${key} not null,
      reason text,
      before text,
      primary key (bulk_change_id, place)
    )`,
    sql`create index bulk_change_records_by_outcome on bulk_change_records (bulk_change_id, outcome, place)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
