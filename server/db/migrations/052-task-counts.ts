import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from './ddl/columns'
import { rowCount } from './ddl/counts'

/** Keeps how many tasks there are, from which the pages of filtered lists are found among their first records (VIEW-1). */
export async function taskCounts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await sql`insert into row_counts (table_name, alive)
    select 'todos', count(*) from todos where deleted_at is null`.execute(db)
  for (const statement of rowCount(kind, 'todos')) await statement.execute(db)
}
