import { sql, type Kysely } from 'kysely'

/** Finds the bill periods of an import, which are known by their moment, also those in the trash (USE-11). */
export async function importedPeriods(db: Kysely<unknown>): Promise<void> {
  await sql`create index bill_periods_imported on bill_periods (created_at) where source = 'import'`.execute(
    db,
  )
}
