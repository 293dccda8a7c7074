import { sql, type Kysely } from 'kysely'

/**
 * Finds contracts of which notice is due in their usual order, and those that are enrolled late among the accounts that are
 * pending, from an index alone (GAS-8).
 */
export async function contractFilters(db: Kysely<unknown>): Promise<void> {
  await sql`drop index contracts_by_end_date`.execute(db)
  await sql`create index contracts_by_end_date on contracts
    (end_date, contract_id, signed_on, terminated_on, start_date, renewed_on, after_end, notice_by) where deleted_at is null`.execute(
    db,
  )
  await sql`create index contracts_enrolling on contracts (contract_id, end_date, signed_on, terminated_on)
    where deleted_at is null`.execute(db)
}
