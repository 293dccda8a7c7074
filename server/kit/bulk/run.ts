/**
 * Runs bulk changes in the background, each record in a transaction with what became of it, as the same change by a request
 * would run: alone, or with a few others that go to the trash or come back. A process that dies has thus changed a record or
 * not, and the next one goes on with those that wait (docs/decisions/028-bulk-changes.md).
 */
import type { BulkOutcome } from '../../../src/contract/bulkChanges'
import { nowOf } from '../../db/clock'
import { isTransient, isUnwritable, type OpenDatabase } from '../../db/dialects'
import type { LockMode } from '../../db/writeQueue'
import { writerOf } from '../actors'
import type { BackgroundJob } from '../backgroundJob'
import { chunks } from '../chunks'
import { anyTable, inTransaction, type Write, type Writer } from '../context'
import { ApiError } from '../errors'
import { assertRight } from '../policy'
import { resourceOf } from '../registry'
import { createTurnsJob } from '../turnsJob'
import type { ServerResource } from '../resource'
import { audit } from '../write/audit'
import { isUnderWay } from '../undoWindow'
import { lockModeOf } from '../write/lockMode'
import { inBatch } from '../write/batch'
import { deleteRecords, restoreRecords } from '../write/remove'
import { patchIfDifferent } from '../write/update'
import { bulkChangeOf, orderedValues, type KeptChange, type WaitingRecord } from './kept'

/** Number of bulk changes among the kinds of work that processes do alone. */
const place = 1_670_402_300
/** Records of a change in its turn, after which those of others have theirs. */
const recordsAtOnce = 64
/** Transactions at a time: those of the embedded database are committed together, others take a connection each. */
const concurrent = { queued: 8, connected: 4 } as const
/**
 * Records that go to the trash or come back in one transaction, which holds up other writes for some milliseconds; each is alone
 * where one of them is refused.
 */
const movedTogether = 8
/** Milliseconds between two notices of the progress of a change. */
const noticeInterval = 500

/** What became of a record. */
interface Result {
  outcome: BulkOutcome
  reason?: string
  /** The new version of the record. */
  version?: number | null
  before?: unknown
}

const isRunning = (state: KeptChange['state']): state is 'running' | 'undoing' =>
  state === 'running' || state === 'undoing'

/** The background job that runs bulk changes; woken when one is begun. */
export function createBulkRunner(database: OpenDatabase, log: (error: unknown) => void): BackgroundJob {
  const told = new Map<number, number>()
  return createTurnsJob(database, {
    place,
    underWay: () =>
      database.db
        .selectFrom('bulk_changes')
        .select('bulk_change_id as id')
        .where(isUnderWay)
        .orderBy('bulk_change_id')
        .execute(),
    runSome: ({ id }) => runSome(database, id, told, log),
    log,
  })
}

/** Runs a change for some of its records, or ends it. */
async function runSome(
  database: OpenDatabase,
  id: number,
  told: Map<number, number>,
  log: (error: unknown) => void,
): Promise<void> {
  const { db, dialect } = database
  const change = await bulkChangeOf(db, id, null)
  if (!isRunning(change.state)) return
  const writer = await writerOf(database, change.created_by, change.request_id)
  const records = writer && (await waitingRecords(database, change))
  if (!records || records.length === 0) {
    told.delete(id)
    await endChange(database, change, writer === null)
    return
  }
  const left = moves(change) ? [...chunks(records, movedTogether)] : records.map((record) => [record])
  const turn = { writer, resource: resourceOf(change.list), change, log }
  const work = async () => {
    for (let some = left.shift(); some; some = left.shift()) await runTogether(database, turn, some)
  }
  // Those that are exclusive would only wait for each other.
  const length = moves(change) ? 1 : dialect.writesConcurrently ? concurrent.connected : concurrent.queued
  // All of them end before the place is given up, failed or not.
  const ended = await Promise.allSettled(Array.from({ length }, work))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  const now = performance.now()
  if (now - (told.get(id) ?? -Infinity) < noticeInterval) return
  told.set(id, now)
  const notice = { kind: 'bulk-change', id, owner: change.created_by } as const
  for (const publish of database.commitListeners) publish([notice])
}

const outcomeBefore = ({ state }: KeptChange): BulkOutcome => (state === 'undoing' ? 'changed' : 'waiting')

