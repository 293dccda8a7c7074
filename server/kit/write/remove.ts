/** Moves records to the trash, restores them and deletes them for good. */
import { targetOf } from '../../../src/contract'
import { nowOf } from '../../db/clock'
import { isForeignKeyViolation } from '../../db/dialects'
import { chunks } from '../chunks'
import { anyTable, requireExclusive, type AuditEntry, type Write } from '../context'
import { parentInTrash, inUse, notFound } from '../errors'
import { asAuthor, seenIds } from '../limits'
import { assertAllowed, assertMayPurge } from '../policy'
import { loadRecords, type ApiRecord } from '../read/records'
import { allResources } from '../registry'
import { relationsOf, type ServerResource } from '../resource'
import { visibleTo } from '../visibility'
import { audit, auditAll } from './audit'
import { assertMayShare, checkUnique } from './checks'
import { dependentsOfRemoval, refreshDependents, refreshDerived } from './derive'
import { idOf, loadAllSeen, assertAllSeen, assertVersion } from './loadForWrite'
import { addChangeNotice } from './notices'
import { forgetNotified, notifyFollowers } from './notifications'
import { deleteCascaded, deleteLinks, moveToTrash, restoreFromTrash, titleOfParentInTrash } from './trash'
import { changeRecord } from './update'

/** A record, and the version in which it is to be; null: any. */
export interface RecordVersion {
  readonly id: number
  readonly version: number | null
}

/**
 * Deletes a record, or puts it into the trash where its resource has one, and the records that it holds with it.
 * Returns its previous state.
 * @throws ApiError 404, or 409 as updateRecord does.
 */
export async function deleteRecord(
  write: Write,
  resource: ServerResource,
  id: number,
  version: number | null,
): Promise<ApiRecord> {
  const [before] = await deleteRecords(write, resource, [{ id, version }])
  if (!before) throw notFound(resource.contract.title)
  return before
}

/**
 * Deletes records of a resource as deleteRecord does, by statements that name all of them.
 * @throws ApiError what a rule says of one of them; then the transaction has to end.
 */
export async function deleteRecords(
  write: Write,
  resource: ServerResource,
  records: readonly RecordVersion[],
): Promise<ApiRecord[]> {
  write.batch?.known.clear()
  requireExclusive(write)
  const { contract } = resource
  const ids = records.map(({ id }) => id)
  const all = await loadAllSeen(write, resource, ids)
  for (const [at, before] of all.entries()) {
    assertAllowed(write, resource.name, 'remove', before)
    assertMayShare(write, resource, before)
    await assertVersion(write, resource, before, records[at]?.version ?? null)
    await resource.assertRemovable(write, idOf(resource, before))
    if (resource.restrictDelete && (await isReferenced(write, resource, idOf(resource, before))))
      throw inUse(contract.title)
  }
  const dependents = await dependentsOfRemoval(write, resource, all)
  await notifyFollowers(write, resource, ids, 'deleted')
  const db = anyTable(write.db)
  if (contract.trash)
    await moveToTrash(db, resource, ids, { moment: nowOf(write.db).toISOString(), by: write.actor })
  else for (const id of ids) await deleteForGood(write, resource, id)
  for (const before of all) await resource.moved(write, idOf(resource, before), before)
  await refreshDependents(write, ...dependents)
  await auditEach(
    write,
    all.map((before) => ({
      action: 'delete',
      resource: contract.name,
      recordId: idOf(resource, before),
      before,
    })),
  )
  for (const before of all) addChangeNotice(write, resource, 'deleted', idOf(resource, before), before)
  return all
}

/** Writes entries of the audit by one statement, and into the journal of the write. */
async function auditEach(write: Write, entries: readonly AuditEntry[]): Promise<void> {
  write.journal?.push(...entries)
  await auditAll(write, entries)
}

/**
 * Restores a record from the trash, and those deleted with it, where the writer may delete it.
 * @param version null: any.
 * @throws ApiError 404 when it is not in the trash; 409 while the record that it belongs to is there, where another
 *   record has taken its unique values meanwhile, or in another version.
 */
export const restoreRecord = (
  write: Write,
  resource: ServerResource,
  id: number,
  version: number | null = null,
): Promise<void> => restoreRecords(write, resource, [{ id, version }])

/**
 * Restores records of a resource as restoreRecord does, by statements that name all of them.
 * @throws ApiError what a rule says of one of them; then the transaction has to end.
 */
