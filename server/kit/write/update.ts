/** Changes records: validation, policy, version check, links, derived columns and audit in one transaction. */
import { targetOf, type ResourceName } from '../../../src/contract'
import { nowOf } from '../../db/clock'
import { dialectOf } from '../../db/dialects'
import { anyTable, requireExclusive, type AuditEntry, type Write } from '../context'
import type { Changes, Exact } from '../declaration'
import { namesFieldsTwice, parseInput, withoutUnchangedNames, withWholeLists } from '../input'
import { seenIds } from '../limits'
import { assertAllowed, assertMayWrite } from '../policy'
import type { ApiRecord } from '../read/records'
import { resourceOf } from '../registry'
import { relationsOf, type ServerResource } from '../resource'
import { auditAll } from './audit'
import { forRecord } from './batch'
import { assertMayShare, computeColumns, checkRelated, relatedNotFound } from './checks'
import { differs, split, onlyColumns, replaceLinks, stored } from './columns'
import { dependentsOf, dependentsOfChanges, derivedOf, refreshDependents, type Dependents } from './derive'
import { assertVersion, idsByResource, loadForChange, loadSeen, loadStored, staleFor } from './loadForWrite'
import { isReadTransitively } from './lockMode'
import { addChangeNotice } from './notices'
import { notifyFollowers } from './notifications'

type Values = Record<string, unknown>

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
 * @returns its state before and after; null where it has the values already, in any version.
 * @throws ApiError as updateRecord does.
 */
export async function patchIfDifferent(
  write: Write,
  resource: ServerResource,
  id: number,
  body: unknown,
  version: number | null,
): Promise<{ before: ApiRecord; after: ApiRecord } | null> {
  const { before, values } = await patched(write, resource, id, body)
  if (!makesDifference(values, before)) return null
  const change = await applyChange(write, resource, before, values, { id, version, body })
  const [after = before] = await finishChanged(write, [change])
  return { before, after }
}

/** The same for a record of a batch, in any version. @throws ApiError as updateRecord does. */
export async function patchInBatch(
  write: Write,
  resource: ServerResource,
  id: number,
  body: unknown,
): Promise<void> {
  const { before, values } = await patched(write, resource, id, body)
  if (makesDifference(values, before))
    await changeRecord(write, resource, before, values, { id, version: null, body })
}

async function patched(write: Write, resource: ServerResource, id: number, body: unknown) {
  const before = await loadSeen(write, resource, id)
  return { before, values: await parseChange(write, resource, before, { body, mode: 'patch' }) }
}

const makesDifference = (values: Values, before: ApiRecord): boolean =>
  Object.entries(values).some(([name, value]) => differs(value, before[name]))

/** The values that the body of a change sends for a record. */
export async function parseChange(
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

/** What a change is about. */
interface ChangeOf {
  id: number
  /** The version that is changed; null: any. */
  version: number | null
  body: unknown
}

/** Changes a record that this transaction has loaded; what follows from it comes at the end of a batch. */
export async function changeRecord(
  write: Write,
  resource: ServerResource,
  before: ApiRecord,
  sent: Values,
  of: ChangeOf,
): Promise<void> {
  await forRecord(write, finishChanged, await applyChange(write, resource, before, sent, of))
}

/** A record whose row and links have been changed. */
interface Change {
  readonly resource: ServerResource
  readonly id: number
  readonly before: ApiRecord
  /** Its columns with other values than before. */
  readonly changed: readonly string[]
  /** What depended on the relations that it had. */
  readonly dependents: Dependents
  /** Of the write when it was changed. */
  readonly journal: AuditEntry[] | undefined
}

async function applyChange(
  write: Write,
  resource: ServerResource,
  before: ApiRecord,
  sent: Values,
  { id, version, body }: ChangeOf,
): Promise<Change> {
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
  const dependents: Dependents = changesRelation(resource, changed)
    ? await dependentsOf(write.db, { name: resource.name, ids: [id] }, changed)
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
  return { resource, id, before, changed, dependents, journal: write.journal }
}

/** What follows from changes: keys of related records, audit rows and notices. @returns the records as they are stored. */
async function finishChanged(write: Write, changes: readonly Change[]): Promise<ApiRecord[]> {
  const found: Dependents[] = changes.map(({ dependents }) => dependents)
  const alike = new Map<string, Change[]>()
  for (const change of changes) {
    const key = [change.resource.name, ...change.changed].join()
    alike.set(key, [...(alike.get(key) ?? []), change])
  }
  for (const some of alike.values()) found.push(...(await dependentsAfter(write, some)))
  await refreshDependents(write, ...found)
  const groups = idsByResource(changes)
  const storedOf = await loadStored(write, groups)
  const all = changes.map((change) => ({ ...change, after: storedOf(change) }))
  await auditAll(
    write,
    all.map(({ resource, id, before, after, journal }) => {
      const entry = { action: 'update', resource: resource.contract.name, recordId: id, before, after }
      journal?.push(entry)
      return entry
    }),
  )
  for (const { resource, id, after } of all) addChangeNotice(write, resource, 'updated', id, after)
  for (const [resource, ids] of groups) await notifyFollowers(write, resource, ids, 'updated')
  return all.map(({ before, after }) => after ?? before)
}

/** What depends on records of one resource since the same columns of them have changed. */
async function dependentsAfter(write: Write, changes: readonly Change[]): Promise<Dependents[]> {
  const [first] = changes
  if (!first) return []
  const { resource, changed } = first
  if (changesRelation(resource, changed)) {
    const ids = changes.map(({ id }) => id)
    return [await dependentsOf(write.db, { name: resource.name, ids }, changed)]
  }
  const before = changes.map((change) => change.before)
  return dependentsOfChanges(write, resource, before, changed)
}

const changesRelation = ({ contract }: ServerResource, changed: readonly string[]): boolean =>
  changed.some((name) => contract.fields[name]?.kind === 'one')