const waitingRecords = ({ db }: OpenDatabase, change: KeptChange): Promise<WaitingRecord[]> =>
  db
    .selectFrom('bulk_change_records')
    .select(['place', 'record_id', 'version', 'before'])
    .where('bulk_change_id', '=', change.bulk_change_id)
    .where('outcome', '=', outcomeBefore(change))
    .orderBy('place')
    .limit(recordsAtOnce)
    .execute()

/** What records are changed by. */
interface Turn {
  writer: Writer
  resource: ServerResource
  change: KeptChange
  log: (error: unknown) => void
}

/** Whether its records go to the trash, or come back. */
const moves = ({ action }: KeptChange): boolean => action === 'delete' || action === 'restore'

/** Changes records, or keeps why not. What fails for other reasons is tried again later. */
async function runTogether(
  database: OpenDatabase,
  turn: Turn,
  records: readonly WaitingRecord[],
): Promise<void> {
  const { writer, resource, change, log } = turn
  const attempt = (
    work: (write: Write, waiting: readonly WaitingRecord[]) => Promise<Result[]>,
    lockMode: LockMode,
  ) =>
    inTransaction(
      database,
      writer,
      async (write) => {
        const waiting = await stillWaiting(write, change, records)
        if (waiting.length > 0) await keepResults(write, change, waiting, await work(write, waiting))
      },
      lockMode,
    )
  try {
    if (moves(change))
      await attempt(
        (write, waiting) => inBatch(write, () => moveAll(write, resource, change, waiting)),
        'exclusive',
      )
    else
      await attempt(async (write, waiting) => {
        const results: Result[] = []
        for (const record of waiting) results.push(await setOne(write, resource, change, record))
        return results
      }, lockModeOf(resource))
  } catch (error) {
    const result = resultOf(error, change)
    if (result === null) throw error
    if (records.length > 1) {
      for (const record of records) await runTogether(database, turn, [record])
      return
    }
    if (!(error instanceof ApiError)) log(error)
    await attempt(() => Promise.resolve([result]), 'concurrent')
  }
}

/** What an error says of a record; null for one that will pass. */
function resultOf(error: unknown, { state }: KeptChange): Result | null {
  const isUndo = state === 'undoing'
  if (!(error instanceof ApiError))
    return isTransient(error) || isUnwritable(error)
      ? null
      : { outcome: isUndo ? 'kept' : 'refused', reason: 'The server could not change it.' }
  if (error.status >= 500) return null
  if (error.code === 'stale_version')
    return { outcome: isUndo ? 'kept' : 'skipped', reason: 'It was changed meanwhile.' }
  return { outcome: isUndo ? 'kept' : 'refused', reason: error.message }
}

/**
 * The records that wait, if the change still runs. Neither changes until the transaction ends: a stop waits for the records
 * that are under way.
 */
async function stillWaiting(
  write: Write,
  change: KeptChange,
  records: readonly WaitingRecord[],
): Promise<WaitingRecord[]> {
  const { bulk_change_id: id } = change
  const rows = write.db.selectFrom('bulk_changes').select('state').where('bulk_change_id', '=', id)
  const found = await (write.isExclusive ? rows : rows.forShare()).executeTakeFirst()
  if (found?.state !== change.state) return []
  const waiting = write.db
    .selectFrom('bulk_change_records')
    .select('place')
    .where('bulk_change_id', '=', id)
    .where(
      'place',
      'in',
      records.map(({ place }) => place),
    )
    .where('outcome', '=', outcomeBefore(change))
  const places = new Set(
    (await (write.isExclusive ? waiting : waiting.forUpdate()).execute()).map(({ place }) => place),
  )
  return records.filter(({ place }) => places.has(place))
}

async function keepResults(
  { db }: Write,
  { bulk_change_id }: KeptChange,
  records: readonly WaitingRecord[],
  results: readonly Result[],
): Promise<void> {
  const rows = records.flatMap((record, at) => {
    const result = results[at]
    if (!result) return []
    const { outcome, reason = null, version = record.version } = result
    const before = result.before === undefined ? record.before : JSON.stringify(result.before)
    return [{ ...record, bulk_change_id, outcome, reason, version, before }]
  })
  await db
    .insertInto('bulk_change_records')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['bulk_change_id', 'place']).doUpdateSet(({ ref }) => ({
        outcome: ref('excluded.outcome'),
        reason: ref('excluded.reason'),
        version: ref('excluded.version'),
        before: ref('excluded.before'),
      })),
    )
    .execute()
}

