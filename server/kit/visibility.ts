import { sql, type Expression, type SqlBool } from 'kysely'
import type { ServerResource } from './resource'

/** The condition that a user sees a row of a resource whose records have owners; null where all users see all of them. */
export function visibleTo(
  { table, owner, sharedBy }: ServerResource,
  reader: number | null,
): Expression<SqlBool> | null {
  if (owner === null) return null
  const isOwn = sql<SqlBool>`${sql.ref(`${table}.${owner}`)} = ${reader}`
  return sharedBy === null ? isOwn : sql<SqlBool>`(${isOwn} or ${sql.ref(`${table}.${sharedBy}`)})`
}
