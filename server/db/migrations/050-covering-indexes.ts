import { sql, type Kysely } from 'kysely'

/**
 * Finds the open quotes of a supplier, the bids whose quotes expire, and the contracts whose notice comes from an index alone: most
 * rows are left out. The contracts of a supplier are found in the order of the list (GAS-8).
 */
export async function coveringIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`drop index quotes_by_supplier`.execute(db)
  await sql`create index quotes_of_supplier on quotes
    (supplier, quoted_at, quote_id, deleted_at, valid_until, awarded_at, withdrawn_at, lost_at, replaced_at)`.execute(
    db,
  )
  await sql`drop index quotes_by_valid_until`.execute(db)
  await sql`create index quotes_by_valid_until on quotes
    (valid_until, quote_id, awarded_at, withdrawn_at, lost_at, replaced_at, bid) where deleted_at is null`.execute(
    db,
  )
  await sql`drop index contracts_of_supplier`.execute(db)
  await sql`create index contracts_of_supplier on contracts (supplier, end_date, contract_id)`.execute(db)
  await sql`drop index contracts_by_notice_by`.execute(db)
  await sql`create index contracts_by_notice_by on contracts
    (notice_by, contract_id, end_date, signed_on, terminated_on, renewed_on) where deleted_at is null`.execute(
    db,
  )
  await sql`drop index contracts_by_notice_opens`.execute(db)
  await sql`create index contracts_by_notice_opens on contracts
    (notice_opens, contract_id, end_date, notice_by, terminated_on, renewed_on)
    where notice_opens is not null and signed_on is not null and deleted_at is null`.execute(db)
}
