import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** Keys by which lists are ordered that are recomputed after the change of what they show (kit/late.ts). */
export async function lateKeys(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  await sql`create table late_keys (
    id ${types.id},
    resource text not null,
    ordering text not null,
    named_resource text not null,
    named_id integer not null,
    done_to integer not null default 0
  )`.execute(db)
}
