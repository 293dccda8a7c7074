/**
 * Creates, changes, deletes and restores records: validation, policy, version check, links, derived columns and audit
 * in one transaction.
 */
import { targetOf, type ResourceName } from '../../../src/contract'
import { isColumn } from '../../../src/contract/fields'
import { nowOf } from '../../db/clock'
import { dialectOf, isForeignKeyViolation } from '../../db/dialects'
import { assertAllowed, assertMayPurge, assertMayWrite, assertRight } from '../policy'
import { audit, auditAll } from './audit'
import { forAll, settleBatch } from './batch'
import { chunks } from '../chunks'
import { anyTable, requireExclusive, type AuditEntry, type Write } from '../context'
import type { Changes, Exact, Values as NewValues } from '../declaration'
import {
  dependentsOf,
  dependentsOfChange,
  dependentsOfRemoval,
  columnsShownOf,
  derivedOf,
  refreshDependents,
  refreshDerived,
  type Dependents,
} from './derive'
import { ApiError, duplicate, parentInTrash, inUse, invalidFields, notFound, stale } from '../errors'
import { fold } from '../fold'
import { namesFieldsTwice, parseInput, withoutUnchangedNames, withWholeLists } from '../input'
import { addChangeNotice } from './notices'
import { forgetNotified, notifyFollowers } from './notifications'
import { asAuthor, assertOwnTeam, assertSeen, seenIds } from '../limits'
import { loadRecords, type ApiRecord } from '../read/records'
import { allResources, resourceOf } from '../registry'
import { visibleTo } from '../visibility'
import { isReadTransitively, lockModeOf } from './lockMode'
import { columnsOf, relationsOf, targetNameOf, type ServerResource } from '../resource'
import { deleteCascaded, deleteLinks, moveToTrash, restoreFromTrash, titleOfParentInTrash } from './trash'

type Values = Record<string, unknown>

/** Records whose reference is emptied that are loaded at a time. */
const referencesPerLoad = 100

/**
 * Creates a record from a request body and gives its id.
 * @throws ApiError 400 for wrong fields, 404 for a related record that does not exist, 409 for a duplicate or for a
 *   record that this user may not create.
 */
export async function createRecord(write: Write, resource: ServerResource, body: unknown): Promise<number> {
  const created = await insertParsed(write, resource, body)
  await forAll(write, finishCreated, [created])
  return created.id
}

/**
 * The same, and gives the record as it has been stored.
 * @throws ApiError as createRecord does.
 */
export async function createAndLoad(
  write: Write,
  resource: ServerResource,
  body: unknown,
): Promise<ApiRecord> {
  const created = await insertParsed(write, resource, body)
  const [after] = await finishCreated(write, [created])
  if (!after) throw notFound(resource.contract.title)
  return after
}

async function insertParsed(write: Write, resource: ServerResource, body: unknown): Promise<Created> {
  const check = (values: Values) => resource.check(values, null, values)
  const values = await parseInput(resource.contract.fields, body, 'create', check, resource.bodyNames)
  return insertRecord(write, resource, values, body)
}

/**
 * Stores a new record whose values have been parsed already, or come from the server itself, and gives its id.
 * @throws ApiError as createRecord does.
 */
export async function createFromValues<N extends ResourceName, Given extends NewValues<N>>(
  write: Write,
  resource: ServerResource<N>,
  values: Given & Exact<NoInfer<Given>, NewValues<N>>,
): Promise<number> {
  const created = await insertRecord(write, resource, values, values)
  await forAll(write, finishCreated, [created])
  return created.id
}

const idOf = ({ contract }: ServerResource, record: ApiRecord) => record[contract.idField] as number

