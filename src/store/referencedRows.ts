import { contract, targetOf, type ResourceName } from '../contract'
import { isRelation, type Field } from '../contract/fields'
import type { IdsByResource, Rows } from './entities'

/** All rows reachable from the roots through relations, the roots included. */
export const referencedRows = (rows: Rows, roots: IdsByResource): IdsByResource => {
  const found: Partial<Record<ResourceName, Set<number>>> = {}
  const queue: [ResourceName, unknown][] = []
  const enqueue = (resource: ResourceName, ids: readonly unknown[]) => {
    for (const id of ids) queue.push([resource, id])
  }

  for (const [resource, ids] of Object.entries(roots) as [ResourceName, number[]][]) enqueue(resource, ids)

  for (let next = queue.pop(); next; next = queue.pop()) {
    const [resource, id] = next
    if (typeof id !== 'number') continue
    const seen = (found[resource] ??= new Set())
    const row = rows[resource]?.[id]
    if (!row || seen.has(id)) continue
    seen.add(id)
    for (const [key, field] of Object.entries<Field>(contract[resource].fields)) {
      if (isRelation(field)) enqueue(targetOf(field), [row[key]].flat())
    }
  }

  return Object.fromEntries(Object.entries(found).map(([resource, ids]) => [resource, [...ids]]))
}
