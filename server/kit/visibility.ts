import { sql, type Expression, type SqlBool } from 'kysely'
import type { ServerResource } from './resource'

/** Whose rows a user sees of a resource whose records have owners: their own, and those that are shared. */
type Owned = Pick<ServerResource, 'table' | 'owner' | 'sharedBy' | 'readableBy'>

/** The condition that lists show a row to a user; null where all users see all of them. */
export function visibleTo(
  { table, owner, sharedBy }: Owned,
  reader: number | null,
): Expression<SqlBool> | null {
  if (owner === null) return null
  const isOwn = sql<SqlBool>`${sql.ref(`${table}.${owner}`)} = ${reader}`
  return sharedBy === null ? isOwn : sql<SqlBool>`(${isOwn} or ${sql.ref(`${table}.${sharedBy}`)})`
}

/** That a user may read a single row, as the text of a prepared statement, with a placeholder for the user. */
export const visibilityText = ({ owner, sharedBy, readableBy }: Owned): string | null => {
  if (owner === null) return null
  const shared = sharedBy ?? readableBy
  return shared === null ? `"${owner}" = ?` : `("${owner}" = ? or "${shared}")`
}