async function insertRecord(
  write: Write,
  resource: ServerResource,
  sent: Values,
  body: unknown,
): Promise<Created> {
  const { contract, table } = resource
  assertAllowed(write, resource.name, 'create', sent)
  assertMayShare(write, resource, sent)
  assertMayWrite(write, resource.name, body)
  if (lockModeOf(resource) === 'exclusive') requireExclusive(write)
  const { intoTrash, named } = await checkRelated(write, resource, sent, null)
  const [trashed] = intoTrash
  if (trashed !== undefined) throw relatedNotFound(resource, trashed)
  const values = await computeColumns(write, resource, sent, null, body)
  const { columns, links } = split(resource, values)
  const now = nowOf(write.db).toISOString()
  const stamps = {
    version: 1,
    created_by: write.actor,
    created_at: now,
    modified_by: write.actor,
    modified_at: now,
  }
  const insert = anyTable(write.db)
    .insertInto(table)
    .values({
      ...stored(columns),
      ...onlyColumns(resource, stamps),
      ...(await derivedOf(write.db, resource, {
        id: null,
        values: { ...columns, ...links },
        changed: [],
        named,
      })),
    })
  const returning = write.batch ? insert.returningAll() : insert.returning(contract.idField)
  const inserted: Values = await returning.executeTakeFirstOrThrow()
  const id = inserted[contract.idField] as number
  write.batch?.known.set(createdKey(resource, id), inserted)
  await replaceLinks(write, resource, id, links, null)
  await resource.after(write, id, { values, before: null })
  return { resource, id, owner: ownerOf(resource, columns), journal: write.journal }
}

/** A record whose row has been inserted. */
interface Created {
  readonly resource: ServerResource
  readonly id: number
  readonly owner: number | null
  /** Of the write when it was created. */
  readonly journal: AuditEntry[] | undefined
}

/** What follows from new records: keys of related ones, audit rows and notices. @returns them as they are stored. */
async function finishCreated(write: Write, created: readonly Created[]): Promise<ApiRecord[]> {
  const groups = new Map<ServerResource, number[]>()
  for (const { resource, id } of created) groups.set(resource, [...(groups.get(resource) ?? []), id])
  const dependents: Dependents[] = []
  for (const [resource, ids] of groups)
    dependents.push(await dependentsOf(write.db, { name: resource.name, ids }, null, true))
  await refreshDependents(write, ...dependents)
  const stored = new Map<ServerResource, ReadonlyMap<unknown, ApiRecord>>()
  for (const [resource, ids] of groups) {
    const records = await loadRecords(write.db, resource, ids)
    stored.set(resource, new Map(records.map((record) => [idOf(resource, record), record])))
  }
  const all = created.map((one) => {
    const after = stored.get(one.resource)?.get(one.id)
    if (!after) throw notFound(one.resource.contract.title)
    return { ...one, after }
  })
  const entries = all.map(({ resource, id, after, journal }) => {
    const entry = { action: 'create', resource: resource.contract.name, recordId: id, after }
    journal?.push(entry)
    return entry
  })
  await auditAll(write, entries)
  for (const { resource, id, after, owner } of all)
    addChangeNotice(write, resource, 'created', id, after, owner)
  for (const [resource, ids] of groups) await notifyFollowers(write, resource, ids, 'created')
  return all.map(({ after }) => after)
}

/**
 * The values that a body would store, by all rules that a creation, or a change as a PATCH, keeps; only reads.
 * @param before null: it would be created.
 * @throws ApiError as createRecord and updateRecord do, except for relations that lead nowhere.
 */
export async function checkedValues(
  write: Write,
  resource: ServerResource,
  body: Values,
  before: ApiRecord | null,
): Promise<Values> {
  const check = (values: Values) => resource.check(values, null, values)
  const sent = before
    ? await parseChange(write, resource, before, { body, mode: 'patch' })
    : await parseInput(resource.contract.fields, body, 'create', check, resource.bodyNames)
  assertAllowed(write, resource.name, before ? 'change' : 'create', before ?? sent)
  assertMayWrite(write, resource.name, body)
  const stored = await computeColumns(write, resource, sent, before, body)
  return Object.fromEntries(Object.entries(stored).filter(([name]) => name in sent))
}

/**
 * Gives a record values that it had before, unless it has changed since.
 * @throws ApiError 404, or 409 where it has another version.
 */
export async function returnValues(
  write: Write,
  resource: ServerResource,
  id: number,
  values: Values,
  version: number,
): Promise<void> {
  const before = await loadSeen(write, resource, id)
  await changeRecord(write, resource, before, values, { id, version, body: values })
}

/**
 * Changes a record and returns its previous state. With a version, only that version is changed: the UPDATE itself
 * decides (TRUST-27).
 * @throws ApiError 400, 404, or 409 with the current record when the version is not the newest.
 */
