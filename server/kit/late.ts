/**
 * Keys of orderings that are late. Where very many records are ordered by the name of one other, such as a tag, a
 * rename does not wait until all their keys are right: it leaves a mark, in its own transaction. As long as that
 * stands, lists are ordered by what the keys should be (read/list.ts), and write/followUp.ts puts the keys right.
 */
import { sql, type RawBuilder } from 'kysely'
import type { ResourceName } from '../../src/contract'
import type { Write } from './context'
import { nameOf, type ServerResource } from './resource'

/** A record that others are ordered by. */
export interface Named {
  name: ResourceName
  id: number
}

/** Marks the keys of orderings as late for all records that lead to another one. */
export async function markLate(
  write: Write,
  resource: ServerResource,
  orderings: readonly string[],
  { name, id }: Named,
): Promise<void> {
  const marks = orderings.map((ordering) => ({
    ...{ resource: nameOf(resource), ordering },
    ...{ named_resource: name, named_id: id },
  }))
  await write.db.insertInto('late_keys').values(marks).execute()
  write.leavesKeys = true
}

/** Whether any key of an ordering is late, in the state of the data that the statement itself sees. */
export const isLate = (resource: ServerResource, ordering: string): RawBuilder<unknown> =>
  sql`exists (select 1 from late_keys where resource = ${nameOf(resource)} and ordering = ${ordering})`
