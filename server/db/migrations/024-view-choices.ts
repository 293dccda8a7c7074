import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** Which views their users have pinned, and with which ones their lists open. */
export async function viewChoices(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { boolean, key } = columnTypes[kind]
  const statements = [
    sql`create table view_choices (
      user_id integer not null references users (id),
      view_id integer not null references views (view_id) on delete cascade,
      list ${key} not null,
      is_default ${boolean} not null,
      is_pinned ${boolean} not null,
      primary key (user_id, view_id)
    )`,
    sql`create unique index view_choices_default on view_choices (user_id, list) where is_default`,
    sql`create index view_choices_by_view on view_choices (view_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
