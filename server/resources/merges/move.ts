/**
 * Has records name another one than before, and back. The rules for what people write do not hold for that: a signed contract, or a
 * note of another author, follows its organization. What is computed from relations, the history and open pages follow as with
 * any change.
 */
import { sql } from 'kysely'
import { sourceOf } from '../../../src/contract/history'
import { nowOf } from '../../db/clock'
import { anyTable, requireExclusive, type Write } from '../../kit/context'
import { loadRecords, type ApiRecord } from '../../kit/read/records'
import { allResources } from '../../kit/registry'
import type { ServerResource } from '../../kit/resource'
import { audit } from '../../kit/write/audit'
import { dependentsOf, refreshDependents, refreshDerived, type Dependents } from '../../kit/write/derive'
import { addChangeNotice } from '../../kit/write/notices'
import type { Reference } from './references'

/** Records of a resource, as they are or were. */
interface Listing {
  readonly resource: ServerResource
  readonly records: readonly ApiRecord[]
}

/** The records whose lists some rows of a link table are, where timelines tell of these lists: the tasks of organizations. */
async function listingsOf(
  db: Write['db'],
  { resource, field }: Reference,
  ids: readonly number[],
): Promise<Listing[]> {
  const listings: Listing[] = []
  for (const owner of allResources()) {
    const by = sourceOf(owner.name)?.by ?? []
    const links = by === 'owner' ? [] : by.map((name) => owner.links[name])
    const link = links.find((one) => one?.table === resource.table && one.target === field)
    if (!link) continue
    const rows = await anyTable(db)
      .selectFrom(link.table)
      .select(`${link.own} as id`)
      .where(resource.contract.idField, 'in', ids)
      .execute()
    const owners = [...new Set(rows.map(({ id }) => id as number))]
    if (owners.length > 0) listings.push({ resource: owner, records: await loadRecords(db, owner, owners) })
  }
  return listings
}

/** Tells of lists that have changed by rows of their link table, as if the records themselves had been changed. */
async function auditListings(write: Write, listings: readonly Listing[]): Promise<void> {
  for (const { resource, records } of listings) {
    const { name, idField } = resource.contract
    const idOf = (record: ApiRecord) => record[idField] as number
    const now = new Map(
      (await loadRecords(write.db, resource, records.map(idOf))).map((record) => [idOf(record), record]),
    )
    for (const before of records) {
      const after = now.get(idOf(before)) ?? before
      if (JSON.stringify(after) !== JSON.stringify(before))
        await audit(write, { action: 'update', resource: name, recordId: idOf(before), before, after })
    }
  }
}

/** Makes a change of what records name, with all that follows from it. */
async function changeReferences(
  write: Write,
  reference: Reference,
  ids: readonly number[],
  change: () => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return
  requireExclusive(write)
  const { db } = write
  const { resource, field } = reference
  const { contract } = resource
  const isRelation = contract.fields[field]?.kind === 'one'
  const dependents = async (): Promise<Dependents[]> =>
    isRelation ? [await dependentsOf(db, { name: resource.name, ids }, [field])] : []
  const before = await loadRecords(db, resource, ids)
  const listings = await listingsOf(db, reference, ids)
  const dependentsBefore = await dependents()
  await change()
  await countVersion(write, resource, ids)
  // Unique texts of those in the trash are free for others; they are computed anew when a record comes back.
  const isFree = Object.keys(resource.unique).length > 0
  const shown = isFree ? before.filter((record) => (record['deleted_at'] ?? null) === null) : before
  await refreshDerived(
    db,
    resource,
    shown.map((record) => record[contract.idField] as number),
  )
  await refreshDependents(write, ...dependentsBefore, ...(await dependents()))
  const after = new Map(
    (await loadRecords(db, resource, ids)).map((record) => [record[contract.idField] as number, record]),
  )
  for (const old of before) {
    const id = old[contract.idField] as number
    const now: ApiRecord = after.get(id) ?? old
    if ((now['deleted_at'] ?? null) === null)
      await resource.after(write, id, { values: { [field]: now[field] }, before: old })
    await audit(write, { action: 'update', resource: contract.name, recordId: id, before: old, after: now })
    addChangeNotice(write, resource, 'updated', id, now)
  }
  await auditListings(write, listings)
}

