import { sql, type Kysely } from 'kysely'

/** The groups of accounts that administrators require a second factor of (MFA-11). */
export async function requiredFactors(db: Kysely<unknown>): Promise<void> {
  await sql`create table required_factors (account_group text primary key)`.execute(db)
}
