import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** The tables that are looked through most. */
const tables = {
  organizations: 'organization_id',
  addresses: 'address_id',
  contacts: 'contact_id',
  opportunities: 'opportunity_id',
}

/** One and two letters are found by an index of their own, and so is what waits in the trash. */
export async function letters(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const [table, id] of Object.entries(tables)) {
    for (const statement of dialect.letterIndex(table, id)) await statement.execute(db)
    await sql`create index ${sql.ref(`${table}_in_trash`)} on ${sql.table(table)} (${sql.ref(id)})
      where deleted_at is not null`.execute(db)
  }
}
