/** How lists are put in order. */
import { sql, type OrderByModifiers, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { isOwn } from '../paths'
import type { ServerResource } from '../resource'
import type { ListQuery } from './query'

/** Which rows of a list are wanted. */
export type Page = Pick<ListQuery, 'ordering' | 'offset' | 'limit'>

export type Rows = SelectQueryBuilder<
  Record<string, Record<string, unknown>>,
  string,
  Record<string, unknown>
>

/** A page of rows by what orders them, and by their ids where that is the same. */
export function inOrder(
  rows: Rows,
  resource: ServerResource,
  { ordering: { name, descending }, limit, offset }: Page,
  key: RawBuilder<unknown>,
): Rows {
  const { table, contract } = resource
  const order: OrderByModifiers = (by) =>
    isFilled(resource, name)
      ? descending
        ? by.desc()
        : by.asc()
      : (descending ? by.desc() : by.asc()).nullsLast()
  const page = rows.orderBy(key, order)
  const { idField } = contract
  return (name === idField ? page : page.orderBy(`${table}.${idField}`, descending ? 'desc' : 'asc'))
    .limit(limit)
    .offset(offset)
}

/** The column that holds what an ordering goes by. */
export const keyName = ({ keys }: ServerResource, ordering: string): string =>
  ordering in keys ? `${ordering}_key` : ordering
export const keyColumn = (resource: ServerResource, ordering: string): RawBuilder<unknown> =>
  sql.ref(`${resource.table}.${keyName(resource, ordering)}`)

/** Whether what an ordering goes by is the record's own, so that it is never late (kit/late.ts). */
export const isOwnKey = ({ keys }: ServerResource, ordering: string): boolean =>
  isOwn(keys[ordering] ?? ordering)

/** Whether an ordering never meets null, so that an index can be read in either direction. */
export function isFilled({ contract, keys }: ServerResource, ordering: string): boolean {
  const source = keys[ordering] ?? ordering
  const field = contract.fields[source]
  return field !== undefined && (field.required === true || 'default' in field)
}
