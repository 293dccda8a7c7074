import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** The day from which a task's days are counted; of older ones it is that of their creation, in UTC (TASK-1). */
export async function taskDays(db: Kysely<unknown>, { types: { key } }: Dialect): Promise<void> {
  await sql`alter table todos add column counted_from ${key}`.execute(db)
}
