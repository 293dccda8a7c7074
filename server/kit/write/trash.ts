/** The trash: soft-deletes records with their cascaded records, restores them, and deletes them for good. */
import { sql, type RawBuilder } from 'kysely'
import { targetOf } from '../../../src/contract'
import { chunks } from '../chunks'
import { anyTable, type AnyDatabase, type Write } from '../context'
import { allResources, resourceOf } from '../registry'
import { relationsOf, type CascadeRule, type ServerResource } from '../resource'
import { forgetNotified } from './notifications'

/** A deletion into the trash. */
interface Deletion {
  moment: string
  /** The user; null for the system. */
  by: number | null
}

/** Puts records into the trash, and those that they hold with them, all by the same deletion. */
export const moveToTrash = (
  db: AnyDatabase,
  resource: ServerResource,
  ids: readonly number[],
  deletion: Deletion,
): Promise<void> => hideRows(db, resource, ids, deletion, true)

/** Whether rows record who put them into the trash; those without a trash of their own record the moment only. */
const recordsDeleter = ({ contract }: ServerResource): boolean => contract.trash === true

const deleter = (resource: ServerResource, by: number | null): { deleted_by?: number | null } =>
  recordsDeleter(resource) ? { deleted_by: by } : {}

/** @param directly whether they are deleted by themselves, not with the record that holds them. */
async function hideRows(
  db: AnyDatabase,
  resource: ServerResource,
  ids: readonly number[],
  deletion: Deletion,
  directly: boolean,
): Promise<void> {
  for (const some of chunks(ids)) {
    await db
      .updateTable(resource.table)
      .set({
        deleted_at: deletion.moment,
        ...deleter(resource, deletion.by),
        ...(resource.isCascaded && { deleted_directly: directly }),
        ...freeUniqueKeys(resource),
      })
      .where(resource.contract.idField, 'in', some)
      .execute()
    for (const held of resource.cascades) {
      const children = await cascadedIds(db, held, some, null)
      await hideRows(db, resourceOf(held.resource), children, deletion, false)
    }
  }
}

/**
 * Frees unique keys for other records by appending a line end, which no folded text holds, and the record's id. They
 * are computed anew when the record is restored.
 */
const freeUniqueKeys = ({ unique, contract }: ServerResource): Record<string, RawBuilder<string>> =>
  Object.fromEntries(
    Object.keys(unique).map((field) => {
      const key = `${field}_key`
      const id = sql`cast(${sql.ref(contract.idField)} as text)`
      return [key, sql<string>`${sql.ref(key)} || cast(${'\n'} as text) || ${id}`]
    }),
  )

/** Restores records put into the trash at a moment, and those that were put there with them. */
export async function restoreFromTrash(
  db: AnyDatabase,
  resource: ServerResource,
  ids: readonly number[],
  moment: string,
): Promise<void> {
  const { idField } = resource.contract
  for (const some of chunks(ids)) {
    await db
      .updateTable(resource.table)
      .set({
        deleted_at: null,
        ...deleter(resource, null),
        ...(resource.isCascaded && { deleted_directly: null }),
      })
      .where(idField, 'in', some)
      .execute()
    for (const held of resource.cascades) {
      const child = resourceOf(held.resource)
      for (const children of chunks(await cascadedIds(db, held, some, moment))) {
        await restoreFromTrash(db, child, children, moment)
        await hideWithOthers(db, child, held, children)
      }
    }
  }
}

/**
 * Finds a parent that is in the trash, without which one of some cascaded records cannot be restored.
 * @returns the title of the holder that is in the trash itself; null where there is none.
 */
export async function titleOfParentInTrash(
  db: AnyDatabase,
  child: ServerResource,
  ids: readonly number[],
): Promise<string | null> {
  for (const parent of allResources())
    for (const held of parent.cascades) {
      if (held.resource !== child.contract.name || !parent.softDeletes) continue
      if ((await parentsInTrash(db, child, parent, held, ids)).length > 0) return parent.contract.title
    }
  return null
}

