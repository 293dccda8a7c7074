import { sql, type Kysely } from 'kysely'
import { columnTypes, stampColumns, type DatabaseKind } from './ddl/columns'
import { listIndexes, stampOrderings } from './ddl/indexes'

/** Saved views of lists. */
export async function views(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, boolean, key } = columnTypes[kind]
  const statements = [
    sql`create table views (
      view_id ${id},
      name text not null,
      list ${key} not null,
      query text,
      hidden_columns text not null,
      shown_columns text not null,
      density text,
      is_shared ${boolean},
      ${stampColumns(kind)},
      name_key ${key} not null,
      search text not null
    )`,
    ...listIndexes(kind, 'views', 'view_id', '', [['name_key', false], ...stampOrderings]),
    sql`create index views_of_author on views (created_by, list)`,
    sql`create index views_shared on views (list) where is_shared`,
  ]
  for (const statement of statements) await statement.execute(db)
}
