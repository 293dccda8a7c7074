/** Finds the pages of lists; docs/search.md tells which way is taken. */
import { sql, type Kysely, type SqlBool } from 'kysely'
import type { OpenDatabase } from '../../db/dialects'
import { tablesWithRowCounts, tablesWithSearchCounts } from '../../db/search/counts'
import { textsIn } from '../../db/search/terms'
import type { Tables } from '../../db/tables'
import { firstAt } from '../paths'
import type { ServerResource } from '../resource'
import { hasStaleKeys } from '../staleSortKeys'
import {
  hasConditions,
  isFilteredOnly,
  isLong,
  isPlain,
  ownConditions,
  type PageQuery,
  type Viewer,
} from './conditions'
import { connectionFor } from './connection'
import { countIfKnown } from './counts'
import { findDeepPage, isDeepPage } from './deepPages'
import { planFilters, type FilterPlan } from './filterPlan'
import { findByLeadingScan } from './leadingScan'
import { countAll, countKey, countListed } from './listCounts'
import { matching, matchingRows } from './matching'
import { computeOncePerVersion } from './memoizePerVersion'
import { inOrder, isOwnKey, keyColumn, type Rows } from './order'
import {
  columnsSearched,
  countMatches,
  isComposed,
  planPrunedSearch,
  searchCondition,
  type SearchPlan,
} from './search'

/** So many records are sorted in a few milliseconds. */
const maxSortedRecords = 5_000

/** Ids of pages, and of lists of few. */
const pageOnce = computeOncePerVersion<readonly number[]>(400)

/**
 * Finds the ids of a page. Those of a searched or filtered list are kept in each state of the data: open pages and
 * colleagues ask for the same ones when something has changed. Where few records match, all of them are, and each page
 * is a part of them.
 */
export async function findIds(
  database: OpenDatabase,
  resource: ServerResource,
  query: PageQuery,
  viewer: Viewer,
): Promise<readonly number[]> {
  const { ordering, offset, limit } = query
  // What is of this moment may be no longer in the next one; and keys of others may be stale.
  if (!hasConditions(query) || query.isOfNow || !isOwnKey(resource, ordering.name))
    return findPage(database, resource, query, viewer)
  const key = countKey(database, resource, query, viewer)
  const count = await countIfKnown(database, viewer.dataVersion, key)
  const keep = (what: object, find: () => Promise<readonly number[]>) =>
    pageOnce(database, viewer.dataVersion, `${key} ${JSON.stringify(what)}`, find)
  if (count !== undefined && count <= maxSortedRecords) {
    const all = await keep(ordering, () => findFew(database, resource, query, viewer))
    if (all.length <= maxSortedRecords) return all.slice(offset, offset + limit)
  }
  const find = () => findPage(database, resource, query, viewer)
  return isLong(query) ? find() : keep({ ...ordering, offset, limit }, find)
}

/** The ids of all records of a searched or filtered list in its order; one more than are few where there are more. */
async function findFew(
  database: OpenDatabase,
  resource: ServerResource,
  query: PageQuery,
  viewer: Viewer,
): Promise<number[]> {
  const rows = (await matchingRows(database, resource, query, viewer)).select(
    `${resource.table}.${resource.contract.idField}`,
  )
  const column = database.dialect.search.withoutIndexScan(keyColumn(resource, query.ordering))
  const page = { ...query, offset: 0, limit: maxSortedRecords + 1 }
  return idsOf(resource, await inOrder(rows, resource, page, column).execute())
}

/**
 * Finds the ids of a page anew, in one statement; in a second one where keys of its ordering are stale
 * (kit/staleSortKeys.ts), or where the matches were expected among the first records and are not there.
 */