export async function updateRecord(
  write: Write,
  resource: ServerResource,
  id: number,
  body: unknown,
  { mode, version }: { mode: 'update' | 'patch'; version: number | null },
): Promise<ApiRecord> {
  const before = await loadSeen(write, resource, id)
  const values = await parseChange(write, resource, before, { body, mode })
  await changeRecord(write, resource, before, values, { id, version, body })
  return before
}

/**
 * Changes a record as a PATCH does, where that makes a difference.
 * @returns its state before and after; null where it has the values already, whatever its version.
 * @throws ApiError as updateRecord does.
 */
export async function patchIfDifferent(
  write: Write,
  resource: ServerResource,
  id: number,
  body: unknown,
  version: number | null,
): Promise<{ before: ApiRecord; after: ApiRecord } | null> {
  const before = await loadSeen(write, resource, id)
  const values = await parseChange(write, resource, before, { body, mode: 'patch' })
  if (Object.entries(values).every(([name, value]) => !differs(value, before[name]))) return null
  return { before, after: await changeRecord(write, resource, before, values, { id, version, body }) }
}

/** The values that the body of a change sends for a record. */
async function parseChange(
  write: Write,
  resource: ServerResource,
  before: ApiRecord,
  { body, mode }: { body: unknown; mode: 'update' | 'patch' },
): Promise<Values> {
  const { contract, bodyNames } = resource
  const whole = withWholeLists(contract.fields, body, before)
  const read = namesFieldsTwice(contract.fields, whole)
    ? withoutUnchangedNames(contract.fields, whole, before)
    : whole
  const values = await parseInput(contract.fields, read, mode, undefined, bodyNames, before)
  return { ...values, ...(await withHidden(write, resource, values, before)) }
}

/** The lists of a change with what is in them now and their author does not see: answers leave it out, so it is not taken off. */
async function withHidden(
  write: Write,
  resource: ServerResource,
  values: Values,
  before: ApiRecord,
): Promise<Values> {
  const lists: Values = {}
  for (const [name, field] of relationsOf(resource.contract)) {
    const target = resourceOf(targetOf(field))
    const sent = values[name]
    if (!Array.isArray(sent) || target.contract.namedWhenHidden) continue
    const missing = (before[name] as number[]).filter((id) => !sent.includes(id))
    const seen = missing.length === 0 ? null : await seenIds(write, target, missing)
    if (seen) lists[name] = [...(sent as number[]), ...missing.filter((id) => !seen.has(id))]
  }
  return lists
}

/**
 * Changes a record, in any version, to values that have been parsed already, or come from the server itself.
 * @throws ApiError as updateRecord does.
 */
export async function updateFromValues<N extends ResourceName, Given extends Changes<N>>(
  write: Write,
  resource: ServerResource<N>,
  id: number,
  changes: Given & Exact<NoInfer<Given>, Changes<N>>,
): Promise<void> {
  const before = await loadForChange(write, resource, id)
  await changeRecord(write, resource, before, changes, { id, version: null, body: changes })
}