/** Sets, adds or removes values of a record, or gives it those from before if it is as the change has left it. */
async function setOne(
  write: Write,
  resource: ServerResource,
  change: KeptChange,
  { record_id: id, version, before }: WaitingRecord,
): Promise<Result> {
  const { state, action, field } = change
  if (state === 'undoing') {
    const body = bodyFrom(field, JSON.parse(before ?? 'null'))
    await patchIfDifferent(write, resource, id, body, version)
    return { outcome: 'undone' }
  }
  const { value, along } = orderedValues(change)
  const body = { [field ?? '']: action === 'set' ? value : { [action]: value }, ...along }
  const changed = await patchIfDifferent(write, resource, id, body, version)
  return changed
    ? {
        outcome: 'changed',
        before: { fields: movedFields(resource, changed) },
        version: changed.after['version'] as number,
      }
    : { outcome: 'unchanged' }
}

/** Puts records into the trash, or brings them back, in the change or in its undo. */
async function moveAll(
  write: Write,
  resource: ServerResource,
  { state, action }: KeptChange,
  records: readonly WaitingRecord[],
): Promise<Result[]> {
  const isUndo = state === 'undoing'
  const named = (some: readonly WaitingRecord[]) =>
    some.map(({ record_id: id, version }) => ({ id, version }))
  if ((action === 'delete') !== isUndo) {
    assertRight(write, 'bulk_delete')
    await deleteRecords(write, resource, named(records))
    if (isUndo) return records.map(() => ({ outcome: 'undone' }))
    const deletions = await deletionsOf(write, resource, records)
    return records.map(({ record_id: id }) => ({ outcome: 'changed', before: deletions.get(id) ?? null }))
  }
  if (!isUndo) {
    await restoreRecords(write, resource, named(records))
    return records.map(() => ({ outcome: 'changed' }))
  }
  const deletions = await deletionsOf(write, resource, records)
  // Deleted again, it is another deletion.
  const isAsLeft = ({ record_id: id, before }: WaitingRecord) =>
    (deletions.get(id) ?? null) === JSON.parse(before ?? 'null')
  const asLeft = records.filter(isAsLeft)
  if (asLeft.length > 0) await restoreRecords(write, resource, named(asLeft))
  return records.map((record) =>
    isAsLeft(record)
      ? { outcome: 'undone' }
      : { outcome: 'kept', reason: 'It was restored or deleted again meanwhile.' },
  )
}

/** What a change has moved, with the values from before: its field, and those that the record's rules emptied with it. */
const movedFields = (
  { contract: { fields } }: ServerResource,
  { before, after }: NonNullable<Awaited<ReturnType<typeof patchIfDifferent>>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { readOnly }]) => {
      const value = before[name] ?? null
      const isMoved = JSON.stringify(value) !== JSON.stringify(after[name] ?? null)
      return isMoved && !readOnly ? [[name, value]] : []
    }),
  )

/** The body that gives a record its values back. */
function bodyFrom(field: string | null, before: unknown): object {
  const isWhole = typeof before === 'object' && before !== null && 'fields' in before
  // Changes from before their rows kept all fields have the value of one.
  return isWhole ? (before.fields as object) : { [field ?? '']: before }
}

/** When records were put into the trash; null for those that are not there. */
async function deletionsOf(
  { db }: Write,
  { table, contract: { idField } }: ServerResource,
  records: readonly WaitingRecord[],
): Promise<ReadonlyMap<number, unknown>> {
  const rows = await anyTable(db)
    .selectFrom(table)
    .select([idField, 'deleted_at'])
    .where(
      idField,
      'in',
      records.map((record) => record.record_id),
    )
    .execute()
  return new Map(rows.map((row) => [row[idField] as number, row['deleted_at']]))
}

/** @param isStopped whether it ends before its time. */
async function endChange(database: OpenDatabase, change: KeptChange, isStopped: boolean): Promise<void> {
  const { bulk_change_id: id, created_by: owner, list } = change
  const isUndo = change.state === 'undoing'
  const writer = { actor: owner, requestId: change.request_id }
  await inTransaction(database, writer, async (write) => {
    const { numUpdatedRows } = await write.db
      .updateTable('bulk_changes')
      .set({
        // An undo that ends before its time can be begun again.
        state: isStopped ? 'stopped' : isUndo ? 'undone' : 'done',
        ended_at: nowOf(write.db).toISOString(),
      })
      .where('bulk_change_id', '=', id)
      .where('state', '=', change.state)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await audit(write, {
      action: isUndo ? 'end undo of bulk change' : 'end bulk change',
      resource: list,
      after: { bulk_change_id: id },
    })
    write.notices.push({ kind: 'bulk-change', id, owner })
  })
}