/** The rows held by a record in the trash, and its deletion. */
async function parentsInTrash(
  db: AnyDatabase,
  child: ServerResource,
  parent: ServerResource,
  { by, where = {} }: CascadeRule,
  ids: readonly number[],
): Promise<({ id: number } & Deletion)[]> {
  const { idField } = child.contract
  let query = db
    .selectFrom(`${child.table} as child`)
    .innerJoin(`${parent.table} as parent`, `parent.${parent.contract.idField}`, `child.${by}`)
    .select([`child.${idField} as id`, 'parent.deleted_at as moment'])
    .select(recordsDeleter(parent) ? 'parent.deleted_by as by' : sql<null>`null`.as('by'))
    .where(`child.${idField}`, 'in', ids)
    .where('parent.deleted_at', 'is not', null)
  for (const [column, value] of Object.entries(where)) query = query.where(`child.${column}`, '=', value)
  return (await query.execute()) as ({ id: number } & Deletion)[]
}

/** A record restored with one parent stays in the trash with another parent that is still there. */
async function hideWithOthers(
  db: AnyDatabase,
  child: ServerResource,
  shown: CascadeRule,
  ids: readonly number[],
): Promise<void> {
  for (const parent of allResources())
    for (const held of parent.cascades) {
      if (held.resource !== child.contract.name || held.by === shown.by || !parent.softDeletes) continue
      const hidden = await parentsInTrash(db, child, parent, held, ids)
      for (const { id, moment, by } of hidden) await hideRows(db, child, [id], { moment, by }, false)
    }
}

/** Deletes the records that a record holds for good, and discards the contents that no other row shares. */
export async function deleteCascaded(
  write: Write,
  resource: ServerResource,
  ids: readonly number[],
): Promise<void> {
  const db = anyTable(write.db)
  for (const column of Object.values(resource.contents)) {
    const { table, contract } = resource
    const rows = await db
      .selectFrom(`${table} as doomed`)
      .select(`doomed.${column} as key`)
      .distinct()
      .where(`doomed.${contract.idField}`, 'in', ids)
      .where(`doomed.${column}`, 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom(`${table} as other`)
              .select(`other.${contract.idField}`)
              .whereRef(`other.${column}`, '=', `doomed.${column}`)
              .where(`other.${contract.idField}`, 'not in', ids),
          ),
        ),
      )
      .execute()
    write.discarded.push(...rows.map(({ key }) => key as string))
  }
  for (const held of resource.cascades) {
    const child = resourceOf(held.resource)
    for (const children of chunks(await cascadedIds(db, held, ids, 'whenever'))) {
      await deleteCascaded(write, child, children)
      if (child.contract.trash) await forgetNotified(db, child, children)
      await db.deleteFrom(child.table).where(child.contract.idField, 'in', children).execute()
    }
  }
}

/** Links deleted before other requests may run. */
const linksPerDelete = 1_000

/**
 * Deletes the links to a record in portions. Deleting the record would delete them as well, but in one statement,
 * which blocks all other requests where they are very many.
 */
export async function deleteLinks(db: AnyDatabase, resource: ServerResource, id: number): Promise<void> {
  const kept = new Set<string>(allResources().map(({ table }) => table))
  for (const other of allResources())
    for (const [relation, field] of relationsOf(other.contract)) {
      const link = other.links[relation]
      if (!link || kept.has(link.table) || targetOf(field) !== resource.name) continue
      const { table, own, target } = link
      const some = db.selectFrom(table).select(own).where(target, '=', id).limit(linksPerDelete)
      for (let rows = await some.execute(); rows.length > 0; rows = await some.execute()) {
        const owners = rows.map((row) => row[own] as number)
        await db.deleteFrom(table).where(own, 'in', owners).where(target, '=', id).execute()
      }
    }
}

/** The ids of held records: those not in the trash (null), those deleted at a moment, or all. */
export async function cascadedIds(
  db: AnyDatabase,
  { resource, by, where = {} }: CascadeRule,
  ids: readonly number[],
  moment: string | null,
): Promise<number[]> {
  const { table, contract } = resourceOf(resource)
  let query = db.selectFrom(table).select(contract.idField).where(by, 'in', ids)
  for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value)
  if (moment === null) query = query.where('deleted_at', 'is', null)
  else if (moment !== 'whenever')
    query = query.where('deleted_at', '=', moment).where('deleted_directly', 'is distinct from', true)
  return (await query.execute()).map((row) => row[contract.idField] as number)
}
