import { sql, type Kysely } from 'kysely'

/** When a user works, as JSON (SCREEN-1). */
export async function workingHours(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profiles add column working_hours text`.execute(db)
}