export async function restoreRecords(
  write: Write,
  resource: ServerResource,
  records: readonly RecordVersion[],
): Promise<void> {
  write.batch?.known.clear()
  requireExclusive(write)
  const { contract } = resource
  const db = anyTable(write.db)
  const ids = records.map(({ id }) => id)
  const all = await loadTrashed(write, resource, ids)
  for (const [at, trashed] of all.entries()) {
    assertAllowed(write, resource.name, 'remove', trashed)
    assertMayShare(write, resource, trashed)
    await assertVersion(write, resource, trashed, records[at]?.version ?? null)
  }
  const holder = await titleOfParentInTrash(db, resource, ids)
  if (holder !== null) throw parentInTrash(holder)
  // Each sees those before it: of two with one unique value, the second stays in the trash.
  for (const trashed of all) {
    await checkUnique(write, resource, trashed, trashed)
    await restoreFromTrash(db, resource, [idOf(resource, trashed)], trashed['deleted_at'] as string)
    if (Object.keys(resource.unique).length > 0)
      await refreshDerived(write.db, resource, [idOf(resource, trashed)])
  }
  if (Object.keys(resource.unique).length === 0) await refreshDerived(write.db, resource, ids)
  await refreshDependents(write, ...(await dependentsOfRemoval(write, resource, all)))
  for (const trashed of all) await resource.moved(write, idOf(resource, trashed), trashed)
  const restored = await loadRecords(write.db, resource, ids)
  await auditEach(
    write,
    restored.map((after) => ({
      action: 'restore',
      resource: contract.name,
      recordId: idOf(resource, after),
      after,
    })),
  )
  for (const after of restored) addChangeNotice(write, resource, 'restored', idOf(resource, after), after)
  await notifyFollowers(write, resource, ids, 'restored')
}

/**
 * Records that are in the trash, in the order of their ids in the list.
 * @throws ApiError 404 when one is not there, or is private to another user.
 */
async function loadTrashed(
  write: Write,
  resource: ServerResource,
  ids: readonly number[],
): Promise<ApiRecord[]> {
  const { contract, table } = resource
  await assertAllSeen(write, resource, ids)
  let query = anyTable(write.db)
    .selectFrom(table)
    .select(contract.idField)
    .where(contract.idField, 'in', ids)
    .where('deleted_at', 'is not', null)
  const isVisible = visibleTo(resource, write.actor)
  if (isVisible) query = query.where(isVisible)
  const found = await query.execute()
  if (found.length < ids.length) throw notFound(contract.title)
  return loadRecords(write.db, resource, ids)
}

/**
 * Deletes a record in the trash for good, and those deleted with it.
 * @throws ApiError 404 when it is not in the trash; 409 where the writer may not, or others still reference it.
 */
export async function purgeRecord(write: Write, resource: ServerResource, id: number): Promise<void> {
  requireExclusive(write)
  const { contract } = resource
  const [before] = await loadTrashed(write, resource, [id])
  assertMayPurge(write)
  await resource.assertRemovable(write, id)
  await deleteForGood(write, resource, id)
  await audit(write, { action: 'purge', resource: contract.name, recordId: id, before })
  addChangeNotice(write, resource, 'deleted', id, before)
}

/**
 * Deletes a row, the rows that it holds, and the links to it; contents are deleted once the transaction is committed.
 */
async function deleteForGood(write: Write, resource: ServerResource, id: number): Promise<void> {
  const { contract, table } = resource
  const db = anyTable(write.db)
  await deleteCascaded(write, resource, [id])
  if (contract.trash) await clearReferences(write, resource, id)
  await deleteLinks(db, resource, id)
  if (contract.trash) await forgetNotified(db, resource, [id])
  try {
    await db.deleteFrom(table).where(contract.idField, '=', id).execute()
  } catch (error) {
    throw isForeignKeyViolation(error) ? inUse(contract.title) : error
  }
}

/** Records whose reference is emptied that are loaded at a time. */
const referencesPerLoad = 100

/**
 * Empties the relations of other records that lead to one that is deleted for good.
 * @throws ApiError 409 with the first record whose relation may not be empty.
 */
async function clearReferences(write: Write, resource: ServerResource, id: number): Promise<void> {
  for (const other of allResources())
    for (const [relation, field] of relationsOf(other.contract)) {
      if (field.kind !== 'one' || field.readOnly || targetOf(field) !== resource.name) continue
      const { table, contract } = other
      const rows = await anyTable(write.db)
        .selectFrom(table)
        .select(contract.idField)
        .where(relation, '=', id)
        .orderBy(contract.idField)
        .execute()
      const ids = rows.map((row) => row[contract.idField] as number)
      if (field.required && ids.length > 0) {
        const seen = (await seenIds(write, other, ids)) ?? new Set(ids)
        const shown = ids.filter((one) => seen.has(one))
        if (shown.length === 0) throw inUse(resource.contract.title)
        const [current] = await asAuthor(write, () => loadRecords(write.db, other, shown.slice(0, 1)))
        throw inUse(resource.contract.title, { title: contract.title, ids: shown, current })
      }
      for (const some of chunks(ids, referencesPerLoad))
        for (const record of await loadRecords(write.db, other, some)) {
          const own = record[contract.idField] as number
          const emptied = { [relation]: null }
          await changeRecord(write, other, record, emptied, { id: own, version: null, body: emptied })
        }
    }
}

/** Whether another record references a record: one in the trash may be restored, and needs it then. */
async function isReferenced(write: Write, resource: ServerResource, id: number): Promise<boolean> {
  for (const other of allResources())
    for (const [relation, field] of relationsOf(other.contract)) {
      if (field.kind !== 'one' || targetOf(field) !== resource.name) continue
      const named = anyTable(write.db).selectFrom(other.table).select(other.contract.idField)
      if (await named.where(relation, '=', id).limit(1).executeTakeFirst()) return true
    }
  return false
}
