import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { maxDuplicateIds, type DuplicateMatch } from '../../../src/contract/answers'
import type { Dialect, OpenDatabase } from '../../db/dialects'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import { matchColumn, type ServerResource } from '../resource'
import type { DuplicateQuery } from './query'

/**
 * Finds possible duplicates of a record that is being entered, grouped by the values they share (K15). Each group
 * reads an index.
 */
export async function findDuplicates(
  { db, dialect }: OpenDatabase,
  resource: ServerResource,
  query: DuplicateQuery,
  reader: number,
): Promise<DuplicateMatch[]> {
  const matches: DuplicateMatch[] = []
  for (const by of Object.keys(resource.contract.duplicates?.criteria ?? {})) {
    const selection = duplicatesBy(db, dialect, resource, { ...query, by, reader })
    const rows = (await selection?.execute()) ?? []
    const [first] = rows
    if (first)
      matches.push({
        by,
        count: first['found'],
        ids: rows.map((row) => row[resource.contract.idField] as number),
      })
  }
  return matches
}

interface CriterionQuery extends DuplicateQuery {
  by: string
  reader: number
}

/** Selects the first records that share one value, and their number; undefined if that value is not given. */
export function duplicatesBy(
  db: Kysely<Tables>,
  dialect: Dialect,
  resource: ServerResource,
  { by, given, exclude, reader }: CriterionQuery,
) {
  const { table, contract, softDeletes, owner } = resource
  const conditions = conditionsOf(dialect, resource, by, given)
  if (!conditions) return undefined
  const ref = (column: string) => `${table}.${column}`
  let rows = anyTable(db)
    .selectFrom(table)
    .select([ref(contract.idField), sql<number>`cast(count(*) over () as integer)`.as('found')])
    .orderBy(ref(contract.idField))
    .limit(maxDuplicateIds)
  if (softDeletes) rows = rows.where(ref('deleted_at'), 'is', null)
  if (owner !== null) rows = rows.where(ref(owner), '=', reader)
  if (exclude !== null) rows = rows.where(ref(contract.idField), '!=', exclude)
  for (const condition of conditions) rows = rows.where(condition)
  return rows
}

function conditionsOf(
  dialect: Dialect,
  { table, matchKeys, duplicates }: ServerResource,
  by: string,
  given: DuplicateQuery['given'],
): Expression<SqlBool>[] | null {
  const match = matchKeys[by]
  const extraCondition = duplicates[by]?.(given, dialect) ?? null
  if (!match) return extraCondition && [extraCondition]
  const key = match.keyOf(match.columns.map((column) => (given[column] as string | undefined) ?? ''))
  if (key === null) return null
  return [
    sql<SqlBool>`${sql.ref(`${table}.${matchColumn(by)}`)} = ${key}`,
    ...(extraCondition ? [extraCondition] : []),
  ]
}
