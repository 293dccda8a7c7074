/** What names the records of a resource, derived from the declarations of all resources (DUP-3). */
import { targetOf, type ResourceName } from '../../../src/contract'
import type { MergedResource } from '../../../src/contract/duplicatePairs'
import type { MovedCount } from '../../../src/contract/merges'
import { isColumn } from '../../../src/contract/fields'
import { anyTable, type Write } from '../../kit/context'
import { allResources, resourceOf } from '../../kit/registry'
import { relationsOf, type Link, type ServerResource } from '../../kit/resource'

/** How records of a resource name one of another. */
export interface Reference {
  readonly resource: ServerResource
  /** A column of their own, or a list of relations. */
  readonly field: string
  /** The table of the list. */
  readonly link: Link | null
  /** Only rows with these column values. */
  readonly where: Readonly<Record<string, string>>
}

/** Link tables that are resources are changed as these: their rows name both sides. */
const isOfResource = ({ table }: Link): boolean => allResources().some((resource) => resource.table === table)

function referencesOf(resource: ServerResource, to: ResourceName): Reference[] {
  return relationsOf(resource.contract).flatMap(([field, relation]): Reference[] => {
    if (targetOf(relation) !== to) return []
    if (relation.kind === 'one') return isColumn(relation) ? [{ resource, field, link: null, where: {} }] : []
    const link = resource.links[field]
    return link && !isOfResource(link) ? [{ resource, field, link, where: {} }] : []
  })
}

/** All that names records of a resource; notes and files name their owner by its type. */
export const referencesTo = (name: MergedResource): readonly Reference[] => [
  ...allResources().flatMap((resource) => referencesOf(resource, name)),
  ...resourceOf(name).cascades.flatMap(({ resource, by, where }): Reference[] =>
    where ? [{ resource: resourceOf(resource), field: by, link: null, where }] : [],
  ),
]

/** Selects the records that name one by a reference. */
export function naming(db: Write['db'], { resource, field, link, where }: Reference, target: number) {
  const { table, contract } = resource
  if (link)
    return anyTable(db).selectFrom(link.table).select(`${link.own} as id`).where(link.target, '=', target)
  let query = anyTable(db).selectFrom(table).select(`${contract.idField} as id`).where(field, '=', target)
  for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value)
  return query
}

/** The column that holds the record which names another one. */
export const ownColumn = ({ resource, link }: Reference): string => link?.own ?? resource.contract.idField

/** Whether what a reference leads from is told as moved: what was merged into a record before is no part of it. */
export const isCounted = (merged: MergedResource, { resource }: Reference): boolean =>
  resource.name !== merged

/** How many records name one, by their resource, without those in the trash. */
export async function countMoves(
  db: Write['db'],
  name: MergedResource,
  target: number,
): Promise<MovedCount[]> {
  const counts = new Map<ResourceName, number>()
  for (const reference of referencesTo(name)) {
    const { resource, link } = reference
    if (!isCounted(name, reference)) continue
    let query = naming(db, reference, target)
    if (resource.softDeletes)
      query = link
        ? query.where(
            link.own,
            'in',
            anyTable(db)
              .selectFrom(resource.table)
              .select(resource.contract.idField)
              .where('deleted_at', 'is', null),
          )
        : query.where('deleted_at', 'is', null)
    const { count } = await query
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count > 0) counts.set(resource.name, (counts.get(resource.name) ?? 0) + count)
  }
  return [...counts].map(([resource, count]) => ({ resource, count }))
}
