/**
 * Paths from a record to texts of its own or of related records: `name`, `tags.name`,
 * `organizations_contacts.organization.name`. Search and ordering are declared by them.
 */
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { ResourceName } from '../../src/contract'
import type { Tables } from '../db/tables'
import { anyTable } from './context'
import { tableSoftDeletes, resourceOf } from './registry'
import { targetNameOf, type Link, type ServerResource } from './resource'

/** One step from a record to related ones. */
export interface Hop {
  relation: string
  from: ServerResource
  target: ServerResource
  /** Absent where the relation is a column of the record itself. */
  link: Link | undefined
}

export const isOwn = (path: string): boolean => !path.includes('.')

/** Whether the texts at a search path are searched in place, see shared() in define.ts. */
export const isShared = (path: string): boolean => path.endsWith('*')

/** The steps of a path and the column where it ends. */
export function hopsOf(resource: ServerResource, path: string): { hops: Hop[]; column: string } {
  const steps = path.split('.')
  const column = steps.pop() ?? ''
  let from = resource
  const hops = steps.map((relation) => {
    const target = resourceOf(targetNameOf(from, relation))
    const hop = { relation, from, target, link: from.links[relation] }
    from = target
    return hop
  })
  return { hops, column }
}

type Query = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, object>

/** Joins the tables of the steps: the record itself is `t0`, the target of the n-th step `t<n>`. */
function join(db: Kysely<Tables>, { table }: ServerResource, hops: readonly Hop[], visible: boolean): Query {
  let query = anyTable(db).selectFrom(`${table} as t0`) as unknown as Query
  for (const [index, hop] of hops.entries()) query = joinHop(query, hop, index, visible)
  return query
}

function joinHop(
  query: Query,
  { relation, from, target, link }: Hop,
  index: number,
  visible: boolean,
): Query {
  const owner = `t${index}.${from.contract.idField}`
  const { idField } = target.contract
  const next = `t${index + 1}`
  if (!link)
    return query.innerJoin(`${target.table} as ${next}`, `${next}.${idField}`, `t${index}.${relation}`)
  // A relation stored in the target's own table needs no join table.
  const between = link.table === target.table ? next : `l${index + 1}`
  let joined = query.innerJoin(`${link.table} as ${between}`, `${between}.${link.own}`, owner)
  if (between !== next)
    joined = joined.innerJoin(`${target.table} as ${next}`, `${next}.${idField}`, `${between}.${link.target}`)
  if (!visible) return joined
  for (const [column, value] of Object.entries(link.where ?? {}))
    joined = joined.where(`${between}.${column}`, '=', value)
  if (tableSoftDeletes(link.table)) joined = joined.where(`${between}.deleted_at`, 'is', null)
  if (between !== next && target.softDeletes) joined = joined.where(`${next}.deleted_at`, 'is', null)
  return joined
}

/** The values at the end of a path for each of the records, in one statement. Hidden records are excluded. */
export async function valuesAt(
  db: Kysely<Tables>,
  resource: ServerResource,
  path: string,
  ids: readonly number[],
): Promise<{ target: ServerResource; column: string; values: Map<unknown, unknown[]> }> {
  const { hops, column } = hopsOf(resource, path)
  const target = hops.at(-1)?.target ?? resource
  const last = `t${hops.length}`
  const owner = `t0.${resource.contract.idField}`
  const rows = await join(db, resource, hops, true)
    .select([`${owner} as owner`, `${last}.${column} as value`])
    .where(owner, 'in', ids)
    .orderBy(`${last}.${target.contract.idField}`)
    .execute()
  const values = new Map<unknown, unknown[]>()
  for (const row of rows as { owner: unknown; value: unknown }[])
    values.set(row.owner, [...(values.get(row.owner) ?? []), row.value])
  return { target, column, values }
}

/**
 * The first text at the end of a path, for each row of the resource that a statement reads.
 * @param kind the text itself, or its key, by which the related resource is ordered.
 * @param shown whether the related record with the lowest id counts; otherwise the least key does.
 * @param row the statement's alias of those rows.
 */
