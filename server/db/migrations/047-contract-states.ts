import { sql, type Kysely } from 'kysely'

/**
 * Sums up what is at stake in renewals, counts what is enrolled late, and finds contracts of a state in their usual order,
 * from an index alone (GAS-8).
 */
export async function contractStates(db: Kysely<unknown>): Promise<void> {
  await sql`drop index contracts_by_end_date`.execute(db)
  await sql`create index contracts_by_end_date on contracts
    (end_date, contract_id, signed_on, terminated_on, start_date, renewed_on, after_end) where deleted_at is null`.execute(
    db,
  )
  await sql`create index contracts_at_stake on contracts (end_date, annual_dth, yearly_fee, notice_by)
    where deleted_at is null and signed_on is not null and terminated_on is null and renewed_on is null`.execute(
    db,
  )
  await sql`create index contract_accounts_pending on contract_accounts (enroll_by, contract)
    where status = 'pending' and deleted_at is null`.execute(db)
}
