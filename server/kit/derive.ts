/**
 * The columns that search and ordering read, computed from a record and its relations: `search`, and
 * `<ordering>_key` for each text ordering. They change in the transaction of whatever they depend on.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { targetOf, type ResourceName } from '../../src/contract'
import { isRelation } from '../../src/contract/kit'
import type { Tables } from '../db/tables'
import { resources } from '../resources'
import { anyTable } from './context'
import { fold } from './fold'
import type { ServerResource } from './resource'

/** How many records are recomputed at a time. */
const batchSize = 500
/** How many of them are written before other requests get their turn. */
const rowsAtOnce = 20

/** The texts that stand at a path of a record: a column's own, or one for each related record. */
export type TextsAt = (path: string) => readonly string[]

/** Computes the derived columns of one record. Fields are separated by line ends, which no folded text holds. */
export function derive({ search, keys }: ServerResource, textsAt: TextsAt): Record<string, string | null> {
  const derived: Record<string, string | null> = { search: search.flatMap(textsAt).map(fold).join('\n') }
  for (const [ordering, path] of Object.entries(keys))
    derived[`${ordering}_key`] = textsAt(path).map(fold).sort()[0] ?? null
  return derived
}

/** Reads the own columns of a record that is about to be written; its relations are not known yet. */
export const ownTexts =
  (values: Readonly<Record<string, unknown>>): TextsAt =>
  (path) => {
    const value = values[path]
    return typeof value === 'string' && value !== '' ? [value] : []
  }

/** Recomputes the derived columns of records from what the database holds now. */
export async function refreshDerived(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += batchSize)
    await refreshBatch(db, resource, ids.slice(start, start + batchSize))
}

async function refreshBatch(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
): Promise<void> {
  const { idField } = resource.contract
  const paths = pathsOf(resource)
  const own = paths.filter((path) => !path.includes('.'))
  const rows = await anyTable(db)
    .selectFrom(resource.table)
    .select([idField, ...own])
    .where(idField, 'in', ids)
    // Nobody changes them between this reading and the writing; what they depend on is read after.
    .orderBy(idField)
    .forNoKeyUpdate()
    .execute()
  const related = new Map<string, Map<unknown, string[]>>()
  for (const path of paths.filter((path) => path.includes('.')))
    related.set(path, await relatedTexts(db, resource, path, ids))
  for (const [index, row] of rows.entries()) {
    // The embedded database answers at once and would keep everybody else waiting.
    if (index % rowsAtOnce === rowsAtOnce - 1) await breathe()
    const own = ownTexts(row)
    const textsAt: TextsAt = (path) => related.get(path)?.get(row[idField]) ?? own(path)
    await anyTable(db)
      .updateTable(resource.table)
      .set(derive(resource, textsAt))
      .where(idField, '=', row[idField])
      .execute()
  }
}

/** The texts of `relation.column` for each of the records, in one statement. */
async function relatedTexts(
  db: Kysely<Tables>,
  resource: ServerResource,
  path: string,
  ids: readonly number[],
) {
  const { relation, column, target } = splitPath(resource, path)
  const { idField } = resource.contract
  const link = resource.links[relation]
  const related = resources[target]
  const from = link
    ? { table: link.table, own: link.own, target: link.target }
    : { table: resource.table, own: idField, target: relation }
  let query = anyTable(db)
    .selectFrom(`${from.table} as link`)
    .innerJoin(`${related.table} as related`, `related.${related.contract.idField}`, `link.${from.target}`)
    .select([`link.${from.own} as owner`, `related.${column} as text`])
    .where(`link.${from.own}`, 'in', ids)
    .orderBy(`related.${related.contract.idField}`)
  if (related.contract.trash) query = query.where('related.deleted_at', 'is', null)
  const texts = new Map<unknown, string[]>()
  for (const { owner, text } of await query.execute())
    if (typeof text === 'string') texts.set(owner, [...(texts.get(owner) ?? []), text])
  return texts
}

/** Whether anything of a resource is derived from related records. */
export const derivesFromRelated = (resource: ServerResource): boolean =>
  pathsOf(resource).some((path) => path.includes('.'))

const pathsOf = ({ search, keys }: ServerResource): string[] => [
  ...new Set([...search, ...Object.values(keys)]),
]

function splitPath(resource: ServerResource, path: string) {
  const [relation = '', column = ''] = path.split('.')
  const field = resource.contract.fields[relation]
  if (!field || !isRelation(field))
    throw new Error(`${resource.contract.name} has no relation "${relation}".`)
  return { relation, column, target: targetOf(field) }
}

/** Records of other resources whose derived columns read the given ones. */
export type Dependents = { resource: ServerResource; ids: number[] }[]

/**
 * Finds whose derived columns depend on a record, or only on some of its columns; to be asked before the
 * record is deleted, too.
 */
export async function dependentsOf(
  db: Kysely<Tables>,
  name: string,
  id: number,
  columns?: readonly string[],
): Promise<Dependents> {
  const found: Dependents = []
  for (const resource of Object.values(resources)) {
    const relations = new Set(
      pathsOf(resource)
        .filter((path) => path.includes('.'))
        .map((path) => splitPath(resource, path))
        .filter(
          ({ target, column }) => target === (name as ResourceName) && columns?.includes(column) !== false,
        )
        .map(({ relation }) => relation),
    )
    for (const relation of relations) {
      const link = resource.links[relation]
      const own = link ? link.own : resource.contract.idField
      const rows = await anyTable(db)
        .selectFrom(link ? link.table : resource.table)
        .select(own)
        .where(link ? link.target : relation, '=', id)
        .orderBy(own)
        .execute()
      if (rows.length > 0) found.push({ resource, ids: rows.map((row) => row[own] as number) })
    }
  }
  return found
}

/** Recomputes what dependentsOf has found. */
export async function refreshDependents(db: Kysely<Tables>, dependents: Dependents): Promise<void> {
  for (const { resource, ids } of dependents) await refreshDerived(db, resource, ids)
}
