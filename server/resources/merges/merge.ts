/** Merges two records: the one that is kept takes values and all that names the other, which goes to the trash (DUP-3). */
import { chosenFieldsOf, type MergeOrder } from '../../../src/contract/merges'
import type { MergedResource } from '../../../src/contract/duplicatePairs'
import type { Field } from '../../../src/contract/fields'
import { statuses } from '../../../src/contract/statuses'
import { nowOf } from '../../db/clock'
import { anyTable, requireExclusive, unlessRefused, type Write } from '../../kit/context'
import { invalidFields, notFound, stale } from '../../kit/errors'
import { assertSeen } from '../../kit/limits'
import { assertAllowed } from '../../kit/policy'
import { isAlive, loadRecords, type ApiRecord } from '../../kit/read/records'
import { resourceOf } from '../../kit/registry'
import { columnsOf, type ServerResource } from '../../kit/resource'
import { audit } from '../../kit/write/audit'
import { addChangeNotice } from '../../kit/write/notices'
import { deleteRecord } from '../../kit/write/remove'
import { returnValues } from '../../kit/write/update'
import { isContent, swapContents } from './contents'
import { assertFree, keepChanges, mergeOf, type KeptMerge, type MergeRecord } from './kept'
import { listOf, moveColumns, moveLists, sameRow } from './move'
import { isCounted, naming, ownColumn, referencesTo, type Reference } from './references'

const asText = (value: unknown): string => JSON.stringify(value ?? null)

async function visibleRecord(write: Write, resource: ServerResource, id: number): Promise<ApiRecord> {
  const [record] = await loadRecords(write.db, resource, [id], {}, {}, { to: write.actor })
  if (!record) throw notFound(resource.contract.title)
  return record
}

/**
 * Begins a merge; what names the other record is left to moveSome().
 * @throws ApiError 400 for fields that cannot be taken, 404, or 409 where one of the records has another version, or may not be
 *   changed and deleted.
 */
export async function beginMerge(
  write: Write,
  name: MergedResource,
  kept: number,
  { other: merged, version, other_version, take }: MergeOrder,
): Promise<KeptMerge> {
  requireExclusive(write)
  if (kept === merged) throw invalidFields({ other: 'Choose another record.' })
  const unknown = take.find((field) => !chosenFieldsOf(name).includes(field))
  if (unknown !== undefined) throw invalidFields({ take: `"${unknown}" cannot be chosen.` })
  const resource = resourceOf(name)
  const { contract } = resource
  for (const id of [kept, merged]) await assertSeen(write, resource, id)
  const before = await visibleRecord(write, resource, kept)
  const other = await visibleRecord(write, resource, merged)
  assertAllowed(write, name, 'change', before)
  assertAllowed(write, name, 'remove', other)
  if (version !== before['version']) throw stale(contract.title, before)
  if (other_version !== other['version']) throw stale(contract.title, other)
  await assertFree(write, name, [kept, merged])

  const changes: MergeRecord[] = []
  const change = (field: string, was: unknown, is: unknown) =>
    changes.push({ resource: name, record_id: kept, field, before: asText(was), after: asText(is) })
  const values = Object.fromEntries(
    take.filter((field) => !isContent(name, field)).map((field) => [field, other[field] ?? null]),
  )
  for (const [field, value] of Object.entries(values)) change(field, before[field], value)
  for (const field of take.filter((one) => isContent(name, one))) {
    const swapped = await swapContents(write, name, field, [kept, merged])
    change(field, swapped.before, swapped.after)
  }
  // In any case its version counts on: it is not the record any more that others have seen.
  await returnValues(write, resource, kept, values, version)
  const { merge_id } = await write.db
    .insertInto('merges')
    .values({
      resource: name,
      kept,
      merged,
      taken: JSON.stringify(take),
      followers: JSON.stringify(await copyFollowers(write, name, kept, merged)),
      state: 'running',
      merged_at: null,
      created_by: write.actor,
      run_by: write.actor,
      request_id: write.requestId,
      created_at: nowOf(write.db).toISOString(),
      ended_at: null,
    })
    .returning('merge_id')
    .executeTakeFirstOrThrow()
  await keepChanges(write, { merge_id }, changes, 0)
  await audit(write, {
    action: 'merge',
    resource: name,
    recordId: kept,
    after: { merge_id, merged, taken: take },
  })
  return mergeOf(write.db, merge_id)
}

