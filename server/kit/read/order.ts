/** Orderings of lists. */
import { sql, type OrderByModifiers, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { isOwn } from '../paths'
import type { ServerResource } from '../resource'
import type { ListQuery } from './query'

/** Which rows of a list are wanted. */
export type Page = Pick<ListQuery, 'ordering' | 'offset' | 'limit'>

type Ordering = ListQuery['ordering']

export type Rows = SelectQueryBuilder<
  Record<string, Record<string, unknown>>,
  string,
  Record<string, unknown>
>

/** A page of rows in an ordering, ties by id. */
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

/**
 * The column of an ordering. Empty texts sort last in either direction: descending they do by themselves, ascending by
 * a computed column that puts them behind all others.
 */
export const keyName = (
  { sortKeys, orderedBy, mayBeEmpty }: ServerResource,
  { name, descending }: Ordering,
): string =>
  !descending && mayBeEmpty.includes(name)
    ? `${name}_ascending`
    : name in sortKeys
      ? `${name}_key`
      : (orderedBy[name] ?? name)
export const keyColumn = (resource: ServerResource, ordering: Ordering): RawBuilder<unknown> =>
  sql.ref(`${resource.table}.${keyName(resource, ordering)}`)

/** Whether an ordering's key is from the record's own columns, so that it is never stale (kit/staleSortKeys.ts). */
export const isOwnKey = ({ sortKeys }: ServerResource, ordering: string): boolean =>
  isOwn(sortKeys[ordering] ?? ordering)

/** Whether an ordering has no nulls, so that an index can be read in either direction. */
export function isFilled({ contract, sortKeys }: ServerResource, ordering: string): boolean {
  const source = sortKeys[ordering] ?? ordering
  const field = contract.fields[source]
  return (
    field !== undefined &&
    (field.required === true || 'default' in field || ('filled' in field && field.filled))
  )
}
