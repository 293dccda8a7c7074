/**
 * Runs bulk changes in the background, record by record, each in a transaction of its own with what became of it, as the same
 * change by a request would run. A process that dies has thus changed a record or not, and the next one goes on with those
 * that wait (docs/decisions/028-bulk-changes.md).
 */
import type { BulkOutcome } from '../../../src/contract/bulkChanges'
import { nowOf } from '../../db/clock'
import { isTransient, isUnwritable, type OpenDatabase } from '../../db/dialects'
import type { LockMode } from '../../db/writeQueue'
import type { BackgroundJob } from '../backgroundJob'
import { anyTable, inTransaction, type Write, type Writer } from '../context'
import { ApiError } from '../errors'
import { assertRight } from '../policy'
import { resourceOf } from '../registry'
import { createTurnsJob, writerOf } from '../turnsJob'
import type { ServerResource } from '../resource'
import { audit } from '../write/audit'
import { isUnderWay } from '../undoWindow'
import { lockModeOf } from '../write/lockMode'
import { deleteRecord, patchIfDifferent, restoreRecord } from '../write/write'
import { bulkChangeOf, type KeptChange, type WaitingRecord } from './kept'

/** Number of bulk changes among the kinds of work that processes do alone. */
const place = 1_670_402_300
/** Records of a change in its turn, after which those of others have theirs. */
const recordsAtOnce = 64
/** Transactions at a time: those of the embedded database are committed together, others take a connection each. */
const concurrent = { queued: 8, connected: 4 } as const
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
  const resource = resourceOf(change.list)
  const left = [...records]
  const work = async () => {
    for (let record = left.shift(); record; record = left.shift())
      await runOne(database, writer, resource, change, record, log)
  }
  const length = dialect.writesConcurrently ? concurrent.connected : concurrent.queued
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

/** Changes a record, or keeps why not. What fails for other reasons is tried again later. */
async function runOne(
  database: OpenDatabase,
  writer: Writer,
  resource: ServerResource,
  change: KeptChange,
  record: WaitingRecord,
  log: (error: unknown) => void,
): Promise<void> {
  const attempt = (work: (write: Write) => Promise<Result>, lockMode: LockMode) =>
    inTransaction(
      database,
      writer,
      async (write) => {
        if (await isStillWaiting(write, change, record))
          await keepResult(write, change, record, await work(write))
      },
      lockMode,
    )
  const moves = change.action === 'delete' || change.action === 'restore'
  try {
    const act = change.state === 'undoing' ? undoOne : changeOne
    await attempt((write) => act(write, resource, change, record), moves ? 'exclusive' : lockModeOf(resource))
  } catch (error) {
    const result = resultOf(error, change)
    if (result === null) throw error
    if (!(error instanceof ApiError)) log(error)
    await attempt(() => Promise.resolve(result), 'concurrent')
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
 * Whether the change still runs and the record waits. Neither changes until the transaction ends: a stop waits for the records
 * that are under way.
 */
async function isStillWaiting(write: Write, change: KeptChange, { place }: WaitingRecord): Promise<boolean> {
  const { bulk_change_id: id } = change
  const rows = write.db.selectFrom('bulk_changes').select('state').where('bulk_change_id', '=', id)
  const found = await (write.isExclusive ? rows : rows.forShare()).executeTakeFirst()
  if (found?.state !== change.state) return false
  const records = write.db
    .selectFrom('bulk_change_records')
    .select('outcome')
    .where('bulk_change_id', '=', id)
    .where('place', '=', place)
  const record = await (write.isExclusive ? records : records.forUpdate()).executeTakeFirst()
  return record?.outcome === outcomeBefore(change)
}

async function keepResult(
  { db }: Write,
  { bulk_change_id: id }: KeptChange,
  { place }: WaitingRecord,
  { outcome, reason, version, before }: Result,
): Promise<void> {
  await db
    .updateTable('bulk_change_records')
    .set({
      outcome,
      reason: reason ?? null,
      ...(version !== undefined && { version }),
      ...(before !== undefined && { before: JSON.stringify(before) }),
    })
    .where('bulk_change_id', '=', id)
    .where('place', '=', place)
    .execute()
}

async function changeOne(
  write: Write,
  resource: ServerResource,
  { action, field, value }: KeptChange,
  { record_id: id, version }: WaitingRecord,
): Promise<Result> {
  if (action === 'delete') {
    assertRight(write, 'bulk_delete')
    await deleteRecord(write, resource, id, version)
    return { outcome: 'changed', before: await deletionOf(write, resource, id) }
  }
  if (action === 'restore') {
    await restoreRecord(write, resource, id, version)
    return { outcome: 'changed' }
  }
  const name = field ?? ''
  const given = JSON.parse(value ?? 'null') as unknown
  const body = { [name]: action === 'set' ? given : { [action]: given } }
  const changed = await patchIfDifferent(write, resource, id, body, version)
  return changed
    ? {
        outcome: 'changed',
        before: changed.before[name] ?? null,
        version: changed.after['version'] as number,
      }
    : { outcome: 'unchanged' }
}

/** Gives a record the value from before, if it is as the change has left it. */
async function undoOne(
  write: Write,
  resource: ServerResource,
  { action, field }: KeptChange,
  { record_id: id, version, before }: WaitingRecord,
): Promise<Result> {
  const known = JSON.parse(before ?? 'null') as unknown
  if (action === 'delete') {
    // Deleted again, it is another deletion.
    if ((await deletionOf(write, resource, id)) !== known)
      return { outcome: 'kept', reason: 'It was restored or deleted again meanwhile.' }
    await restoreRecord(write, resource, id, version)
  } else if (action === 'restore') {
    assertRight(write, 'bulk_delete')
    await deleteRecord(write, resource, id, version)
  } else await patchIfDifferent(write, resource, id, { [field ?? '']: known }, version)
  return { outcome: 'undone' }
}

/** When a record was put into the trash; null for one that is not there. */
async function deletionOf({ db }: Write, { table, contract }: ServerResource, id: number): Promise<unknown> {
  const row = await anyTable(db)
    .selectFrom(table)
    .select('deleted_at')
    .where(contract.idField, '=', id)
    .executeTakeFirst()
  return row?.['deleted_at'] ?? null
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
