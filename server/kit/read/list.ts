import { sql, type Expression, type Kysely, type OrderByModifiers, type SqlBool } from 'kysely'
import type { OpenDatabase } from '../../db/dialect'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import { countOnce } from './counts'
import { batchSize, fanOf, longPlaces } from './effort'
import { fold } from '../fold'
import type { ListQuery } from './query'
import { loadRecords, weightOf, type ApiRecord } from './records'
import { hidesRows } from '../registry'
import type { ServerResource } from '../resource'
import { countFound, searchCondition } from './search'

/** So many begin a long list; how many follow shows in what they nest. */
const firstBatch = 100
/** Records of a batch of a long list, those nested in others counted. */
const batchWeight = 1_500

/** So many records are put in order in a few milliseconds. */
const few = 5_000

/** Whose list it is, and whether it shows the trash instead of what is alive. */
export interface Viewer {
  reader: number
  /** As OpenDatabase.version says, read before. */
  dataVersion: string
  trash?: boolean
}

/** What narrows and orders a list. */
type Wanted = Pick<ListQuery, 'q' | 'filters' | 'own' | 'ordering' | 'offset' | 'limit'>

/** Finds the ids of a page, in one statement. */
export async function findIds(
  database: OpenDatabase,
  resource: ServerResource,
  query: Wanted,
  viewer: Viewer,
): Promise<number[]> {
  const { idField } = resource.contract
  const ref = (column: string) => `${resource.table}.${column}`
  const { name, descending } = query.ordering
  const order: OrderByModifiers = (by) =>
    isFilled(resource, name)
      ? descending
        ? by.desc()
        : by.asc()
      : (descending ? by.desc() : by.asc()).nullsLast()
  let page = matching(database, resource, query, viewer, await walks(database, resource, query, viewer))
    .select(ref(idField))
    .orderBy(ref(name in resource.keys ? `${name}_key` : name), order)
  if (name !== idField) page = page.orderBy(ref(idField), descending ? 'desc' : 'asc')
  const rows = await page.limit(query.limit).offset(query.offset).execute()
  return rows.map((row) => row[idField] as number)
}

/**
 * Whether a page is found by going through the records in its order: what very many hold is met soon, and what few
 * hold is put in order sooner.
 */
const walks = async (
  database: OpenDatabase,
  resource: ServerResource,
  query: Wanted,
  viewer: Viewer,
): Promise<boolean> =>
  isScan(query.q) &&
  (countFound(database.dialect, resource, query.q) === undefined ||
    (await countAll(database, resource, query, viewer)) > few)

/** Counts what matches: one statement where the ids of the page do not tell it, and nobody has asked before. */
export async function countOf(
  database: OpenDatabase,
  resource: ServerResource,
  query: Wanted,
  viewer: Viewer,
  ids: readonly number[],
): Promise<number> {
  const tellsCount = ids.length < query.limit && (ids.length > 0 || query.offset === 0)
  return tellsCount ? query.offset + ids.length : countAll(database, resource, query, viewer)
}

function countAll(
  database: OpenDatabase,
  resource: ServerResource,
  query: Wanted,
  viewer: Viewer,
): Promise<number> {
  const { q, filters, own } = query
  const whose = resource.owner === null ? null : viewer.reader
  const what = JSON.stringify([resource.contract.name, q, filters, own, viewer.trash, whose])
  const isPlain = whose === null && !viewer.trash && Object.keys({ ...filters, ...own }).length === 0
  return countOnce(database, viewer.dataVersion, what, async () => {
    const quick = isPlain ? countFound(database.dialect, resource, q) : undefined
    if (quick !== undefined) {
      const { rows } = await quick.execute(readerOf(database, query))
      return rows[0]?.count ?? 0
    }
    const { count } = await matching(database, resource, query, viewer, false)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  })
}

/** Where a list is read: one or two letters are held by very many. */
const readerOf = ({ db, scans }: OpenDatabase, { q, limit }: Wanted): Kysely<Tables> =>
  limit > batchSize + 1 || isScan(q) ? scans : db

const isScan = (q: string): boolean => {
  const { length } = [...fold(q)]
  return length === 1 || length === 2
}

function matching(
  database: OpenDatabase,
  resource: ServerResource,
  query: Wanted,
  viewer: Viewer,
  walking: boolean,
) {
  const ref = (column: string) => `${resource.table}.${column}`
  let rows = anyTable(readerOf(database, query)).selectFrom(resource.table)
  if (resource.hides) rows = rows.where(ref('deleted_at'), viewer.trash ? 'is not' : 'is', null)
  if (resource.owner !== null) rows = rows.where(ref(resource.owner), '=', viewer.reader)
  for (const condition of conditionsOf(database, resource, query, walking)) rows = rows.where(condition)
  return rows
}

/** What a list is narrowed by: its search, the contract's filters, and parameters of its own. */
function conditionsOf(
  { db, dialect }: OpenDatabase,
  resource: ServerResource,
  { q, filters, own }: Wanted,
  walking: boolean,
): Expression<SqlBool>[] {
  const { table, contract, links, where } = resource
  const ref = (column: string) => sql.ref(`${table}.${column}`)
  const conditions: Expression<SqlBool>[] = []
  const searched = searchCondition(dialect, resource, q, walking)
  if (searched !== null) conditions.push(searched)
  for (const [name, values] of Object.entries(filters)) {
    const link = links[name]
    if (!link) conditions.push(sql<SqlBool>`${ref(name)} in (${sql.join(values)})`)
    else {
      let linked = anyTable(db).selectFrom(link.table).select(link.own).where(link.target, 'in', values)
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

/** Whether an ordering never meets null, so that an index can be read in either direction. */
function isFilled({ contract, keys }: ServerResource, ordering: string): boolean {
  const source = keys[ordering] ?? ordering
  const field = contract.fields[source]
  return field !== undefined && (field.required === true || 'default' in field)
}

/** The records of ids, some at a time: the more they nest, the fewer. */
export async function* readRecords(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  { expand, narrowing }: Pick<ListQuery, 'expand' | 'narrowing'>,
): AsyncGenerator<ApiRecord[]> {
  const isShort = longPlaces(ids.length, fanOf(resource.contract, expand)) === 0
  let size = isShort ? batchSize : firstBatch
  for (let start = 0; start < ids.length;) {
    const records = await loadRecords(db, resource, ids.slice(start, start + size), expand, narrowing)
    yield records
    start += size
    const weight = records.reduce((sum, record) => sum + weightOf(record), 0)
    const fitting = Math.floor((batchWeight * records.length) / Math.max(weight, 1))
    // Records differ, so it grows step by step.
    size = Math.max(1, Math.min(batchSize, fitting, 2 * size))
  }
}
