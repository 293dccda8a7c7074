import { sql, type Kysely } from 'kysely'

/** Tables whose names the code no longer uses, and their standard terms. */
const renamed = { late_keys: 'stale_sort_keys', untold_changes: 'invitation_outbox' } as const

export async function standardNames(db: Kysely<unknown>): Promise<void> {
  for (const [before, after] of Object.entries(renamed))
    await sql`alter table ${sql.table(before)} rename to ${sql.table(after)}`.execute(db)
  await sql`drop index untold_changes_by_event`.execute(db)
  await sql`create index invitation_outbox_by_event on invitation_outbox (event, id)`.execute(db)
}