export function firstAt(
  db: Kysely<Tables>,
  resource: ServerResource,
  path: string,
  { kind, shown, row }: { kind: 'text' | 'key'; shown: boolean; row: string },
): RawBuilder<string | null> {
  const { hops, column } = hopsOf(resource, path)
  const target = hops.at(-1)?.target ?? resource
  const last = `t${hops.length}`
  const { idField } = resource.contract
  // Empty texts sort last, as null does.
  const value =
    kind === 'text'
      ? sql.ref(`${last}.${column}`)
      : sql`nullif(${sql.ref(`${last}.${keyOf(target, column)}`)}, '')`
  const rows = join(db, resource, hops, true).whereRef(`t0.${idField}`, '=', `${row}.${idField}`)
  return shown
    ? sql`(${rows
        .select(value.as('value'))
        .where(`${last}.${column}`, 'is not', null)
        .orderBy(`${last}.${target.contract.idField}`)
        .limit(1)})`
    : sql`(${rows.select(sql`min(${value})`.as('value'))})`
}

/** The column with the folded text of another one, truncated for ordering. */
export function keyOf({ contract, sortKeys }: ServerResource, column: string): string {
  const ordering = Object.keys(sortKeys).find((name) => sortKeys[name] === column)
  if (ordering === undefined) throw new Error(`${contract.name} keeps no key of "${column}".`)
  return `${ordering}_key`
}

/** The columns that a path reads of a record at a step. */
function columnsRead(hops: readonly Hop[], index: number, column: string): string[] {
  const next = hops[index + 1]
  const link = hops[index]?.link
  const read = next === undefined ? [column] : next.link ? [] : [next.relation]
  return link && link.table === hops[index]?.target.table
    ? [...read, link.own, ...Object.keys(link.where ?? {})]
    : read
}

/** The steps of a path that meet records of a resource: as a target, or as the link row between two others. */
export function stepsThrough(resource: ServerResource, path: string, name: ResourceName) {
  const { hops, column } = hopsOf(resource, path)
  const { table, contract } = resourceOf(name)
  return hops.flatMap((hop, index) => {
    const upTo = hops.slice(0, index + 1)
    const linking = hop.link?.table === table
    if (hop.target.contract.name === name)
      return [
        {
          upTo,
          at: `t${index + 1}.${contract.idField}`,
          linking,
          columns: columnsRead(hops, index, column),
        },
      ]
    if (hop.link && linking)
      return [
        {
          upTo,
          at: `l${index + 1}.${contract.idField}`,
          linking,
          columns: [hop.link.own, hop.link.target, ...Object.keys(hop.link.where ?? {})],
        },
      ]
    return []
  })
}

/**
 * Finds the records from which a path leads over one of the given records, also where the path is hidden now.
 * @param changed only if the path reads one of these columns of them; null: any path.
 * @param onlyLinks only where the records themselves are the connection, as newly created ones can be.
 * @param part a bounded number: so many at least, where there are more; the first ones after an id, if given.
 */
export async function findDependents(
  db: Kysely<Tables>,
  resource: ServerResource,
  path: string,
  records: { name: ResourceName; ids: readonly number[] },
  changed: readonly string[] | null = null,
  onlyLinks = false,
  part?: { most: number; after?: number },
): Promise<number[]> {
  const ids: number[] = []
  const owner = `t0.${resource.contract.idField}`
  for (const { upTo, at, linking, columns } of stepsThrough(resource, path, records.name)) {
    if (onlyLinks && !linking) continue
    if (changed && !columns.some((column) => changed.includes(column))) continue
    let found = join(db, resource, upTo, false)
      .select(sql<number>`${sql.ref(owner)}`.as('owner'))
      .distinct()
      .where(at, 'in', records.ids)
    if (part) found = found.limit(part.most)
    if (part?.after !== undefined) found = found.where(owner, '>', part.after).orderBy(owner)
    const rows = await found.execute()
    // No spread: more than some 100,000 are too many for the arguments of one call.
    for (const row of rows) ids.push(row.owner)
  }
  return ids
}