async function findPage(
  database: OpenDatabase,
  resource: ServerResource,
  query: PageQuery,
  viewer: Viewer,
): Promise<number[]> {
  const { table, contract, sortKeys } = resource
  const { name } = query.ordering
  if (query.q === '' && isPlain(resource, query, viewer) && isDeepPage(resource, query)) {
    const total = await countAll(database, resource, query, viewer)
    return findDeepPage(database, resource, query, viewer.dataVersion, total)
  }
  const filters = await planFilters(database, resource, query, viewer, query.ordering)
  const filtered = await findFiltered(database, resource, query, viewer, filters)
  if (filtered) return filtered
  const plan = await planPrunedSearch(database.db, database.dialect.search, resource, query.q)
  const leadingScanIds = await findInLeadingScan(database, resource, query, viewer, plan)
  if (leadingScanIds) return leadingScanIds
  const usesOrderedScan = await prefersOrderedScan(database, resource, query, viewer, plan)
  const isOfFew = filters.few !== null && isFilteredOnly(query)
  const reader = isOfFew ? database.db : await connectionFor(database, resource, query, plan)
  const rows = matching(database, reader, resource, query, viewer, { plan, filters, usesOrderedScan }).select(
    `${table}.${contract.idField}`,
  )
  const column = keyColumn(resource, query.ordering)
  const page = inOrder(
    rows,
    resource,
    query,
    (plan && !usesOrderedScan) || filters.usesIndex
      ? database.dialect.search.withoutIndexScan(column)
      : column,
  )
  const path = sortKeys[name]
  const readRows = (db: Kysely<Tables>, selection: Rows) =>
    isLong(query) ? database.dialect.readMany(db, selection) : selection.execute()
  if (path === undefined || isOwnKey(resource, name)) return idsOf(resource, await readRows(reader, page))
  // Read by the statement itself, so that all its rows are of one snapshot.
  const rowsWithFlag = await readRows(reader, page.select(hasStaleKeys(resource, name).as('is_stale')))
  if (!rowsWithFlag[0]?.['is_stale']) return idsOf(resource, rowsWithFlag)
  for (const notify of database.staleKeyListeners) notify()
  const key = { kind: 'key', shown: name in resource.derived, row: table } as const
  const { db, scans } = database
  const rowsAnew = matching(database, scans, resource, query, viewer, {
    plan,
    filters,
    usesOrderedScan,
  }).select(`${table}.${contract.idField}`)
  const pageAnew = inOrder(rowsAnew, resource, query, firstAt(db, resource, path, key))
  return idsOf(resource, await readRows(scans, pageAnew))
}

/** The first records that are tested by a resource's own parameters: beyond these, their indexes find a page sooner. */
const mostScanned = 30_000

/**
 * The page of a list without a search, where it lies among the first records of the whole list; otherwise undefined.
 * Only for conditions that are soon tested for one record after another.
 */
async function findFiltered(
  database: OpenDatabase,
  resource: ServerResource,
  query: PageQuery,
  viewer: Viewer,
  { conditions, usesIndex }: FilterPlan,
): Promise<number[] | undefined> {
  const own = ownConditions(database, resource, query.own)
  if (query.q !== '' || viewer.trash || resource.owner !== null) return undefined
  // Those of a filterable list that are not found by its index are few, or in the list's own order.
  const isFoundSooner = !usesIndex && resource.contract.filterable !== undefined
  if (own.length === 0 && (conditions.length === 0 || isFoundSooner)) return undefined
  const tested = [
    ...conditions,
    ...own.map(({ ofOne, ...one }) => (ofOne ? { condition: ofOne, columns: [] } : one)),
  ]
  const columns = tested.flatMap((one) => one.columns ?? [])
  if (!tested.every((one) => one.columns) || !isOwnKey(resource, query.ordering.name)) return undefined
  // It rests on the number of all records; and much of a list is read from the index sooner.
  if (isLong(query) || !tablesWithRowCounts.has(resource.table)) return undefined
  const found = await countAll(database, resource, query, viewer)
  if (found <= query.offset) return []
  const all = await countListed(database, resource, viewer)
  const condition = sql<SqlBool>`${sql.join(
    tested.map((one) => one.condition),
    sql` and `,
  )}`
  const most = conditions.length === 0 ? mostScanned : Infinity
  return findByLeadingScan(database, resource, query, { condition, columns, texts: 1, most }, { found, all })
}

/** The page of a search, where it lies among the first records of the whole list; otherwise undefined. */
async function findInLeadingScan(
  database: OpenDatabase,
  resource: ServerResource,
  query: PageQuery,
  viewer: Viewer,
  plan: SearchPlan | null,
): Promise<number[] | undefined> {
  if (!plan || plan.isShort || !isOwnKey(resource, query.ordering.name)) return undefined
  // With several texts, looking up those held by other records for each of the first records is slower.
  if (isComposed(plan.terms) && plan.linkPaths.size > 0) return undefined
  if (!tablesWithSearchCounts.has(resource.table) || !isPlain(resource, query, viewer)) return undefined
  const found = await countAll(database, resource, query, viewer)
  const all = await countListed(database, resource, viewer)
  const { search } = database.dialect
  const isComposedSearch = isComposed(plan.terms)
  return findByLeadingScan(
    database,
    resource,
    query,
    {
      condition: searchCondition(search, resource, plan, true),
      columns: columnsSearched(resource),
      texts: textsIn(plan.terms).length,
      isSlow: isComposedSearch,
    },
    { found, all },
  )
}

const idsOf = ({ contract }: ServerResource, rows: readonly Record<string, unknown>[]): number[] =>
  rows.map((row) => row[contract.idField] as number)

/**
 * Whether a page is found by scanning the records in their order: faster where very many match, slower where few do.
 */
const prefersOrderedScan = async (
  database: OpenDatabase,
  resource: ServerResource,
  query: PageQuery,
  viewer: Viewer,
  plan: SearchPlan | null,
): Promise<boolean> =>
  plan?.isShort === true &&
  (countMatches(database.dialect.search, resource, plan) === undefined ||
    (await countAll(database, resource, query, viewer)) > maxSortedRecords)
