import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** The audit is added to and never changed, whoever writes to the database (TRUST-38). */
export async function appendOnlyAudit(db: Kysely<unknown>, { appendOnly }: Dialect): Promise<void> {
  for (const statement of appendOnly('audit')) await statement.execute(db)
}
