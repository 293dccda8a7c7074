import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import {
  tablesWithAllChangesCounted,
  tablesWithRowCounts,
  tablesWithSearchCounts,
} from '../../db/search/counts'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import { findByLeadingScan } from './leadingScan'
import { countIfKnown, countOnce, countWhile } from './counts'
import { findDeepPage, isDeepPage } from './deepPages'
import { filterCondition, type FilterCondition } from './filters'
import { batchSize, fanOutOf, longAnswerSlots } from './costEstimate'
import { hasStaleKeys } from '../staleSortKeys'
import { firstAt } from '../paths'
import { currentLimits } from '../../db/rowLimits'
import { isLimited, notMergedIntoHidden } from '../limits'
import { visibleTo } from '../visibility'
import { computeOncePerVersion } from './memoizePerVersion'
import { inOrder, isOwnKey, keyColumn, keyName, type Page, type Rows } from './order'
import type { ListFilter, ListQuery } from './query'
import { loadRecords, mayBeHeavy, TooManyNested, weightOf, type ApiRecord } from './records'
import type { ServerResource } from '../resource'
import { textsIn } from '../../db/search/terms'
import {
  columnsSearched,
  countMatches,
  isComposed,
  isLongSearch,
  searchCondition,
  planPrunedSearch,
  tablesSearched,
  type SearchPlan,
} from './search'

/** First batch of a long list, or of one whose records may be heavy; the weight of this batch determines the next. */
const firstBatch = 100
/** Records of a batch of a long list, nested ones included. */
const batchWeight = 1_500

/** So many records are sorted in a few milliseconds. */
const maxSortedRecords = 5_000

/** The caller's view of a list, which is of the trash or of all other records. */
export interface Viewer {
  reader: number
  /** OpenDatabase.version, read before. */
  dataVersion: string
  trash?: boolean
}

/** The conditions of a list. */
type ListConditions = Pick<ListQuery, 'q' | 'filters' | 'own' | 'isOfNow'>
/** The conditions and the page of a list. */
type PageQuery = ListConditions & Page

/** Ids of pages, and of lists of few. */
const pageOnce = computeOncePerVersion<readonly number[]>(400)

/**
 * Finds the ids of a page. Those of a searched or filtered list are kept in each state of the data: open pages and colleagues ask for
 * the same ones when something has changed. Where few records match, all of them are, and each page is a part of them.
 */