/** Changes a record that this transaction has loaded, and returns its new state. */
async function changeRecord(
  write: Write,
  resource: ServerResource,
  before: ApiRecord,
  sent: Values,
  { id, version, body }: { id: number; version: number | null; body: unknown },
): Promise<ApiRecord> {
  write.batch?.known.clear()
  const { contract, table } = resource
  const { intoTrash, named } = await checkRelated(write, resource, sent, before)
  const trashed = intoTrash.find((name) => sent[name] !== before[name])
  if (trashed !== undefined) throw relatedNotFound(resource, trashed)
  assertAllowed(write, resource.name, 'change', before)
  assertMayShare(write, resource, before, sent)
  assertMayWrite(write, resource.name, body)
  await assertVersion(write, resource, before, version)
  const values = await computeColumns(write, resource, sent, before, body)
  const { columns, links } = split(resource, values)
  const now = nowOf(write.db).toISOString()
  const stamps = onlyColumns(resource, { modified_by: write.actor, modified_at: now })
  const isVersioned = 'version' in contract.fields
  const changed = Object.keys(columns).filter((name) => differs(columns[name], before[name]))
  if (resource.exclusive || changed.some((name) => isReadTransitively(resource, name)))
    requireExclusive(write)
  const self = { name: resource.name, ids: [id] }
  const changesRelation = changed.some((name) => contract.fields[name]?.kind === 'one')
  const dependentsBefore: Dependents = changesRelation
    ? await dependentsOf(write.db, self, changed)
    : new Map<never, never>()
  const changedLinks = Object.keys(links).filter((name) => differs(links[name], before[name]))
  const derived = await derivedOf(write.db, resource, {
    id,
    values: { ...before, ...columns, ...links },
    changed: [...changed, ...changedLinks],
    named,
  })
  if (isVersioned || Object.keys({ ...columns, ...derived }).length > 0) {
    const update = anyTable(write.db)
      .updateTable(table)
      .set((eb) => ({
        ...stored(columns),
        ...stamps,
        ...derived,
        ...(isVersioned ? { version: eb('version', '+', 1) } : {}),
      }))
      .where(contract.idField, '=', id)
    if (version === null || !isVersioned) await dialectOf(write.db).pipeline(write.db, update.compile())
    else {
      const { numUpdatedRows } = await update.where('version', '=', version).executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw await staleFor(write, resource, before)
    }
  }
  await replaceLinks(write, resource, id, links, before)
  await resource.after(write, id, { values, before })
  const dependentsAfter = changesRelation
    ? await dependentsOf(write.db, self, changed)
    : await dependentsOfChange(write, { resource, id, record: before }, changed)
  await refreshDependents(write, dependentsBefore, dependentsAfter)
  const [after] = await loadRecords(write.db, resource, [id])
  await audit(write, { action: 'update', resource: contract.name, recordId: id, before, after })
  addChangeNotice(write, resource, 'updated', id, after)
  await notifyFollowers(write, resource, [id], 'updated')
  return after ?? before
}

/**
 * A private record is one's own; what others see takes the right to write, also to make it so, and to take or bring it back.
 * @throws ApiError 409
 */
function assertMayShare(write: Write, { sharedBy }: ServerResource, ...states: readonly Values[]): void {
  if (sharedBy !== null && states.some((state) => state[sharedBy])) assertRight(write, 'write')
}

