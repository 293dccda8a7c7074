import { sql, type Kysely } from 'kysely'

/**
 * Lets pages of quotes of a state be found in their usual order from an index alone, also where none of the newest are of that state
 * (GAS-8).
 */
export async function quoteOrder(db: Kysely<unknown>): Promise<void> {
  await sql`drop index quotes_by_quoted_at`.execute(db)
  await sql`create index quotes_by_quoted_at on quotes
    (quoted_at, quote_id, valid_until, awarded_at, withdrawn_at, lost_at, replaced_at) where deleted_at is null`.execute(
    db,
  )
}
