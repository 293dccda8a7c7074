/** Bulk changes and their records, as they are kept for a week (BULK-1). */
import type { Kysely } from 'kysely'
import type { ListAnswer } from '../../../src/contract/answers'
import {
  bulkDays,
  bulkOutcomes,
  explainedOutcomes,
  type BulkChange,
  type BulkOrder,
  type BulkOutcome,
  type BulkRecord,
} from '../../../src/contract/bulkChanges'
import type { OpenDatabase } from '../../db/dialects'
import type { Tables } from '../../db/tables'
import { notFound } from '../errors'
import { namesOf } from '../read/names'
import { resourceOf } from '../registry'
import { deleteOldWork, undoUntil } from '../undoWindow'

type Db = Kysely<Tables>

/** What a row keeps of the values that a change sets: that of the field, or an object, which no field takes, with those along with it. */
export const storedValue = ({ field, value, along }: BulkOrder): string | null =>
  field === null ? null : JSON.stringify(Object.keys(along).length > 0 ? { value, along } : value)

/** The values that a change sets, from its row. */
export function orderedValues({
  value: stored,
}: {
  value: string | null
}): Pick<BulkOrder, 'value' | 'along'> {
  const value = stored === null ? null : (JSON.parse(stored) as unknown)
  const hasMore = typeof value === 'object' && value !== null && 'along' in value
  return hasMore ? (value as Pick<BulkOrder, 'value' | 'along'>) : { value, along: {} }
}

/** A bulk change as its row has it. */
export type KeptChange = Awaited<ReturnType<typeof bulkChangeOf>>

/** A record of a bulk change that waits for its turn. */
export interface WaitingRecord {
  place: number
  record_id: number
  version: number | null
  before: string | null
}

/**
 * A bulk change.
 * @param owner who began it; null: any user.
 * @throws ApiError 404 for one that is not there, or another user's.
 */
export async function bulkChangeOf(db: Db, id: number, owner: number | null) {
  let query = db
    .selectFrom('bulk_changes')
    .selectAll()
    .where('bulk_change_id', '=', id)
    .where('state', '!=', 'staged')
  if (owner !== null) query = query.where('created_by', '=', owner)
  const row = await query.executeTakeFirst()
  if (!row) throw notFound('Bulk change')
  return row
}

async function countsOf(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Partial<BulkChange['counts']>>> {
  const counts = new Map<number, Partial<Record<BulkOutcome, number>>>()
  if (ids.length === 0) return counts
  const rows = await db
    .selectFrom('bulk_change_records')
    .select(({ fn }) => ['bulk_change_id', 'outcome', fn.countAll<number>().as('count')])
    .where('bulk_change_id', 'in', ids)
    .groupBy(['bulk_change_id', 'outcome'])
    .execute()
  for (const { bulk_change_id: id, outcome, count } of rows)
    counts.set(id, { ...counts.get(id), [outcome]: count })
  return counts
}

/** Bulk changes as answers show them. */
export async function answersOf(db: Db, rows: readonly KeptChange[]): Promise<BulkChange[]> {
  const counts = await countsOf(
    db,
    rows.map((row) => row.bulk_change_id),
  )
  return rows.map((row) => ({
    bulk_change_id: row.bulk_change_id,
    list: row.list,
    action: row.action,
    field: row.field,
    ...orderedValues(row),
    // Staged ones are not read.
    state: row.state as BulkChange['state'],
    total: row.total,
    counts: Object.fromEntries(
      bulkOutcomes.map((outcome) => [outcome, counts.get(row.bulk_change_id)?.[outcome] ?? 0]),
    ) as BulkChange['counts'],
    created_at: row.created_at,
    ended_at: row.ended_at,
    undo_until: undoUntil(row.created_at, bulkDays),
  }))
}

/** A bulk change as answers show it. @throws ApiError 404 as bulkChangeOf() does. */
export async function answerOf(db: Db, id: number, owner: number): Promise<BulkChange> {
  const [answer] = await answersOf(db, [await bulkChangeOf(db, id, owner)])
  if (!answer) throw notFound('Bulk change')
  return answer
}

/** The bulk changes of a user, the newest first. */
export async function listChanges(
  db: Db,
  owner: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListAnswer<BulkChange>> {
  const own = db.selectFrom('bulk_changes').where('created_by', '=', owner).where('state', '!=', 'staged')
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await own.selectAll().orderBy('bulk_change_id', 'desc').limit(limit).offset(offset).execute()
  return { count, results: await answersOf(db, rows) }
}

/** Records whose names are read at a time. */
const namedAtOnce = 200

/** The records that were not changed, or not changed back, with the reasons, in portions. */
export async function* explainedRecords(
  db: Db,
  { bulk_change_id: id, list }: Pick<KeptChange, 'bulk_change_id' | 'list'>,
  { limit, offset }: { limit: number; offset: number } = { limit: Infinity, offset: 0 },
): AsyncGenerator<BulkRecord[]> {
  const resource = resourceOf(list)
  for (let start = 0; start < limit;) {
    const most = Math.min(namedAtOnce, limit - start)
    const rows = await db
      .selectFrom('bulk_change_records')
      .select(['record_id', 'outcome', 'reason'])
      .where('bulk_change_id', '=', id)
      .where('outcome', 'in', explainedOutcomes)
      .orderBy('place')
      .limit(most)
      .offset(offset + start)
      .execute()
    if (rows.length === 0) return
    const names = await namesOf(
      db,
      resource,
      rows.map((row) => row.record_id),
    )
    yield rows.map(({ record_id, outcome, reason }) => ({
      record: record_id,
      name: names.get(record_id) ?? `#${record_id}`,
      outcome,
      reason: reason ?? '',
    }))
    if (rows.length < most) return
    start += rows.length
  }
}

/** Deletes bulk changes that can no longer be taken back, and those that were never begun, with their records. */
export const deleteOldBulkChanges = (database: OpenDatabase): Promise<void> =>
  deleteOldWork(
    database,
    { table: 'bulk_changes', id: 'bulk_change_id', records: 'bulk_change_records' },
    bulkDays,
  )
