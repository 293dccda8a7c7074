/** Begins bulk changes, stops them and has them taken back (BULK-1). */
import type { BulkOrder } from '../../../src/contract/bulkChanges'
import { bulkDays, maxRunningBulkChanges } from '../../../src/contract/bulkChanges'
import { nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import { chunks } from '../chunks'
import { anyTable, inTransaction, type Write, type Writer } from '../context'
import { ApiError } from '../errors'
import { resourceOf } from '../registry'
import { audit } from '../write/audit'
import { isUnderWay, undoUntil } from '../undoWindow'
import { bulkChangeOf, storedValue } from './kept'

const refused = (why: string) => new ApiError(409, 'refused', why)

/** Records written before other work runs. */
const writtenAtOnce = 500

/**
 * Keeps the records of a bulk change with their versions, in small transactions; without the last one there is none.
 * @returns what the last transaction has to do, which gives the id.
 */
export async function stageChange(
  database: OpenDatabase,
  writer: Writer & { actor: number },
  order: BulkOrder,
  ids: readonly number[],
): Promise<(write: Write) => Promise<number>> {
  const { list, action, field, value, along } = order
  const { contract, table } = resourceOf(list)
  const { db } = database
  // And again at the end: others may begin meanwhile.
  await assertMayRun({ db }, writer.actor)
  const { bulk_change_id: id } = await inTransaction(database, writer, (write) =>
    write.db
      .insertInto('bulk_changes')
      .values({
        list,
        action,
        field,
        value: storedValue(order),
        state: 'staged',
        total: ids.length,
        created_by: writer.actor,
        request_id: writer.requestId,
        created_at: nowOf(write.db).toISOString(),
        ended_at: null,
      })
      .returning('bulk_change_id')
      .executeTakeFirstOrThrow(),
  )
  let place = 0
  for (const some of chunks(ids, writtenAtOnce)) {
    const rows = await anyTable(db)
      .selectFrom(table)
      .select([contract.idField, 'version'])
      .where(contract.idField, 'in', some)
      .execute()
    const versions = new Map(rows.map((row) => [row[contract.idField] as number, row['version'] as number]))
    const records = some.map((record_id) => ({
      bulk_change_id: id,
      place: place++,
      record_id,
      version: versions.get(record_id) ?? null,
      outcome: 'waiting' as const,
    }))
    await inTransaction(database, writer, (write) =>
      write.db.insertInto('bulk_change_records').values(records).execute(),
    )
  }
  return async (write) => {
    await assertMayRun(write, writer.actor)
    await write.db
      .updateTable('bulk_changes')
      .set({ state: 'running' })
      .where('bulk_change_id', '=', id)
      .execute()
    await audit(write, {
      action: 'bulk change',
      resource: list,
      after: {
        ...{ bulk_change_id: id, action, field, value, count: ids.length },
        ...(Object.keys(along).length > 0 && { along }),
      },
    })
    return id
  }
}

/** @throws ApiError 409 where so many changes of the user run that another one would only wait. */
export async function assertMayRun({ db }: Pick<Write, 'db'>, user: number): Promise<void> {
  const { count } = await db
    .selectFrom('bulk_changes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_by', '=', user)
    .where(isUnderWay)
    .executeTakeFirstOrThrow()
  if (count >= maxRunningBulkChanges)
    throw refused(`${maxRunningBulkChanges} of your changes are running. Wait until one of them has ended.`)
}

/**
 * Stops a bulk change: what is changed stays so, the rest stays as it is. An undo is not stopped.
 * @throws ApiError 404, or 409 for one that does not run.
 */
export async function stopChange(write: Write, id: number, owner: number): Promise<void> {
  const { state, list } = await bulkChangeOf(write.db, id, owner)
  if (state === 'stopped') return
  if (state === 'undoing') throw refused('It is being taken back, which is not stopped.')
  const { numUpdatedRows } = await write.db
    .updateTable('bulk_changes')
    .set({ state: 'stopped', ended_at: nowOf(write.db).toISOString() })
    .where('bulk_change_id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refused('It has ended already.')
  await audit(write, { action: 'stop bulk change', resource: list, after: { bulk_change_id: id } })
  write.notices.push({ kind: 'bulk-change', id, owner })
}

/**
 * Has a bulk change taken back that has ended.
 * @throws ApiError 404, or 409 for one that runs, is taken back, or is too old.
 */
export async function beginUndo(write: Write, id: number, owner: number): Promise<void> {
  const change = await bulkChangeOf(write.db, id, owner)
  if (change.state === 'undoing' || change.state === 'undone') throw refused('It is taken back already.')
  if (change.state === 'running') throw refused('It is still running. Stop it first.')
  if (undoUntil(change.created_at, bulkDays) < nowOf(write.db).toISOString())
    throw refused(`It can be taken back for ${bulkDays} days only.`)
  await assertMayRun(write, owner)
  const { numUpdatedRows } = await write.db
    .updateTable('bulk_changes')
    .set({ state: 'undoing', ended_at: null })
    .where('bulk_change_id', '=', id)
    .where('state', '=', change.state)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refused('It is taken back already.')
  await audit(write, { action: 'undo bulk change', resource: change.list, after: { bulk_change_id: id } })
  write.notices.push({ kind: 'bulk-change', id, owner })
}
