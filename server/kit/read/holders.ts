/** The records that hold another one, such as the opportunity of a note. */
import type { Kysely } from 'kysely'
import type { ResourceName } from '../../../src/contract'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import { allResources } from '../registry'
import type { ServerResource } from '../resource'

export interface Holder {
  resource: ResourceName
  id: number
}

/**
 * The records that some records are deleted with.
 * @param isWanted the resources that count.
 */
export async function holdersOf(
  db: Kysely<Tables>,
  { name, table, contract }: ServerResource,
  ids: readonly number[],
  isWanted: (resource: ResourceName) => boolean = () => true,
): Promise<Holder[]> {
  const holders = allResources().flatMap(({ name: holder, cascades }) =>
    isWanted(holder)
      ? cascades.filter(({ resource }) => resource === name).map((rule) => ({ holder, rule }))
      : [],
  )
  if (holders.length === 0) return []
  const columns = holders.flatMap(({ rule }) => [rule.by, ...Object.keys(rule.where ?? {})])
  const rows = await anyTable(db)
    .selectFrom(table)
    .select([...new Set(columns)])
    .where(contract.idField, 'in', ids)
    .orderBy(contract.idField)
    .execute()
  return rows.flatMap((row) =>
    holders.flatMap(({ holder, rule }): Holder[] => {
      const held = row[rule.by]
      const is = Object.entries(rule.where ?? {}).every(([column, value]) => row[column] === value)
      return is && typeof held === 'number' ? [{ resource: holder, id: held }] : []
    }),
  )
}
