import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** The tables that searches of counted records (024) read, and the columns that say how many are found; null: all. */
const tables: Record<string, readonly string[] | null> = {
  organizations: ['search', 'deleted_at'],
  addresses: ['search', 'deleted_at', 'state'],
  contacts: ['search', 'deleted_at'],
  opportunities: ['search', 'deleted_at'],
  bids: ['search', 'deleted_at', 'utility_state'],
  opportunity_tags: null,
  tags: null,
  states: null,
  utility_states: null,
  utilities: null,
}

/** How often what is searched has changed is kept, so that what has been counted holds until then. */
export async function searchChanges(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await sql`alter table row_counts add column changes bigint not null default 0`.execute(db)
  for (const [table, columns] of Object.entries(tables)) {
    if (columns === null)
      await sql`insert into row_counts (table_name, alive) values (${table}, 0)`.execute(db)
    for (const statement of dialect.changeCount(table, columns)) await statement.execute(db)
  }
}
