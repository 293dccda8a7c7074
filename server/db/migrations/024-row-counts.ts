import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** The tables whose lists grow with the installation, and show all that is alive. */
const tables = ['organizations', 'addresses', 'contacts', 'opportunities', 'bids']

/** How many rows of a table are not in the trash is kept, in one row or as the sum of several. */
export async function rowCounts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await sql`create table row_counts (table_name text not null, alive bigint not null)`.execute(db)
  for (const table of tables) {
    await sql`insert into row_counts
      select ${table}, count(*) from ${sql.table(table)} where deleted_at is null`.execute(db)
    for (const statement of dialect.rowCount(table)) await statement.execute(db)
  }
}