/** A refusal with the current state of a record, as its reader sees it. */
async function staleFor(write: Write, resource: ServerResource, before: ApiRecord): Promise<ApiError> {
  const [current] = await asAuthor(write, () => loadRecords(write.db, resource, [idOf(resource, before)]))
  return stale(resource.contract.title, current ?? before)
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

/** A record, and the version in which it is to be; null: any. */
export interface RecordVersion {
  readonly id: number
  readonly version: number | null
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

/** @throws ApiError 409 for a record in another version. */
async function assertVersion(
  write: Write,
  resource: ServerResource,
  before: ApiRecord,
  version: number | null,
): Promise<void> {
  if (version !== null && 'version' in before && version !== before['version'])
    throw await staleFor(write, resource, before)
}

/** Writes entries of the audit by one statement, and into the journal of the write. */
async function auditEach(write: Write, entries: readonly AuditEntry[]): Promise<void> {
  write.journal?.push(...entries)
  await auditAll(write, entries)
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
 * Restores a record from the trash, and those deleted with it, where the writer may delete it.
 * @param version null: whatever it is.
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

/** Loads a record that a user changes, if the user sees it, and locks it. */
async function loadSeen(write: Write, resource: ServerResource, id: number): Promise<ApiRecord> {
  await assertSeen(write, resource, id)
  return loadForChange(write, resource, id)
}

/** Loads records that a user changes, in the order of the ids, if the user sees all of them, and locks them. */
async function loadAllSeen(
  write: Write,
  resource: ServerResource,
  ids: readonly number[],
): Promise<ApiRecord[]> {
  await assertAllSeen(write, resource, ids)
  return loadAllForChange(write, resource, ids)
}

/** @throws ApiError 404 where the writer does not see one of some records. */
async function assertAllSeen(write: Write, resource: ServerResource, ids: readonly number[]): Promise<void> {
  const seen = await seenIds(write, resource, ids)
  if (ids.some((id) => seen?.has(id) === false)) throw notFound(resource.contract.title)
}

/** Loads a record that is about to change, if it is visible to the writer, and locks it. */
async function loadForChange(write: Write, resource: ServerResource, id: number): Promise<ApiRecord> {
  const [record] = await loadAllForChange(write, resource, [id])
  if (!record) throw notFound(resource.contract.title)
  return record
}

async function loadAllForChange(
  write: Write,
  resource: ServerResource,
  ids: readonly number[],
): Promise<ApiRecord[]> {
  await settleBatch(write)
  const { contract, table } = resource
  if (!write.isExclusive) {
    const rows = anyTable(write.db)
      .selectFrom(table)
      .select(contract.idField)
      .where(contract.idField, 'in', ids)
      .orderBy(contract.idField)
    await dialectOf(write.db).pipeline(write.db, rows.forNoKeyUpdate().compile())
  }
  const records = await loadRecords(write.db, resource, ids, {}, {}, { to: write.actor })
  if (records.length < ids.length) throw notFound(contract.title)
  return records
}

/** The owner of a new record; null for one that all users see. */
const ownerOf = ({ owner }: ServerResource, columns: Values): number | null =>
  owner === null ? null : (columns[owner] as number)

/** All columns of a write: the values sent, checked by the resource's rules, and those computed from them. */
async function computeColumns(
  write: Write,
  resource: ServerResource,
  sent: Values,
  before: ApiRecord | null,
  body: unknown,
): Promise<Values> {
  const merged = { ...before, ...sent }
  const errors = resource.check(merged, before, sent)
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  const values = { ...sent, ...(await resource.prepare(write, merged, { before, sent, body })) }
  const all = { ...before, ...values }
  await checkUnique(write, resource, all, before)
  return { ...values, ...resource.compute(all) }
}

async function checkUnique(
  write: Write,
  resource: ServerResource,
  values: Values,
  before: ApiRecord | null,
): Promise<void> {
  const { idField } = resource.contract
  const others = () => {
    let query = anyTable(write.db).selectFrom(resource.table).select(idField)
    if (resource.softDeletes) query = query.where('deleted_at', 'is', null)
    return before === null ? query : query.where(idField, '!=', before[idField])
  }
  for (const [field, why] of Object.entries(resource.unique)) {
    const value = values[field]
    if (typeof value !== 'string') continue
    if (await others().where(`${field}_key`, '=', fold(value)).executeTakeFirst()) throw duplicate(field, why)
  }
  const { uniqueTogether } = resource
  if (!uniqueTogether) return
  const same = uniqueTogether.fields.reduce(
    (query, field) => query.where(field, '=', values[field]),
    others(),
  )
  const found = await same.executeTakeFirst()
  if (!found) return
  const [current] = await asAuthor(write, () => loadRecords(write.db, resource, [found[idField] as number]))
  throw duplicate(uniqueTogether.fields.at(-1) ?? idField, uniqueTogether.text, current)
}

/**
 * Checks that referenced records exist. Newly referenced ones are locked against changes until the write ends.
 * @returns the relations that lead into the trash, which is allowed only where they did before; and by relation the
 *   rows of referenced records, as far as texts of them are shown.
 * @throws ApiError 404 for a record that does not exist at all.
 */
async function checkRelated(
  write: Write,
  resource: ServerResource,
  values: Values,
  before: ApiRecord | null,
): Promise<{ intoTrash: string[]; named: Map<string, Values[]> }> {
  const intoTrash: string[] = []
  const named = new Map<string, Values[]>()
  for (const [name, field] of relationsOf(resource.contract)) {
    if (field.readOnly || values[name] === undefined || values[name] === null) continue
    const wanted = new Set([values[name]].flat())
    named.set(name, [])
    if (wanted.size === 0) continue
    const target = resourceOf(targetOf(field))
    const shown = columnsShownOf(resource, name)
    const currentIds = new Set([before?.[name]].flat())
    // Changes made by exclusive writes only need no lock.
    const isLocked =
      !write.isExclusive &&
      shown.some((column) => !isReadTransitively(target, column)) &&
      [...wanted].some((id) => !currentIds.has(id))
    const found = await readRelated(write, target, [...wanted] as number[], shown, isLocked)
    if (found.length < wanted.size) throw relatedNotFound(resource, name)
    const fresh = [...wanted].filter((id) => !currentIds.has(id)) as number[]
    const seen = fresh.length === 0 ? null : await seenIds(write, target, fresh)
    if (fresh.some((id) => seen?.has(id) === false)) throw relatedNotFound(resource, name)
    if (name === resource.limitedBy && fresh.length > 0) assertOwnTeam(write, resource, values[name])
    if (found.some((row) => target.softDeletes && row['deleted_at'] !== null)) intoTrash.push(name)
    // A relation to many ignores records in the trash.
    named.set(
      name,
      field.kind === 'one' ? found : found.filter((row) => (row['deleted_at'] ?? null) === null),
    )
  }
  return { intoTrash, named }
}

const createdKey = ({ table }: ServerResource, id: number) => `created ${table} ${id}`

/**
 * Columns of referenced records, by their ids. In a batch each record is read once, and one that the batch has created not at
 * all, as long as none is changed.
 */
async function readRelated(
  { db, batch }: Write,
  target: ServerResource,
  ids: readonly number[],
  shown: readonly string[],
  isLocked: boolean,
): Promise<Values[]> {
  const { idField, fields } = target.contract
  const columns = [idField, ...(target.softDeletes ? ['deleted_at'] : []), ...shown]
  const keyOf = (id: number) => `${target.table} ${id} ${columns.join()} ${isLocked}`
  // Columns that follow from others are brought up to date at the end of the batch.
  const isOwn = shown.every((column) => column in fields && !(column in target.derived))
  const known = new Map<number, Values>()
  for (const id of ids) {
    const row = batch?.known.get(keyOf(id)) ?? (isOwn ? batch?.known.get(createdKey(target, id)) : undefined)
    if (row) known.set(id, row as Values)
  }
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    const query = anyTable(db).selectFrom(target.table).select(columns).where(idField, 'in', unknown)
    const ordered = query.orderBy(idField)
    for (const row of await (isLocked ? ordered.forShare() : ordered).execute()) {
      known.set(row[idField] as number, row)
      batch?.known.set(keyOf(row[idField] as number), row)
    }
  }
  return [...known.values()].sort((a, b) => (a[idField] as number) - (b[idField] as number))
}

function relatedNotFound(resource: ServerResource, relation: string): ApiError {
  const text = `${resourceOf(targetNameOf(resource, relation)).contract.title} not found.`
  const message = resource.contract.fields[relation]?.requiredMessage ?? text
  return new ApiError(404, 'not_found', text, { fields: { [relation]: message } })
}

/** Splits a write into columns and links; values that are sent but not stored are for the resource's `after`. */
function split(
  resource: ServerResource,
  values: Values,
): { columns: Values; links: Record<string, number[]> } {
  const columns: Values = {}
  const links: Record<string, number[]> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = resource.contract.fields[name]
    if (field?.kind === 'many') links[name] = value as number[]
    else if (!field || isColumn(field)) columns[name] = value
  }
  return { columns, links }
}

/** Lists and other structured values are stored as JSON text. */
const stored = (columns: Values): Values =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]),
  )

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

