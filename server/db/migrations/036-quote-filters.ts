import { sql, type Kysely } from 'kysely'

/**
 * Indexes for lists of quotes by a filter in their usual order: without them those of very many quotes were sorted for each
 * page (GAS-8).
 */
export async function quoteFilters(db: Kysely<unknown>): Promise<void> {
  for (const column of ['pricing_type', 'term', 'quote_kind'])
    await sql`create index ${sql.raw(`quotes_of_${column}`)} on quotes (${sql.ref(column)}, quoted_at, quote_id)
      where deleted_at is null`.execute(db)
}
