import type { Kysely } from 'kysely'

/** By the key that it had, those are found who are ordered by what has been deleted since (kit/late.ts). */
export async function keysBefore(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('late_keys').addColumn('key_before', 'text').execute()
}
