/** Merges as they are kept, and as answers show them (DUP-3, DUP-5). */
import type { Kysely } from 'kysely'
import type { ListAnswer } from '../../../src/contract/answers'
import type { MergedResource } from '../../../src/contract/duplicatePairs'
import { maxKeptBack, mergeDays, type KeptBack, type Merge } from '../../../src/contract/merges'
import type { OpenDatabase } from '../../db/dialects'
import type { Tables } from '../../db/tables'
import type { Write } from '../../kit/context'
import { ApiError, notFound } from '../../kit/errors'
import { namesOf } from '../../kit/read/names'
import { resourceOf } from '../../kit/registry'
import { deleteOldWork, isUnderWay, undoUntil } from '../../kit/undoWindow'

type Db = Kysely<Tables>

export type KeptMerge = Awaited<ReturnType<typeof mergeOf>>

/** A merge. @throws ApiError 404 */
export async function mergeOf(db: Db, id: number) {
  const row = await db.selectFrom('merges').selectAll().where('merge_id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Merge')
  return row
}

/** @throws ApiError 409 where a merge of one of the records is under way. */
export async function assertFree(
  { db }: Pick<Write, 'db'>,
  resource: MergedResource,
  records: readonly number[],
): Promise<void> {
  const running = await db
    .selectFrom('merges')
    .select('merge_id')
    .where(isUnderWay)
    .where('resource', '=', resource)
    .where(({ or, eb }) => or([eb('kept', 'in', records), eb('merged', 'in', records)]))
    .executeTakeFirst()
  if (running)
    throw new ApiError(409, 'refused', 'A merge of this record is under way. Wait until it has ended.')
}

/** A change that a merge has made of a record. */
export type MergeRecord = Pick<
  Tables['merge_records'],
  'resource' | 'record_id' | 'field' | 'before' | 'after'
>

/**
 * Keeps what a merge has changed.
 * @param moved how many records name the kept one by it.
 */
export async function keepChanges(
  { db }: Write,
  { merge_id }: Pick<KeptMerge, 'merge_id'>,
  changes: readonly MergeRecord[],
  moved: number,
): Promise<void> {
  if (changes.length === 0) return
  const { last } = await db
    .selectFrom('merge_records')
    .select(({ fn }) => fn.max('place').as('last'))
    .where('merge_id', '=', merge_id)
    .executeTakeFirstOrThrow()
  const first = ((last as number | null) ?? -1) + 1
  await db
    .insertInto('merge_records')
    .values(
      changes.map((change, index) => ({
        merge_id,
        place: first + index,
        ...change,
        outcome: 'moved' as const,
      })),
    )
    .execute()
  await countMoved({ db }, merge_id, moved)
}

/** Counts records that a merge has moved, or by a negative number, those of which its undo has decided. */
export async function countMoved({ db }: Pick<Write, 'db'>, merge: number, moved: number): Promise<void> {
  if (moved === 0) return
  await db
    .updateTable('merges')
    .set(({ eb }) => ({ moved: eb('moved', '+', moved) }))
    .where('merge_id', '=', merge)
    .execute()
}

/** What was changed since a merge, so that its undo has left it. */
async function keptBackOf(db: Db, { merge_id }: KeptMerge): Promise<KeptBack[]> {
  const rows = await db
    .selectFrom('merge_records')
    .select(['resource', 'record_id', 'field'])
    .where('merge_id', '=', merge_id)
    .where('outcome', '=', 'kept')
    .orderBy('place')
    .limit(maxKeptBack)
    .execute()
  const kept: KeptBack[] = []
  for (const resource of new Set(rows.map((row) => row.resource))) {
    const own = rows.filter((row) => row.resource === resource)
    const names = await namesOf(
      db,
      resourceOf(resource),
      own.map(({ record_id }) => record_id),
    )
    for (const { record_id: record, field } of own)
      kept.push({ resource, record, field, name: names.get(record) ?? `#${record}` })
  }
  return kept
}

/** A merge as answers show it. @throws ApiError 404 */
export async function answerOf(db: Db, id: number): Promise<Merge> {
  const row = await mergeOf(db, id)
  const { resource, kept, merged, state } = row
  const names = await namesOf(db, resourceOf(resource), [kept, merged])
  return {
    merge_id: row.merge_id,
    resource,
    kept,
    kept_name: names.get(kept) ?? `#${kept}`,
    merged,
    merged_name: names.get(merged) ?? `#${merged}`,
    taken: JSON.parse(row.taken) as string[],
    state,
    moved: row.moved,
    created_by: row.created_by,
    created_at: row.created_at,
    ended_at: row.ended_at,
    undo_until: undoUntil(row.created_at, mergeDays),
    kept_back: state === 'undone' ? await keptBackOf(db, row) : [],
  }
}

/** The merges of a resource, the newest first. */
export async function listMerges(
  db: Db,
  resource: MergedResource,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListAnswer<Merge>> {
  const all = db.selectFrom('merges').where('resource', '=', resource)
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await all.select('merge_id').orderBy('merge_id', 'desc').limit(limit).offset(offset).execute()
  const results: Merge[] = []
  for (const { merge_id } of rows) results.push(await answerOf(db, merge_id))
  return { count, results }
}

/** Forgets merges that can no longer be taken back, with what they have moved. */
export const deleteOldMerges = (database: OpenDatabase): Promise<void> =>
  deleteOldWork(database, { table: 'merges', id: 'merge_id', records: 'merge_records' }, mergeDays)
