/** The records that meet the conditions of a list, as a query that is read, counted or summed up. */
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import type { OpenDatabase } from '../../db/dialects'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import { notMergedIntoHidden } from '../limits'
import type { ServerResource } from '../resource'
import { visibleTo } from '../visibility'
import { ownConditions, type ListConditions, type Viewer } from './conditions'
import { connectionFor, largestId, largeList } from './connection'
import { idsInFilterIndex, planFilters, rowsInFilterIndex, type FilterPlan } from './filterPlan'
import { filterCondition } from './filters'
import { planPrunedSearch, searchCondition, type SearchPlan } from './search'

/** How the records of a list are found. */
interface ListPlans {
  plan: SearchPlan | null
  filters: FilterPlan
  usesOrderedScan: boolean
}

export function matching(
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
