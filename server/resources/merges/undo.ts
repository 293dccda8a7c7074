/** Takes merges back: what is still as the merge has left it gets its value from before (DUP-5). */
import { contract, type ResourceName } from '../../../src/contract'
import { mergeDays } from '../../../src/contract/merges'
import { nowOf } from '../../db/clock'
import { anyTable, requireExclusive, unlessRefused, type Write } from '../../kit/context'
import { ApiError } from '../../kit/errors'
import { asAuthor } from '../../kit/limits'
import { assertAllowed } from '../../kit/policy'
import { isAlive, loadRecords } from '../../kit/read/records'
import { resourceOf } from '../../kit/registry'
import { undoUntil } from '../../kit/undoWindow'
import { audit } from '../../kit/write/audit'
import { addChangeNotice } from '../../kit/write/notices'
import { restoreRecord } from '../../kit/write/remove'
import { returnValues } from '../../kit/write/update'
import { isContent, swapBack } from './contents'
import { assertFree, countMoved, mergeOf, type KeptMerge, type MergeRecord } from './kept'
import { listOf, moveColumns, moveLists, sameRow } from './move'
import { isCounted, referencesTo, type Reference } from './references'

const refused = (why: string) => new ApiError(409, 'refused', why)

/**
 * Begins to take a merge back: the merged record comes out of the trash; what it has lost is left to returnSome().
 * @throws ApiError 404, or 409 where that cannot be any more.
 */
export async function beginUndo(write: Write, id: number): Promise<KeptMerge> {
  requireExclusive(write)
  const { db, actor, requestId } = write
  const merge = await asAuthor(write, () => mergeOf(db, id))
  const { resource: name, kept, merged, merged_at } = merge
  const resource = resourceOf(name)
  const title = contract[name].title.toLowerCase()
  if (merge.state === 'undoing' || merge.state === 'undone') throw refused('It is taken back already.')
  if (merge.state === 'running') throw refused('It is still under way. Wait until it has ended.')
  if (undoUntil(merge.created_at, mergeDays) < nowOf(db).toISOString())
    throw refused(`It can be taken back for ${mergeDays} days only.`)
  await assertFree(write, name, [kept, merged])
  if (!(await isAlive(db, resource, kept, actor)))
    throw refused(`The ${title} that was kept is in the trash. Restore that first.`)
  const [before] = await loadRecords(db, resource, [kept])
  assertAllowed(write, name, 'change', before)
  const trashed = await anyTable(db)
    .selectFrom(resource.table)
    .select('deleted_at')
    .where(resource.contract.idField, '=', merged)
    .executeTakeFirst()
  if (trashed?.['deleted_at'] !== merged_at)
    throw refused(`The merged ${title} was restored or deleted for good meanwhile.`)
  await restoreRecord(write, resource, merged)
  const followers = JSON.parse(merge.followers) as number[]
  if (followers.length > 0)
    await db
      .deleteFrom('follows')
      .where('resource', '=', name)
      .where('record_id', '=', kept)
      .where('user_id', 'in', followers)
      .execute()
  await db
    .updateTable('merges')
    .set({ state: 'undoing', ended_at: null, run_by: actor, request_id: requestId })
    .where('merge_id', '=', id)
    .execute()
  await audit(write, {
    action: 'undo merge',
    resource: name,
    recordId: kept,
    after: { merge_id: id, merged },
  })
  return mergeOf(db, id)
}

type Waiting = MergeRecord & { place: number }

/**
 * Gives some records back what they named before, the last ones first, and ends the undo after the first one.
 * @returns whether there may be more.
 */
