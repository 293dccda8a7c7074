/** On which connection a list is read: the embedded database runs long statements on threads. */
import { sql, type Kysely } from 'kysely'
import type { OpenDatabase } from '../../db/dialects'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import type { ServerResource } from '../resource'
import { hasConditions, isLong, type ListConditions } from './conditions'
import { isLongSearch, type SearchPlan } from './search'

/**
 * Filtered lists of more records than these are searched on a thread: an index may match very many of them, and the
 * conditions of a resource's own parameters, as those of filters, may read all.
 */
export const largeList = { byIndex: 200_000, byOwnCondition: 10_000 } as const

/** The connection for a list: scans of very many rows must not block other requests. */
export async function connectionFor(
  database: OpenDatabase,
  resource: ServerResource,
  query: ListConditions & { limit?: number },
  plan: SearchPlan | null,
): Promise<Kysely<Tables>> {
  const { filters, own } = query
  const { db, scans } = database
  if (isLong(query) || isLongSearch(plan)) return scans
  if (db === scans || !hasConditions(query)) return db
  const { byIndex, byOwnCondition } = largeList
  const readsAll = Object.keys(own).length > 0 || filters.some(({ operator }) => operator !== 'any')
  const limitOfRecords = readsAll ? byOwnCondition : byIndex
  return (await largestId(db, resource)) > limitOfRecords ? scans : db
}

/** As good as the number of a table's records for telling small ones from large ones, and read at once for any table. */
export async function largestId(db: Kysely<Tables>, { table, contract }: ServerResource): Promise<number> {
  const { largest } = await anyTable(db)
    .selectFrom(table)
    .select(sql<number | null>`max(${sql.ref(contract.idField)})`.as('largest'))
    .executeTakeFirstOrThrow()
  return largest ?? 0
}