/** Has the followers of one record follow another one, too. @returns those who did not so far. */
async function copyFollowers(
  { db }: Write,
  resource: MergedResource,
  to: number,
  from: number,
): Promise<number[]> {
  const rows = await db
    .insertInto('follows')
    .columns(['resource', 'record_id', 'user_id'])
    .expression(({ selectFrom, val }) =>
      selectFrom('follows')
        .select(['follows.resource', val(to).as('record_id'), 'follows.user_id'])
        .where('resource', '=', resource)
        .where('record_id', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Moves some of the records that name the other one, and ends the merge after the last of them.
 * @param most how many of them.
 * @returns whether there may be more.
 */
export async function moveSome(write: Write, merge: KeptMerge, most: number): Promise<boolean> {
  requireExclusive(write)
  let left = most
  for (const waiting of [idsAfterLast, idsLeft])
    for (const reference of referencesTo(merge.resource)) {
      const ids = await waiting(write, merge, reference, left)
      if (ids.length === 0) continue
      await (reference.link ? takeLists : takeColumns)(write, merge, reference, ids)
      left -= ids.length
      if (left <= 0) return true
    }
  await endMerge(write, merge)
  return false
}

/** The records of a reference that the merge knows. */
const knownIds = ({ db }: Write, { merge_id }: KeptMerge, { resource, field }: Reference) =>
  db
    .selectFrom('merge_records')
    .where('merge_id', '=', merge_id)
    .where('resource', '=', resource.name)
    .where('field', '=', field)

/** Those after the last one that is known, so that none of the others is read again. */
async function idsAfterLast(
  write: Write,
  merge: KeptMerge,
  reference: Reference,
  most: number,
): Promise<number[]> {
  const { last } = await knownIds(write, merge, reference)
    .select(({ fn }) => fn.max('record_id').as('last'))
    .executeTakeFirstOrThrow()
  const own = ownColumn(reference)
  const rows = await naming(write.db, reference, merge.merged)
    .where(own, '>', (last as number | null) ?? 0)
    .orderBy(own)
    .limit(most)
    .execute()
  return rows.map(({ id }) => id as number)
}

/** Those that have come to name the merged record meanwhile; at the end, when few are left that name it. */
async function idsLeft(
  write: Write,
  merge: KeptMerge,
  reference: Reference,
  most: number,
): Promise<number[]> {
  const own = ownColumn(reference)
  const rows = await naming(write.db, reference, merge.merged)
    .where(own, 'not in', knownIds(write, merge, reference).select('record_id'))
    .orderBy(own)
    .limit(most)
    .execute()
  return rows.map(({ id }) => id as number)
}

async function takeLists(
  write: Write,
  merge: KeptMerge,
  reference: Reference,
  ids: readonly number[],
): Promise<void> {
  const { kept, merged } = merge
  const changes: MergeRecord[] = []
  const lists = new Map<number, readonly number[]>()
  for (const id of ids) {
    const before = await listOf(write, reference, id)
    const after = [...new Set(before.map((target) => (target === merged ? kept : target)))]
    lists.set(id, after)
    changes.push({ ...placeOf(reference, id), before: asText(before), after: asText(after) })
  }
  await moveLists(write, reference, lists)
  await keepChanges(write, merge, changes, lists.size)
}

const placeOf = ({ resource, field }: Reference, id: number) => ({
  resource: resource.name,
  record_id: id,
  field,
})

async function takeColumns(
  write: Write,
  merge: KeptMerge,
  reference: Reference,
  ids: readonly number[],
): Promise<void> {
  const { kept, merged } = merge
  const changes: MergeRecord[] = []
  const moving: number[] = []
  for (const id of ids) {
    const same = await sameRow(write, reference, id, kept)
    const after = asText(same === undefined ? kept : merged)
    changes.push({ ...placeOf(reference, id), before: asText(merged), after })
    if (same === undefined) moving.push(id)
    else changes.push(...(await fillEmpty(write, reference.resource, { from: id, into: same })))
  }
  await moveColumns(write, reference, moving, kept)
  await keepChanges(write, merge, changes, isCounted(merge.resource, reference) ? moving.length : 0)
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether a link that has ended comes into effect by another one of the same two records. */
const revives = (field: Field, own: unknown, other: unknown): boolean =>
  field.kind === 'choice' && field.options === statuses && other === 'active' && own !== 'active'

/**
 * Fills what a link lacks with the values of one that stays with the merged record; of one that is in effect, where the first
 * one has ended, all values are taken, which are those of today. One in the trash is left as it is, and one
 * that the rules of its resource refuse: it would keep the merge from its end.
 * @returns what has changed.
 */
async function fillEmpty(
  write: Write,
  resource: ServerResource,
  { from, into }: { from: number; into: number },
): Promise<MergeRecord[]> {
  const [other, own] = await loadRecords(write.db, resource, [from, into])
  if (!other || !own || (own['deleted_at'] ?? null) !== null) return []
  const columns = columnsOf(resource.contract).filter(([, field]) => !field.readOnly && field.kind !== 'one')
  const isRevived = columns.some(([name, field]) => revives(field, own[name], other[name]))
  const taken = columns.filter(
    ([name]) =>
      !isEmpty(other[name]) && (isRevived ? asText(own[name]) !== asText(other[name]) : isEmpty(own[name])),
  )
  if (taken.length === 0) return []
  const values = Object.fromEntries(taken.map(([name]) => [name, other[name]]))
  const isTaken = await unlessRefused(write, () =>
    returnValues(write, resource, into, values, own['version'] as number),
  )
  if (!isTaken) return []
  return taken.map(([name]) => ({
    resource: resource.name,
    record_id: into,
    field: name,
    before: asText(own[name]),
    after: asText(other[name]),
  }))
}

/** Puts the merged record into the trash, with what is left of it there; one that is there already stays as it is. */
async function endMerge(write: Write, { merge_id, resource: name, kept, merged }: KeptMerge): Promise<void> {
  const { db } = write
  const resource = resourceOf(name)
  const { idField } = resource.contract
  await db
    .updateTable('merges')
    .set({ state: 'done', ended_at: nowOf(db).toISOString() })
    .where('merge_id', '=', merge_id)
    .execute()
  if (await isAlive(db, resource, merged, null)) await deleteRecord(write, resource, merged, null)
  const [now] = await loadRecords(db, resource, [kept])
  const trashed = await anyTable(db)
    .updateTable(resource.table)
    .set({ merged_into: now ? kept : null })
    .where(idField, '=', merged)
    .returning('deleted_at')
    .executeTakeFirst()
  await db
    .updateTable('merges')
    .set({ merged_at: (trashed?.['deleted_at'] ?? null) as string | null })
    .where('merge_id', '=', merge_id)
    .execute()
  const after = { merge_id, merged_into: kept }
  await audit(write, { action: 'merge', resource: name, recordId: merged, after })
  if (now) addChangeNotice(write, resource, 'updated', kept, now)
}
