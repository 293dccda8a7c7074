import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** Texts are taken apart in time in proportion to their length, where they have been kept beside their table before. */
export async function letterPairs(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const statement of dialect.textFunctions()) await statement.execute(db)
}
