import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** What is searched of opportunities gets indexes of its own, which two letters are found by as well. */
export async function textsBeside(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const statement of dialect.keepTexts('opportunities', 'opportunity_id')) await statement.execute(db)
}
