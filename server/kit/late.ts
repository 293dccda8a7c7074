/**
 * Keys of orderings that are late. Where very many records are ordered by the name of one other, such as a tag, its
 * rename or deletion does not wait until all their keys are right: it leaves a mark, in its own transaction. As long as
 * that stands, lists are ordered by what the keys should be (read/list.ts), and write/followUp.ts puts the keys right.
 */
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { ResourceName } from '../../src/contract'
import type { Tables } from '../db/tables'
import { anyTable, type Write } from './context'
import { whoReaches } from './paths'
import { resourceOf } from './registry'
import { nameOf, type ServerResource } from './resource'

/** A record that others are ordered by. */
export interface Named {
  name: ResourceName
  id: number
}

/**
 * Marks the keys of orderings as late for all records that lead to another one.
 * @param keyBefore the key that it had: it may be deleted before all have followed, and then nobody leads to it.
 */
export async function markLate(
  write: Write,
  resource: ServerResource,
  orderings: readonly string[],
  { name, id }: Named,
  keyBefore: string | null,
): Promise<void> {
  const marks = orderings.map((ordering) => ({
    ...{ resource: nameOf(resource), ordering },
    ...{ named_resource: name, named_id: id, key_before: keyBefore },
  }))
  await write.db.insertInto('late_keys').values(marks).execute()
  write.leavesKeys = true
}

/** Whether any key of an ordering is late, in the state of the data that the statement itself sees. */
export const isLate = (resource: ServerResource, ordering: string): RawBuilder<unknown> =>
  sql`exists (select 1 from late_keys where resource = ${nameOf(resource)} and ordering = ${ordering})`

/** What a mark says, wherever its follow-up stands. */
type Mark = Omit<Selectable<Tables['late_keys']>, 'id' | 'done_to'>

/** The first records after an id whose keys a mark says to be late, in the order of their ids, and at most so many. */
export async function lateIds(
  db: Kysely<Tables>,
  { ordering, key_before, ...mark }: Mark,
  after: number,
  most: number,
): Promise<number[]> {
  const resource = resourceOf(mark.resource)
  const named = { name: mark.named_resource, id: mark.named_id }
  const part = { after, most }
  const found = await whoReaches(db, resource, resource.keys[ordering] ?? '', named, null, false, part)
  const late = new Set(found)
  if (key_before !== null) {
    const { idField } = resource.contract
    const having = anyTable(db)
      .selectFrom(resource.table)
      .select(idField)
      .where(`${ordering}_key`, '=', key_before)
      .where(idField, '>', after)
      .orderBy(idField)
      .limit(most)
    // One after the other, since each kind has an index of its own.
    const kinds = resource.hides
      ? [having.where('deleted_at', 'is', null), having.where('deleted_at', 'is not', null)]
      : [having]
    for (const kind of kinds) for (const row of await kind.execute()) late.add(row[idField] as number)
  }
  return [...late].sort((one, other) => one - other).slice(0, most)
}
