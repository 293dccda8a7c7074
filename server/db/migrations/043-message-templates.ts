import { sql, type Kysely } from 'kysely'
import { columnTypes, stampColumns, type DatabaseKind } from './ddl/columns'
import { alive, listIndexes, stampOrderings, trashIndex } from './ddl/indexes'

/** Texts for messages, private or shared. */
export async function messageTemplates(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, boolean, key, timestamp } = columnTypes[kind]
  const statements = [
    sql`create table message_templates (
      message_template_id ${id},
      name text not null,
      subject text,
      text text not null,
      is_shared ${boolean},
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      deleted_by integer references users (id),
      name_key ${key} not null,
      search text not null
    )`,
    ...listIndexes(kind, 'message_templates', 'message_template_id', alive, [
      ['name_key', false],
      ...stampOrderings,
    ]),
    trashIndex('message_templates', 'message_template_id'),
    sql`create index message_templates_of_author on message_templates (created_by) where deleted_at is null`,
    sql`create index message_templates_shared on message_templates (name_key) where is_shared and deleted_at is null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
