/**
 * Stale sort keys. Where very many records are ordered by the name of one other, such as a tag, its rename or deletion
 * does not wait for the update of all keys: it leaves a mark, in its own transaction. As long as the mark exists, lists
 * are ordered by freshly computed keys (read/list.ts), and write/sortKeyUpdater.ts updates the stored ones.
 */
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { ResourceName } from '../../src/contract'
import type { Tables } from '../db/tables'
import { anyTable, type Write } from './context'
import { findDependents } from './paths'
import { resourceOf } from './registry'
import { type ServerResource } from './resource'

/** A record whose name orders others. */
export interface RecordRef {
  name: ResourceName
  id: number
}

/**
 * Marks the sort keys of all records that lead to another one as stale.
 * @param keyBefore its previous key: after a deletion no record leads to it any more.
 */
export async function markStale(
  write: Write,
  resource: ServerResource,
  orderings: readonly string[],
  { name, id }: RecordRef,
  keyBefore: string | null,
): Promise<void> {
  const marks = orderings.map((ordering) => ({
    ...{ resource: resource.name, ordering },
    ...{ named_resource: name, named_id: id, key_before: keyBefore },
  }))
  await write.db.insertInto('stale_sort_keys').values(marks).execute()
  write.leavesStaleKeys = true
}

/** Whether any key of an ordering is stale, in the snapshot of the statement itself. */
export const hasStaleKeys = (resource: ServerResource, ordering: string): RawBuilder<unknown> =>
  sql`exists (select 1 from stale_sort_keys where resource = ${resource.name} and ordering = ${ordering})`

/** The content of a mark, without its progress. */
type Mark = Omit<Selectable<Tables['stale_sort_keys']>, 'id' | 'done_to'>

/** The first records after an id whose keys are stale by a mark, in the order of their ids, up to a limit. */
export async function staleIds(
  db: Kysely<Tables>,
  { ordering, key_before, ...mark }: Mark,
  after: number,
  most: number,
): Promise<number[]> {
  const resource = resourceOf(mark.resource)
  const named = { name: mark.named_resource, ids: [mark.named_id] }
  const part = { after, most }
  const found = await findDependents(
    db,
    resource,
    resource.sortKeys[ordering] ?? '',
    named,
    null,
    false,
    part,
  )
  const stale = new Set(found)
  if (key_before !== null) {
    const { idField } = resource.contract
    const having = anyTable(db)
      .selectFrom(resource.table)
      .select(idField)
      .where(`${ordering}_key`, '=', key_before)
      .where(idField, '>', after)
      .orderBy(idField)
      .limit(most)
    // One query for each, since each kind has its own index.
    const kinds = resource.softDeletes
      ? [having.where('deleted_at', 'is', null), having.where('deleted_at', 'is not', null)]
      : [having]
    for (const kind of kinds) for (const row of await kind.execute()) stale.add(row[idField] as number)
  }
  return [...stale].sort((one, other) => one - other).slice(0, most)
}
