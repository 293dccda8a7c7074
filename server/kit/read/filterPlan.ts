/** How the filters of a list are tested: by the index of one column, or by the one that has all of them. */
import { sql, type Kysely, type SqlBool } from 'kysely'
import type { OpenDatabase } from '../../db/dialects'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import type { ServerResource } from '../resource'
import { limitsKey, type ListConditions, type Viewer } from './conditions'
import { connectionFor } from './connection'
import { countOnce } from './counts'
import { filterCondition, type FilterCondition } from './filters'
import { computeOncePerVersion } from './memoizePerVersion'
import { keyName, type Page } from './order'
import type { ListFilter } from './query'

/** How the filters of a list are tested. */
export interface FilterPlan {
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
export async function planFilters(
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
export function rowsInFilterIndex(
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
export const idsInFilterIndex = (
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
