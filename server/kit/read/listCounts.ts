/** How many records a list has. */
import { sql } from 'kysely'
import { minuteOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import {
  tablesWithAllChangesCounted,
  tablesWithRowCounts,
  tablesWithSearchCounts,
} from '../../db/search/counts'
import { isLimited } from '../limits'
import type { ServerResource } from '../resource'
import {
  isFilteredOnly,
  isPlain,
  limitsKey,
  ownConditions,
  type ListConditions,
  type PageQuery,
  type Viewer,
} from './conditions'
import { connectionFor } from './connection'
import { countOnce, countWhile } from './counts'
import { idsInFilterIndex, planFilters } from './filterPlan'
import { filterCondition } from './filters'
import { matching } from './matching'
import { countMatches, planPrunedSearch, tablesSearched } from './search'

/** Counts the matches: one statement, unless the ids of the page or a cached count tell it. */
export async function countOf(
  database: OpenDatabase,
  resource: ServerResource,
  query: PageQuery,
  viewer: Viewer,
  ids: readonly number[],
): Promise<number> {
  const isCountKnown = ids.length < query.limit && (ids.length > 0 || query.offset === 0)
  return isCountKnown ? query.offset + ids.length : countAll(database, resource, query, viewer)
}

/** Identifies what a list counts. */
export function countKey(
  database: OpenDatabase,
  resource: ServerResource,
  query: ListConditions,
  viewer: Viewer,
): string {
  const { q, filters } = query
  // What is compared with the present moment is counted again at least once a minute.
  const own = query.isOfNow ? { ...query.own, as_of: `minute ${minuteOf(database.db)}` } : query.own
  const owner = resource.owner === null ? null : viewer.reader
  return JSON.stringify([resource.contract.name, q, filters, own, viewer.trash, owner, limitsKey()])
}

export function countAll(
  database: OpenDatabase,
  resource: ServerResource,
  query: ListConditions & { limit?: number },
  viewer: Viewer,
): Promise<number> {
  const { q } = query
  const cacheKey = countKey(database, resource, query, viewer)
  const kept = q === '' ? tablesWithRowCounts : tablesWithSearchCounts
  const isCached = kept.has(resource.table) && isPlain(resource, query, viewer)
  return countOnce(database, viewer.dataVersion, cacheKey, () => {
    const count = () => countMatching(database, resource, query, viewer)
    if (dependsOnOwnColumns(database, resource, query, viewer))
      return countWhile(database, viewer.dataVersion, [resource.table], cacheKey, count)
    if (!isCached) return count()
    if (q === '') return countAlive(database, resource.table)
    return countWhile(database, viewer.dataVersion, tablesSearched(resource), cacheKey, count)
  })
}

/** How many records an unfiltered list has. */
export const countListed = (
  database: OpenDatabase,
  resource: ServerResource,
  viewer: Viewer,
): Promise<number> => countAll(database, resource, { q: '', filters: [], own: {} }, viewer)

/** Whether a count is valid as long as the resource's own table stays as it is. */
function dependsOnOwnColumns(
  database: OpenDatabase,
  resource: ServerResource,
  { q, filters, own }: ListConditions,
  { trash }: Viewer,
): boolean {
  if (!tablesWithAllChangesCounted.has(resource.table) || q !== '' || trash || resource.owner !== null)
    return false
  // What is seen of a limited resource depends on the records that it hangs on.
  if (isLimited(resource)) return false
  const conditions = [
    ...filters.map((filter) => filterCondition(database, resource, filter)),
    ...ownConditions(database, resource, own),
  ]
  return conditions.length > 0 && conditions.every(({ columns = [] }) => columns.length > 0)
}

async function countMatching(
  database: OpenDatabase,
  resource: ServerResource,
  query: ListConditions & { limit?: number },
  viewer: Viewer,
): Promise<number> {
  const plan = await planPrunedSearch(database.db, database.dialect.search, resource, query.q)
  const reader = await connectionFor(database, resource, query, plan)
  const filters = await planFilters(database, resource, query, viewer)
  if (filters.usesIndex && isFilteredOnly(query)) {
    if (filters.few) return filters.few.length
    const rows = idsInFilterIndex(database, resource, filters.conditions)
    const {
      rows: [counted],
    } = await sql<{ count: number }>`select count(*) as count from (${rows}) as found`.execute(reader)
    return counted?.count ?? 0
  }
  const indexedCount = isPlain(resource, query, viewer)
    ? countMatches(database.dialect.search, resource, plan)
    : undefined
  if (indexedCount !== undefined) {
    const { rows } = await indexedCount.execute(reader)
    return rows[0]?.count ?? 0
  }
  const { count } = await matching(database, reader, resource, query, viewer, {
    plan,
    filters,
    usesOrderedScan: false,
  })
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function countAlive({ db }: OpenDatabase, table: string): Promise<number> {
  const { alive } = await db
    .selectFrom('row_counts')
    .select(sql<number>`cast(coalesce(sum(alive), 0) as integer)`.as('alive'))
    .where('table_name', '=', table)
    .executeTakeFirstOrThrow()
  return alive
}