export async function findIds(
  database: OpenDatabase,
  resource: ServerResource,
  query: PageQuery,
  viewer: Viewer,
): Promise<readonly number[]> {
  const { q, filters, own, ordering, offset, limit } = query
  const isPlainList = q === '' && filters.length === 0 && Object.keys(own).length === 0
  // What is of this moment may be no longer in the next one; and keys of others may be stale.
  if (isPlainList || query.isOfNow || !isOwnKey(resource, ordering.name))
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
  const plans = {
    plan: await planPrunedSearch(database.db, database.dialect.search, resource, query.q),
    filters: await planFilters(database, resource, query, viewer),
    usesOrderedScan: false,
  }
  const reader = await connectionFor(database, resource, query, plans.plan)
  const rows = matching(database, reader, resource, query, viewer, plans).select(
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

/** How the filters of a list are tested. */
interface FilterPlan {
  conditions: readonly FilterCondition[]
  /** Whether the index of all columns of filters finds the records; otherwise the conditions stand in the list itself. */
  usesIndex: boolean
  /** The ids that it finds, where they are few. */
  few: readonly number[] | null
}

/** So few records are looked up one by one sooner than the index of filters is read. */
const fewRecords = 2_000

/**
 * Each combination of filters takes one reading of the index that has all their columns, where an index of one column
 * finds records that each have to be looked up. Only few of them are, or records of which the list's order itself leads
 * to those that match.
 */
async function planFilters(
  database: OpenDatabase,
  resource: ServerResource,
  { filters }: Pick<ListConditions, 'filters'>,
  viewer: Viewer,
  ordering?: Page['ordering'],
): Promise<FilterPlan> {
  const conditions = filters.map((filter) => filterCondition(database, resource, filter))
  const isDirect = { conditions, usesIndex: false, few: null }
  const { filterable, filters: indexed = [] } = resource.contract
  if (filters.length === 0 || filterable === undefined || resource.owner !== null || viewer.trash)
    return isDirect
  if (ordering) {
    const compared = filters.map((filter) => filterCondition(database, resource, filter, true))
    const key = keyName(resource, ordering)
    if (compared.every(({ columns }) => columns.join() === key))
      return { conditions: compared, usesIndex: false, few: null }
  }
  const byIndexes = filters.filter(
    (filter) => indexed.includes(filter.field) && isFoundByIndex(resource, filter),
  )
  const [only] = byIndexes
  if (only && filters.length === 1) {
    const order = resource.filterOrders[only.field]
    if (order === undefined || !ordering || ordering.name === order) return isDirect
  }
  for (const filter of byIndexes) if (await hasFew(database, resource, filter, viewer)) return isDirect
  return {
    conditions,
    usesIndex: true,
    few: await fewInIndex(database, resource, { filters, q: '', own: {} }, conditions, viewer),
  }
}

const fewOnce = computeOncePerVersion<readonly number[] | null>(200)

/**
 * The ids of all records that meet the conditions, where these are few; null for more. One reading of the index finds and counts
 * them, once in each state of the data: it takes long where few match.
 */
const fewInIndex = (
  database: OpenDatabase,
  resource: ServerResource,
  query: ListConditions,
  conditions: readonly FilterCondition[],
  viewer: Viewer,
): Promise<readonly number[] | null> =>
  fewOnce(
    database,
    viewer.dataVersion,
    JSON.stringify([resource.contract.name, query.filters, limitsKey()]),
    async () => {
      const reader = await connectionFor(database, resource, query, null)
      const rows = await idsInFilterIndex(database, resource, conditions, reader)
        .limit(fewRecords + 1)
        .execute()
      return rows.length > fewRecords ? null : rows.map(({ id }) => id)
    },
  )

/** Whether the index of a column or a relation finds the records of a filter: those with a value, or without any. */
const isFoundByIndex = (
  { contract }: ServerResource,
  { field: name, operator, values }: ListFilter,
): boolean => {
  const field = contract.fields[name]
  return operator === 'any' || (operator === 'empty' && values[0] === true && field?.kind === 'choice')
}

/** Whether a filter alone, for which there is an index, finds few records. */
async function hasFew(
  database: OpenDatabase,
  resource: ServerResource,
  filter: ListFilter,
  viewer: Viewer,
): Promise<boolean> {
  const key = JSON.stringify(['few', resource.contract.name, filter, limitsKey()])
  const found = await countOnce(database, viewer.dataVersion, key, async () => {
    const { condition } = filterCondition(database, resource, filter)
    // Those in the trash have no part in it.
    const rows = anyTable(database.db)
      .selectFrom(resource.table)
      .select(resource.contract.idField)
      .where(condition)
      .where(`${resource.table}.deleted_at`, 'is', null)
      .limit(fewRecords + 1)
    return (await rows.execute()).length
  })
  return found <= fewRecords
}

/** The records that meet the conditions, from the index of filters alone. */
function rowsInFilterIndex(
  { dialect }: OpenDatabase,
  reader: Kysely<Tables>,
  { table }: ServerResource,
  conditions: readonly FilterCondition[],
) {
  let rows = anyTable(reader)
    .selectFrom(dialect.fromIndex(table, `${table}_filters`))
    .where(sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null`)
  for (const { condition } of conditions) rows = rows.where(condition)
  return rows
}

/** Selects the ids of the records that meet the conditions, from the index of filters alone. */
const idsInFilterIndex = (
  database: OpenDatabase,
  resource: ServerResource,
  conditions: readonly FilterCondition[],
  reader = database.db,
) => {
  const { table, contract } = resource
  return rowsInFilterIndex(database, reader, resource, conditions).select(
    sql.ref<number>(`${table}.${contract.idField}`).as('id'),
  )
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

/** Whether a list has no condition but its filters. */
const isFilteredOnly = ({ q, own }: ListConditions): boolean => q === '' && Object.keys(own).length === 0

/** Whether a list has no condition but its search. */
const isPlain = (resource: ServerResource, { filters, own }: ListConditions, { trash }: Viewer): boolean =>
  resource.owner === null &&
  !isLimited(resource) &&
  !trash &&
  filters.length === 0 &&
  Object.keys(own).length === 0

/** Tells apart what readers count who do not see the same records. */
const limitsKey = (): string | null => currentLimits()?.key ?? null

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
function countKey(
  database: OpenDatabase,
  resource: ServerResource,
  query: ListConditions,
  viewer: Viewer,
): string {
  const { q, filters } = query
  // What is compared with the present moment is counted again at least once a minute.
  const own = query.isOfNow ? { ...query.own, as_of: `minute ${minuteOf(database)}` } : query.own
  const owner = resource.owner === null ? null : viewer.reader
  return JSON.stringify([resource.contract.name, q, filters, own, viewer.trash, owner, limitsKey()])
}

function countAll(
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

const minuteOf = ({ db }: OpenDatabase): number => Math.floor(nowOf(db).getTime() / 60_000)

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

/** Whether more is requested than a page, plus the one more that tells whether a list is long. */
const isLong = ({ limit = 0 }: { limit?: number | undefined }): boolean => limit > batchSize + 1

/**
 * Filtered lists of more records than these are searched on a thread: an index may match very many of them, and the
 * conditions of a resource's own parameters, as those of filters, may read all.
 */
const largeList = { byIndex: 200_000, byOwnCondition: 10_000 } as const

/** All records of a list, to be summed up by any of their columns. */
export async function matchingRows(
  database: OpenDatabase,
  resource: ServerResource,
  query: ListConditions,
  viewer: Viewer,
) {
  const plan = await planPrunedSearch(database.db, database.dialect.search, resource, query.q)
  const reader = await connectionFor(database, resource, query, plan)
  const filters = await planFilters(database, resource, query, viewer)
  return matching(database, reader, resource, query, viewer, { plan, filters, usesOrderedScan: false })
}

/**
 * All records of a list of a filterable resource, to be summed up by columns that its index of filters has: without a
 * search and parameters of its own they are read from there, however many there are.
 */
export async function matchingInFilterIndex(
  database: OpenDatabase,
  resource: ServerResource,
  query: ListConditions,
  viewer: Viewer,
) {
  const { db, scans } = database
  const isLarge = db !== scans && (await largestId(db, resource)) > largeList.byOwnCondition
  const reader = isLarge ? scans : db
  if (query.q === '' && Object.keys(query.own).length === 0) {
    const conditions = query.filters.map((filter) => filterCondition(database, resource, filter))
    return rowsInFilterIndex(database, reader, resource, conditions)
  }
  const plan = await planPrunedSearch(database.db, database.dialect.search, resource, query.q)
  const filters = await planFilters(database, resource, query, viewer)
  return matching(database, reader, resource, query, viewer, { plan, filters, usesOrderedScan: false })
}

/** The connection for a list: scans of very many rows must not block other requests. */
async function connectionFor(
  database: OpenDatabase,
  resource: ServerResource,
  { q, filters, own, limit }: ListConditions & { limit?: number },
  plan: SearchPlan | null,
): Promise<Kysely<Tables>> {
  const { db, scans } = database
  if (isLong({ limit }) || isLongSearch(plan)) return scans
  const isFiltered = q !== '' || filters.length > 0 || Object.keys(own).length > 0
  if (db === scans || !isFiltered) return db
  const { byIndex, byOwnCondition } = largeList
  const readsAll = Object.keys(own).length > 0 || filters.some(({ operator }) => operator !== 'any')
  const limitOfRecords = readsAll ? byOwnCondition : byIndex
  return (await largestId(db, resource)) > limitOfRecords ? scans : db
}

/** As good as the number of a table's records for telling small ones from large ones, and read at once for any table. */
async function largestId(db: Kysely<Tables>, { table, contract }: ServerResource): Promise<number> {
  const { largest } = await anyTable(db)
    .selectFrom(table)
    .select(sql<number | null>`max(${sql.ref(contract.idField)})`.as('largest'))
    .executeTakeFirstOrThrow()
  return largest ?? 0
}

/** How many records an unfiltered list has. */
const countListed = (database: OpenDatabase, resource: ServerResource, viewer: Viewer): Promise<number> =>
  countAll(database, resource, { q: '', filters: [], own: {} }, viewer)

/** How the records of a list are found. */
interface ListPlans {
  plan: SearchPlan | null
  filters: FilterPlan
  usesOrderedScan: boolean
}

function matching(
  database: OpenDatabase,
  reader: Kysely<Tables>,
  resource: ServerResource,
  query: ListConditions,
  viewer: Viewer,
  plans: ListPlans,
) {
  const ref = (column: string) => `${resource.table}.${column}`
  let rows = anyTable(reader).selectFrom(resource.table)
  if (resource.softDeletes) rows = rows.where(ref('deleted_at'), viewer.trash ? 'is not' : 'is', null)
  // Records deleted with another one are restored with it, and are not listed by themselves.
  if (viewer.trash && resource.isCascaded) rows = rows.where(ref('deleted_directly'), '=', true)
  const isShown = viewer.trash ? notMergedIntoHidden(resource) : null
  if (isShown) rows = rows.where(isShown)
  const isVisible = visibleTo(resource, viewer.reader)
  if (isVisible) rows = rows.where(isVisible)
  for (const condition of conditionsOf(database, resource, query, plans)) rows = rows.where(condition)
  return rows
}

/** The conditions of a list: its search, the contract's filters, and its own parameters. */
function conditionsOf(
  database: OpenDatabase,
  resource: ServerResource,
  { own }: ListConditions,
  { plan, filters, usesOrderedScan }: ListPlans,
): Expression<SqlBool>[] {
  const { table, contract } = resource
  const conditions: Expression<SqlBool>[] = []
  const searched = searchCondition(database.dialect.search, resource, plan, usesOrderedScan)
  if (searched !== null) conditions.push(searched)
  if (filters.usesIndex) {
    const ids = filters.few
      ? database.dialect.search.listOf(filters.few)
      : idsInFilterIndex(database, resource, filters.conditions)
    conditions.push(database.dialect.search.isAmong(sql.ref(`${table}.${contract.idField}`), sql`${ids}`))
  } else conditions.push(...filters.conditions.map(({ condition }) => condition))
  conditions.push(...ownConditions(database, resource, own).map(({ condition }) => condition))
  return conditions
}

interface OwnCondition {
  condition: Expression<SqlBool>
  columns?: readonly string[] | undefined
  ofOne?: Expression<SqlBool> | undefined
}

/** The conditions of a resource's own parameters, with the columns that decide about them where these are known. */
const ownConditions = (
  { db }: OpenDatabase,
  { listParameters }: ServerResource,
  own: ListConditions['own'],
): OwnCondition[] =>
  Object.entries(own).flatMap(([name, value]) => {
    const parameter = listParameters[name]
    const condition = parameter?.condition(value, own, db)
    return condition
      ? [{ condition, columns: parameter?.columns, ofOne: parameter?.conditionOfOne?.(db) }]
      : []
  })

/**
 * The records of ids in batches: the heavier they are, the smaller the batch.
 * @param visible as of loadRecords
 */
export async function* readRecords(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  { expand, linkFilter }: Pick<ListQuery, 'expand' | 'linkFilter'>,
  visible?: { to: number | null },
): AsyncGenerator<ApiRecord[]> {
  const isShort = longAnswerSlots(ids.length, fanOutOf(resource.contract, expand)) === 0
  let size = isShort && !mayBeHeavy(resource) ? batchSize : firstBatch
  for (let start = 0; start < ids.length;) {
    const batch = ids.slice(start, start + size)
    const records = await loadRecords(db, resource, batch, expand, linkFilter, visible).catch(
      (error: unknown) => {
        if (error instanceof TooManyNested) return null
        throw error
      },
    )
    if (records === null) {
      size = Math.ceil(batch.length / 2)
      continue
    }
    yield records
    start += size
    const weight = records.reduce((sum, record) => sum + weightOf(record), 0)
    const fittingSize = Math.floor((batchWeight * records.length) / Math.max(weight, 1))
    // Records differ, so the batch grows step by step.
    size = Math.max(1, Math.min(batchSize, fittingSize, 2 * size))
  }
}
