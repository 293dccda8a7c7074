import { setImmediate as breathe } from 'node:timers/promises'
import { sql, type OrderByModifiers } from 'kysely'
import type { OpenDatabase } from '../db/dialect'
import { anyTable } from './context'
import { fold } from './fold'
import type { ListQuery } from './query'
import { loadRecords, type ApiRecord } from './records'
import type { ServerResource } from './resource'

/** Records are loaded and sent this many at a time, so that memory does not grow with the limit. */
const batchSize = 500

/** A page of a list: how many match in all, and the ids of the page in their order. */
export interface Page {
  count: number
  ids: number[]
}

/** Finds the ids of a page: one statement, and one more for the count where the page does not tell it. */
export async function findPage(
  { db, dialect }: OpenDatabase,
  resource: ServerResource,
  query: ListQuery,
): Promise<Page> {
  const { idField, trash } = resource.contract
  const folded = fold(query.q)
  const ref = (column: string) => `${resource.table}.${column}`
  let matching = anyTable(db).selectFrom(resource.table)
  if (trash) matching = matching.where(ref('deleted_at'), 'is', null)
  if (folded !== '') matching = matching.where(dialect.contains(resource.table, idField, folded))

  const { name, descending } = query.ordering
  const order: OrderByModifiers = (by) =>
    isFilled(resource, name)
      ? descending
        ? by.desc()
        : by.asc()
      : (descending ? by.desc() : by.asc()).nullsLast()
  let page = matching.select(ref(idField)).orderBy(ref(name in resource.keys ? `${name}_key` : name), order)
  if (name !== idField) page = page.orderBy(ref(idField), descending ? 'desc' : 'asc')
  const ids = (await page.limit(query.limit).offset(query.offset).execute()).map(
    (row) => row[idField] as number,
  )

  const tellsCount = ids.length < query.limit && (ids.length > 0 || query.offset === 0)
  if (tellsCount) return { count: query.offset + ids.length, ids }
  const counted = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return { count: counted.count, ids }
}

/** Whether an ordering never meets null, so that an index can be read in either direction. */
function isFilled({ contract, keys }: ServerResource, ordering: string): boolean {
  const source = keys[ordering] ?? ordering
  const field = contract.fields[source]
  return field !== undefined && (field.required === true || 'default' in field)
}

/** The records of a page, some at a time. */
export async function* readPage(
  { db }: OpenDatabase,
  resource: ServerResource,
  { ids }: Page,
  query: ListQuery,
): AsyncGenerator<ApiRecord[]> {
  for (let start = 0; start < ids.length; start += batchSize)
    yield await loadRecords(db, resource, ids.slice(start, start + batchSize), query.expand)
}

/** The body of a list as text, some records at a time. */
export async function* streamList(
  database: OpenDatabase,
  resource: ServerResource,
  page: Page,
  query: ListQuery,
): AsyncGenerator<string> {
  yield `{"count":${page.count},"results":[`
  let separator = ''
  for await (const records of readPage(database, resource, page, query)) {
    // The embedded database answers at once and would keep everybody else waiting until the end.
    await breathe()
    yield separator + records.map((record) => JSON.stringify(record)).join(',')
    separator = ','
  }
  yield ']}'
}

/** Whether a page is small enough to be answered in one piece. */
export const fitsOneBatch = (page: Page): boolean => page.ids.length <= batchSize