const differs = (a: unknown, b: unknown): boolean =>
  isPlain(a) ? a !== b : JSON.stringify(a) !== JSON.stringify(b)

/** Drops stamps that the resource does not keep. */
function onlyColumns(resource: ServerResource, values: Values): Values {
  const names = new Set(columnsOf(resource.contract).map(([name]) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/** Updates the links of a record. Links to records in the trash are neither shown nor changed. */
async function replaceLinks(
  write: Write,
  resource: ServerResource,
  id: number,
  links: Record<string, number[]>,
  before: ApiRecord | null,
): Promise<void> {
  const db = anyTable(write.db)
  const { pipeline } = dialectOf(write.db)
  for (const [name, targets] of Object.entries(links)) {
    const link = resource.links[name]
    if (!link) throw new Error(`${resource.contract.name}.${name} has no link table.`)
    const currentIds = (before?.[name] ?? []) as number[]
    // Where the order counts, a changed list is rewritten; otherwise remaining links keep their rows.
    const keeps = (target: number) =>
      link.order === undefined ? targets.includes(target) : !differs(currentIds, targets)
    const gone = currentIds.filter((target) => !keeps(target))
    const stays = new Set(currentIds.filter(keeps))
    if (gone.length > 0)
      await pipeline(
        write.db,
        db.deleteFrom(link.table).where(link.own, '=', id).where(link.target, 'in', gone).compile(),
      )
    const rows = targets.flatMap((target, position) =>
      stays.has(target)
        ? []
        : [
            {
              [link.own]: id,
              [link.target]: target,
              ...(link.order === undefined ? {} : { [link.order]: position }),
            },
          ],
    )
    if (rows.length > 0) await pipeline(write.db, db.insertInto(link.table).values(rows).compile())
  }
}
