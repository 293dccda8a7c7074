import { sql, type Kysely } from 'kysely'

/** The tables of which few rows hold a stored content, and the columns that name it. */
const columns = { contacts: 'crystal_profile_key', organizations: 'logo_key' }

/** The contents that rows name are found without the others: each start looks for those that none names. */
export async function contentKeys(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of Object.entries(columns))
    await sql`create index ${sql.ref(`${table}_by_${column}`)} on ${sql.table(table)} (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
}
