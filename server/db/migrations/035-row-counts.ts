import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from './ddl/columns'
import { rowCount } from './ddl/counts'

/** The lists of the trade whose rows are counted from now on. */
const tables = ['quotes', 'utility_accounts', 'meters', 'bill_periods', 'contracts'] as const

/** Keeps how many records the lists of quotes, usage and contracts have: a large one takes long to count (GAS-8). */
export async function rowCounts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const table of tables) {
    await sql`insert into row_counts (table_name, alive)
      select ${sql.lit(table)}, count(*) from ${sql.table(table)} where deleted_at is null`.execute(db)
    for (const statement of rowCount(kind, table)) await statement.execute(db)
  }
}
