import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect'
import type { Tables } from '../tables'

/** Indexes of search that have been there before grow as new ones do. */
export async function searchSettings(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const statement of await dialect.searchSettings(db as Kysely<Tables>)) await statement.execute(db)
}
