import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** What has become of events and is still to be told, written in the transaction of the change itself (SCH-1, TRUST-29). */
export async function untoldChanges(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { id, timestamp } = types
  for (const statement of [
    sql`create table untold_changes (
      id ${id},
      event integer not null,
      actor integer not null references users (id),
      request_id text,
      "before" text,
      "after" text,
      attempts integer not null default 0,
      created_at ${timestamp} not null,
      next_at ${timestamp} not null
    )`,
    sql`create index untold_changes_by_event on untold_changes (event, id)`,
  ])
    await statement.execute(db)
}
