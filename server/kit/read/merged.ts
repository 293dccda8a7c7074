import type { Kysely } from 'kysely'
import { targetOf } from '../../../src/contract'
import { isRelation } from '../../../src/contract/fields'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import { ApiError, notFound } from '../errors'
import { resourceOf } from '../registry'
import type { ServerResource } from '../resource'
import { namesOf } from './names'
import type { ListFilter } from './query'

/** 404 for a record that is not to be seen; that of a merged one says which record it was merged into (DUP-4). */
export async function missingRecord(
  db: Kysely<Tables>,
  resource: ServerResource,
  id: number,
): Promise<ApiError> {
  const { table, contract } = resource
  if (!('merged_into' in contract.fields)) return notFound(contract.title)
  const row = await anyTable(db)
    .selectFrom(table)
    .select('merged_into')
    .where(contract.idField, '=', id)
    .executeTakeFirst()
  const into = row?.['merged_into']
  if (typeof into !== 'number') return notFound(contract.title)
  const name = (await namesOf(db, resource, [into])).get(into) ?? `#${into}`
  return new ApiError(404, 'merged', `${contract.title} was merged into ${name.replace(/\.?$/, '.')}`, {
    current: { [contract.idField]: into, name },
  })
}

/**
 * Filters that name what a merged record was merged into, instead of that record: saved views and addresses go on to find what
 * they found, and name it itself again after an undo (VIEW-2, DUP-3).
 */
export const followMerges = (
  db: Kysely<Tables>,
  { contract }: ServerResource,
  filters: readonly ListFilter[],
): Promise<ListFilter[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const field = contract.fields[filter.field]
      const ids = filter.values.filter((value) => typeof value === 'number')
      if (!field || !isRelation(field) || ids.length === 0) return filter
      const target = resourceOf(targetOf(field))
      if (!('merged_into' in target.contract.fields)) return filter
      const { idField } = target.contract
      const rows = await anyTable(db)
        .selectFrom(target.table)
        .select([`${idField} as id`, 'merged_into'])
        .where(idField, 'in', ids)
        .where('merged_into', 'is not', null)
        .execute()
      if (rows.length === 0) return filter
      const into = new Map<unknown, unknown>(rows.map(({ id, merged_into }) => [id, merged_into]))
      return { ...filter, values: [...new Set(filter.values.map((value) => into.get(value) ?? value))] }
    }),
  )
