import { sql, type Kysely } from 'kysely'

/** Lists of past imports, and those that a process was storing or taking back when it ended. */
export async function importLists(db: Kysely<unknown>): Promise<void> {
  await sql`create index imports_by_kind on imports (kind, import_id) where state <> 'staged'`.execute(db)
  await sql`create index imports_unsettled on imports (import_id)
    where state in ('committing', 'reverting', 'undoing')`.execute(db)
}
