/** Records that are out of sight: into the trash with what they hold, and back. */
import { targetOf } from '../../../src/contract'
import { chunks } from '../chunks'
import { anyTable, type AnyDatabase, type Write } from '../context'
import { allResources, resourceOf } from '../registry'
import { nameOf, relationsOf, type Held, type ServerResource } from '../resource'

/** Puts records out of sight, and what they hold with them, all with the same moment. */
export async function hide(
  db: AnyDatabase,
  resource: ServerResource,
  ids: readonly number[],
  moment: string,
): Promise<void> {
  for (const some of chunks(ids)) {
    await db
      .updateTable(resource.table)
      .set({ deleted_at: moment })
      .where(resource.contract.idField, 'in', some)
      .execute()
    for (const held of resource.holds) {
      const children = await heldIds(db, held, some, null)
      await hide(db, resourceOf(held.resource), children, moment)
    }
  }
}

/** Brings records back that went out of sight at a moment, and what went with them. */
export async function show(
  db: AnyDatabase,
  resource: ServerResource,
  ids: readonly number[],
  moment: string,
): Promise<void> {
  const { idField } = resource.contract
  for (const some of chunks(ids)) {
    await db.updateTable(resource.table).set({ deleted_at: null }).where(idField, 'in', some).execute()
    for (const held of resource.holds) {
      const child = resourceOf(held.resource)
      for (const children of chunks(await heldIds(db, held, some, moment))) {
        await show(db, child, children, moment)
        await hideWithOthers(db, child, held, children)
      }
    }
  }
}

/** What has come back with one record goes with another one that is still in the trash. */
async function hideWithOthers(
  db: AnyDatabase,
  child: ServerResource,
  shown: Held,
  ids: readonly number[],
): Promise<void> {
  for (const parent of allResources())
    for (const held of parent.holds) {
      if (held.resource !== child.contract.name || held.by === shown.by || !parent.hides) continue
      const { idField } = child.contract
      const gone = await db
        .selectFrom(`${child.table} as child`)
        .innerJoin(`${parent.table} as parent`, `parent.${parent.contract.idField}`, `child.${held.by}`)
        .select([`child.${idField} as id`, 'parent.deleted_at as moment'])
        .where(`child.${idField}`, 'in', ids)
        .where('parent.deleted_at', 'is not', null)
        .execute()
      for (const row of gone) await hide(db, child, [row['id'] as number], row['moment'] as string)
    }
}

/** Deletes for good what a record holds, and discards its contents and theirs. */
export async function deleteHeld(
  write: Write,
  resource: ServerResource,
  ids: readonly number[],
): Promise<void> {
  const db = anyTable(write.db)
  for (const column of Object.values(resource.contents)) {
    const { table, contract } = resource
    const rows = await db.selectFrom(table).select(column).where(contract.idField, 'in', ids).execute()
    write.discarded.push(...rows.flatMap((row) => (row[column] as string | null) ?? []))
  }
  for (const held of resource.holds) {
    const child = resourceOf(held.resource)
    for (const children of chunks(await heldIds(db, held, ids, 'whenever'))) {
      await deleteHeld(write, child, children)
      await db.deleteFrom(child.table).where(child.contract.idField, 'in', children).execute()
    }
  }
}

/** How many links are deleted before other requests get their turn. */
const linksAtOnce = 1_000

/**
 * Takes the links to a record away. With the record itself they would go as well, but all in one statement, which keeps
 * everybody else waiting where they are very many.
 */
export async function deleteLinks(db: AnyDatabase, resource: ServerResource, id: number): Promise<void> {
  const kept = new Set<string>(allResources().map(({ table }) => table))
  for (const other of allResources())
    for (const [relation, field] of relationsOf(other.contract)) {
      const link = other.links[relation]
      if (!link || kept.has(link.table) || targetOf(field) !== nameOf(resource)) continue
      const { table, own, target } = link
      const some = db.selectFrom(table).select(own).where(target, '=', id).limit(linksAtOnce)
      for (let rows = await some.execute(); rows.length > 0; rows = await some.execute()) {
        const owners = rows.map((row) => row[own] as number)
        await db.deleteFrom(table).where(own, 'in', owners).where(target, '=', id).execute()
      }
    }
}

/** The ids of what records hold: what is alive (null), what went away at a moment, or all of it. */
async function heldIds(
  db: AnyDatabase,
  { resource, by, where = {} }: Held,
  ids: readonly number[],
  moment: string | null,
): Promise<number[]> {
  const { table, contract } = resourceOf(resource)
  let query = db.selectFrom(table).select(contract.idField).where(by, 'in', ids)
  for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value)
  if (moment === null) query = query.where('deleted_at', 'is', null)
  else if (moment !== 'whenever') query = query.where('deleted_at', '=', moment)
  return (await query.execute()).map((row) => row[contract.idField] as number)
}
