/** Links between events and messages of an account and records here. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables'
import type { Write } from '../../../kit/context'

type LinkRow = Tables['mail_links']

/** Seconds since 1970. */
const seconds = () => Math.floor(Date.now() / 1_000)

/** Stores or updates it; a record has one counterpart in each account. */
export async function link(
  { db }: Write,
  { changed_at, ...row }: Omit<LinkRow, 'changed_at'> & { changed_at: number | null | undefined },
): Promise<void> {
  const values = { ...row, changed_at: Math.floor(changed_at ?? seconds()) }
  await db
    .deleteFrom('mail_links')
    .where('user', '=', row.user)
    .where('kind', '=', row.kind)
    .where('record_id', '=', row.record_id)
    .execute()
  await db
    .insertInto('mail_links')
    .values(values)
    .onConflict((conflict) => conflict.columns(['user', 'kind', 'remote_id']).doUpdateSet(values))
    .execute()
}

/** The counterpart of a record. */
export const linkOf = (
  db: Kysely<Tables>,
  kind: LinkRow['kind'],
  record: number,
): Promise<LinkRow | undefined> =>
  db
    .selectFrom('mail_links')
    .selectAll()
    .where('kind', '=', kind)
    .where('record_id', '=', record)
    .orderBy('user')
    .limit(1)
    .executeTakeFirst()

export async function unlink({ db }: Write, kind: LinkRow['kind'], record: number): Promise<void> {
  await db.deleteFrom('mail_links').where('kind', '=', kind).where('record_id', '=', record).execute()
}