async function countVersion(
  { db, actor }: Write,
  { table, contract }: ServerResource,
  ids: readonly number[],
): Promise<void> {
  if (!('version' in contract.fields)) return
  await anyTable(db)
    .updateTable(table)
    .set(({ eb }) => ({
      version: eb('version', '+', 1),
      modified_by: actor,
      modified_at: nowOf(db).toISOString(),
    }))
    .where(contract.idField, 'in', ids)
    .execute()
}

/** Has a column of records name another one. */
export const moveColumns = (
  write: Write,
  reference: Reference,
  ids: readonly number[],
  to: number,
): Promise<void> =>
  changeReferences(write, reference, ids, async () => {
    const { resource, field, where } = reference
    const { owner_type: type } = where
    await anyTable(write.db)
      .updateTable(resource.table)
      .set({
        [field]: to,
        // Beside the id of the owner stands how a client has named it, with its type or without.
        ...(type !== undefined && {
          object_id: sql`case when object_id like '%-%' then ${`${type}-${to}`} else ${String(to)} end`,
        }),
      })
      .where(resource.contract.idField, 'in', ids)
      .execute()
  })

/** The ids of a list of relations in their order, those in the trash among them. */
export async function listOf({ db }: Write, { link }: Reference, owner: number): Promise<number[]> {
  if (!link) return []
  const rows = await anyTable(db)
    .selectFrom(link.table)
    .select(`${link.target} as id`)
    .where(link.own, '=', owner)
    .orderBy(link.order ?? link.target)
    .execute()
  return rows.map(({ id }) => id as number)
}

/** Has lists of relations name other records. */
export const moveLists = (
  write: Write,
  reference: Reference,
  lists: ReadonlyMap<number, readonly number[]>,
): Promise<void> =>
  changeReferences(write, reference, [...lists.keys()], async () => {
    const { link } = reference
    if (!link) return
    const db = anyTable(write.db)
    for (const [owner, targets] of lists) {
      await db.deleteFrom(link.table).where(link.own, '=', owner).execute()
      const rows = targets.map((target, position) => ({
        [link.own]: owner,
        [link.target]: target,
        ...(link.order !== undefined && { [link.order]: position }),
      }))
      if (rows.length > 0) await db.insertInto(link.table).values(rows).execute()
    }
  })

/** The columns that are unique together; a second request of a credit setup is the first one, without a rule that refuses it. */
const pairOf = ({ name, uniqueTogether }: ServerResource): readonly string[] =>
  name === 'creditSetups' ? ['opportunity', 'organization'] : (uniqueTogether?.fields ?? [])

/**
 * The row that already says of another record what one would say, once it named that: a link of the same two, of which there may be
 * one only. Of those in the trash that are two which come back together, with the record that took them there; each of those that
 * were deleted by themselves comes back alone.
 */
export async function sameRow(
  { db }: Write,
  { resource, field }: Reference,
  id: number,
  to: number,
): Promise<number | undefined> {
  const { table, contract } = resource
  const pair = pairOf(resource)
  if (!pair.includes(field)) return undefined
  const others = pair.filter((name) => name !== field)
  const row = await anyTable(db)
    .selectFrom(table)
    .selectAll()
    .where(contract.idField, '=', id)
    .executeTakeFirstOrThrow()
  const isTrashed = contract.trash === true && row['deleted_at'] !== null
  if (isTrashed && row['deleted_directly']) return undefined
  let query = anyTable(db)
    .selectFrom(table)
    .select(contract.idField)
    .where(field, '=', to)
    .where(contract.idField, '!=', id)
  // It has no trash of its own where it goes with others only.
  if (isTrashed)
    query = query
      .where('deleted_at', '=', row['deleted_at'])
      .where('deleted_directly', 'is distinct from', true)
  else if (contract.trash) query = query.where('deleted_at', 'is', null)
  for (const name of others) query = query.where(name, '=', row[name])
  return (await query.executeTakeFirst())?.[contract.idField] as number | undefined
}
