import DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import type { ResourceName } from '../../src/contract'
import type { RowLimits } from '../db/rowLimits'
import type { Tables } from '../db/tables'
import { idsSeenWith } from './limits'
import { resourceOf } from './registry'

interface Named {
  resource: ResourceName
  id: number
}

/** Milliseconds for which questions are collected, and how many are answered by one statement for each resource. */
const collectTime = 20
const maxBatchSize = 500

/**
 * Tells which records readers with limits see, in the trash or not; one that is gone for good is not seen. What is asked at about the
 * same time for readers of the same teams is looked up together.
 */
export function seenRecords(db: Kysely<Tables>): (limits: RowLimits, named: Named) => Promise<boolean> {
  const loaders = new WeakMap<RowLimits, DataLoader<Named, boolean>>()

  const loaderFor = (limits: RowLimits) =>
    new DataLoader<Named, boolean>(
      async (asked) => {
        const seen = new Map<ResourceName, ReadonlySet<number>>()
        for (const resource of new Set(asked.map((named) => named.resource))) {
          const ids = asked.filter((named) => named.resource === resource).map(({ id }) => id)
          seen.set(resource, await idsSeenWith(limits, db, resourceOf(resource), [...new Set(ids)]))
        }
        return asked.map(({ resource, id }) => seen.get(resource)?.has(id) === true)
      },
      // A record may be limited at any time.
      { cache: false, maxBatchSize, batchScheduleFn: (look) => setTimeout(look, collectTime) },
    )

  return (limits, named) => {
    const loader = loaders.get(limits) ?? loaderFor(limits)
    loaders.set(limits, loader)
    return loader.load(named)
  }
}
