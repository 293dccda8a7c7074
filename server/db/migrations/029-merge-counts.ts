import { sql, type Kysely } from 'kysely'

/**
 * How many records a merge has moved, kept with it. Of those that there are it is what they have moved: references, in a column
 * that has named the merged one or in a list of deals, without links that stay and what was merged before.
 */
export async function mergeCounts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table merges add column moved integer not null default 0`.execute(db)
  await sql`update merges set moved = (
    select count(*) from merge_records
    where merge_records.merge_id = merges.merge_id and merge_records.outcome = 'moved'
      and merge_records.resource <> merges.resource
      and ((merge_records.before = cast(merges.merged as text) and merge_records.after = cast(merges.kept as text))
        or (merge_records.resource = 'opportunities' and merge_records.field = 'organizations'))
  )`.execute(db)
}