export async function returnSome(write: Write, merge: KeptMerge, most: number): Promise<boolean> {
  requireExclusive(write)
  const rows = await write.db
    .selectFrom('merge_records')
    .select(['place', 'resource', 'record_id', 'field', 'before', 'after'])
    .where('merge_id', '=', merge.merge_id)
    .where('outcome', '=', 'moved')
    .orderBy('place', 'desc')
    .limit(most)
    .execute()
  const references = referencesTo(merge.resource)
  let decided = 0
  for (const row of rows) {
    const reference = references.find(
      ({ resource, field }) => resource.name === row.resource && field === row.field,
    )
    const isReturned = await (reference
      ? returnReference(write, merge, reference, row)
      : returnValue(write, merge, row))
    if (reference && isCounted(merge.resource, reference) && row.before !== row.after) decided++
    await write.db
      .updateTable('merge_records')
      .set({ outcome: isReturned ? 'undone' : 'kept' })
      .where('merge_id', '=', merge.merge_id)
      .where('place', '=', row.place)
      .execute()
  }
  await countMoved(write, merge.merge_id, -decided)
  if (rows.length === most) return true
  await endUndo(write, merge)
  return false
}

/** @returns whether the record was as the merge has left it. */
function returnReference(
  write: Write,
  merge: KeptMerge,
  reference: Reference,
  row: Waiting,
): Promise<boolean> {
  // A link that the kept record had as well has come out of the trash with the merged one.
  if (row.before === row.after) return Promise.resolve(true)
  return (reference.link ? returnList : returnColumn)(write, merge, reference, row)
}

async function returnColumn(
  write: Write,
  { kept, merged }: KeptMerge,
  reference: Reference,
  { record_id: id }: Waiting,
): Promise<boolean> {
  const { resource, field } = reference
  const row = await anyTable(write.db)
    .selectFrom(resource.table)
    .select(field)
    .where(resource.contract.idField, '=', id)
    .executeTakeFirst()
  if (row?.[field] !== kept || (await sameRow(write, reference, id, merged)) !== undefined) return false
  await moveColumns(write, reference, [id], merged)
  return true
}

/** The list has its order from before, too. Others may have been added to it since, and stay there. */
async function returnList(
  write: Write,
  { kept, merged }: KeptMerge,
  reference: Reference,
  { record_id: id, before, after }: Waiting,
): Promise<boolean> {
  const known = JSON.parse(before ?? '[]') as number[]
  const left = JSON.parse(after ?? '[]') as number[]
  const now = await listOf(write, reference, id)
  if (!now.includes(kept) || now.includes(merged)) return false
  const both = known.indexOf(kept) < known.indexOf(merged) ? [kept, merged] : [merged, kept]
  const returned = known.includes(kept) ? both : [merged]
  const isLeft = (target: number) => left.includes(target)
  const rest = now.filter(isLeft)
  const added = now.filter((target) => !isLeft(target))
  const isInOrder =
    textOf([...rest, ...added]) === textOf(now) &&
    textOf(rest) === textOf(left.filter((target) => now.includes(target)))
  const list = isInOrder
    ? [...known.filter((target) => target === merged || now.includes(target)), ...added]
    : // In another order since, the merged record stands beside the kept one.
      now.flatMap((target) => (target === kept ? returned : [target]))
  await moveLists(write, reference, new Map([[id, list]]))
  return true
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null)

/** The same for a value that the kept record, or a link of it, has taken. */
async function returnValue(
  write: Write,
  { resource: name, kept, merged }: KeptMerge,
  { resource, record_id: id, field, before, after }: Waiting,
): Promise<boolean> {
  if (resource === name && isContent(name, field))
    return swapBack(write, name, field, [kept, merged], JSON.parse(after ?? 'null'))
  const of = resourceOf(resource)
  const [record] = await loadRecords(write.db, of, [id], {}, {}, { to: write.actor })
  if (!record || textOf(record[field]) !== after) return false
  const values = { [field]: JSON.parse(before ?? 'null') as unknown }
  // What the rules of today refuse stays as it is, as what was changed since.
  return unlessRefused(write, () => returnValues(write, of, id, values, record['version'] as number))
}

async function endUndo(write: Write, { merge_id, resource: name, kept }: KeptMerge): Promise<void> {
  const { db } = write
  await db
    .updateTable('merges')
    .set({ state: 'undone', ended_at: nowOf(db).toISOString() })
    .where('merge_id', '=', merge_id)
    .execute()
  await tellOf(write, name, kept)
}

async function tellOf(write: Write, name: ResourceName, id: number): Promise<void> {
  const resource = resourceOf(name)
  const [now] = await loadRecords(write.db, resource, [id])
  if (now) addChangeNotice(write, resource, 'updated', id, now)
}
