import { setImmediate as breathe } from 'node:timers/promises'
import { sql, type Expression, type OrderByModifiers, type SqlBool } from 'kysely'
import type { OpenDatabase } from '../db/dialect'
import { anyTable } from './context'
import { fold } from './fold'
import type { ListQuery } from './query'
import { loadRecords, weightOf, type ApiRecord } from './records'
import { hidesRows } from './registry'
import type { ServerResource } from './resource'

/** Records are loaded and sent this many at a time, so that memory does not grow with the limit. */
const batchSize = 500
/** Heavier records are written some at a time, so that nobody waits long for their turn. */
const lightWeight = 2_000

/** A page of a list: how many match in all, and the ids of the page in their order. */
export interface Page {
  count: number
  ids: number[]
}

/** Whose list it is, and whether it shows the trash instead of what is alive. */
export interface Viewer {
  reader: number
  trash?: boolean
}

/** Finds the ids of a page: one statement, and one more for the count where the page does not tell it. */
export async function findPage(
  database: OpenDatabase,
  resource: ServerResource,
  query: ListQuery,
  viewer: Viewer,
): Promise<Page> {
  const { idField } = resource.contract
  const ref = (column: string) => `${resource.table}.${column}`
  let matching = anyTable(database.db).selectFrom(resource.table)
  if (resource.hides) matching = matching.where(ref('deleted_at'), viewer.trash ? 'is not' : 'is', null)
  if (resource.owner !== null) matching = matching.where(ref(resource.owner), '=', viewer.reader)
  for (const condition of conditionsOf(database, resource, query)) matching = matching.where(condition)

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

/** What a list is narrowed by: its search, the contract's filters, and parameters of its own. */
function conditionsOf(
  { db, dialect }: OpenDatabase,
  resource: ServerResource,
  { q, filters, own }: ListQuery,
): Expression<SqlBool>[] {
  const { table, contract, links, search, where } = resource
  const ref = (column: string) => sql.ref(`${table}.${column}`)
  const conditions: Expression<SqlBool>[] = []
  const folded = fold(q)
  if (folded !== '') {
    // A resource without texts of its own has no index of them either.
    const asTyped =
      search.length === 0 ? sql<SqlBool>`1 = 0` : dialect.contains(table, contract.idField, folded)
    const phone = search.some((path) => path.endsWith('#')) ? phoneDigits(folded) : null
    conditions.push(
      phone === null
        ? asTyped
        : sql<SqlBool>`(${asTyped} or ${dialect.contains(table, contract.idField, phone)})`,
    )
  }
  for (const [name, value] of Object.entries(filters)) {
    const link = links[name]
    if (!link) conditions.push(sql<SqlBool>`${ref(name)} = ${value}`)
    else {
      let linked = anyTable(db).selectFrom(link.table).select(link.own).where(link.target, '=', value)
      for (const [column, wanted] of Object.entries(link.where ?? {}))
        linked = linked.where(column, '=', wanted)
      if (hidesRows(link.table)) linked = linked.where('deleted_at', 'is', null)
      conditions.push(sql<SqlBool>`${ref(contract.idField)} in ${linked}`)
    }
  }
  for (const [name, value] of Object.entries(own)) {
    const parameter = where[name]
    if (parameter) conditions.push(parameter.condition(value, own))
  }
  return conditions
}

/** The digits of what looks like a part of a phone number with marks between them. */
function phoneDigits(text: string): string | null {
  const found = text.replaceAll(/\D/g, '')
  return /^[\d\s()+./-]+$/.test(text) && found.length > 1 && found !== text ? found : null
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
  { expand, narrowing }: ListQuery,
): AsyncGenerator<ApiRecord[]> {
  for (let start = 0; start < ids.length; start += batchSize)
    yield await loadRecords(db, resource, ids.slice(start, start + batchSize), expand, narrowing)
}

/** The body of a list as text, some records at a time. */
export async function* streamList(
  count: number,
  pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
): AsyncGenerator<string> {
  yield `{"count":${count},"results":[`
  let separator = ''
  for await (const records of pages)
    for (const some of portionsOf(records)) {
      // The embedded database answers at once and would keep everybody else waiting until the end.
      await breathe()
      yield separator + some.map((record) => JSON.stringify(record)).join(',')
      separator = ','
    }
  yield ']}'
}

/** Records in portions that are written at once: as many as weigh no more than a batch without anything nested. */
function* portionsOf(records: readonly object[]): Generator<object[]> {
  let portion: object[] = []
  let weight = 0
  for (const record of records) {
    portion.push(record)
    weight += weightOf(record)
    if (weight < lightWeight) continue
    yield portion
    portion = []
    weight = 0
  }
  if (portion.length > 0) yield portion
}

/** Whether records, with what they nest, are few enough to be written in one piece. */
export const isLight = (records: readonly object[]): boolean =>
  records.reduce((sum, record) => sum + weightOf(record), 0) < lightWeight

/** Whether a page is read in one piece. */
export const fitsOneBatch = (page: Page): boolean => page.ids.length <= batchSize
