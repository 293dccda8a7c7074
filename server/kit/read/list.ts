import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { counted, type OpenDatabase } from '../../db/dialect'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import { lookAhead } from './ahead'
import { countOnce, countWhile } from './counts'
import { findDeep, isDeep } from './deep'
import { batchSize, fanOf, longPlaces } from './effort'
import { fold } from '../fold'
import { isLate } from '../late'
import { firstAt } from '../paths'
import { inOrder, isOwnKey, keyColumn, type Page, type Rows } from './order'
import type { ListQuery } from './query'
import { loadRecords, mayBeHeavy, TooManyAtOnce, weightOf, type ApiRecord } from './records'
import { hidesRows } from '../registry'
import type { ServerResource } from '../resource'
import { countFound, searchCondition, soughtIn, tablesSearched, type Sought } from './search'

/** So many begin a long list, or one of records that may be heavy; how many follow shows in what they hold and nest. */
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

/** What narrows a list. */
type Narrowing = Pick<ListQuery, 'q' | 'filters' | 'own'>
/** What narrows and orders a list. */
type Wanted = Narrowing & Page

/**
 * Finds the ids of a page, in one statement; in another one where keys of its ordering are late (kit/late.ts), or where
 * what is searched was to be found among the first records and is not.
 */
export async function findIds(
  database: OpenDatabase,
  resource: ServerResource,
  query: Wanted,
  viewer: Viewer,
): Promise<number[]> {
  const { table, contract, keys } = resource
  const { name } = query.ordering
  if (query.q === '' && isPlain(resource, query, viewer) && isDeep(resource, query)) {
    const total = await countAll(database, resource, query, viewer)
    return findDeep(database, resource, query, viewer.dataVersion, total)
  }
  const sought = await soughtIn(database.db, database.dialect, resource, query.q)
  const near = await findAhead(database, resource, query, viewer, sought)
  if (near) return near
  const walking = await walks(database, resource, query, viewer, sought)
  const reader = await readerOf(database, resource, query, viewer)
  const rows = matching(database, reader, resource, query, viewer, sought, walking).select(
    `${table}.${contract.idField}`,
  )
  const column = keyColumn(resource, name)
  const page = inOrder(rows, resource, query, sought && !walking ? database.dialect.unwalked(column) : column)
  const path = keys[name]
  const rowsIn = (db: Kysely<Tables>, selection: Rows) =>
    isLong(query) ? database.dialect.readMany(db, selection) : selection.execute()
  if (path === undefined || isOwnKey(resource, name)) return idsOf(resource, await rowsIn(reader, page))
  // Told by the statement itself, whose rows are all of one state of the data.
  const found = await rowsIn(reader, page.select(isLate(resource, name).as('is_late')))
  if (!found[0]?.['is_late']) return idsOf(resource, found)
  for (const wake of database.late) wake()
  const key = { kind: 'key', shown: name in resource.derived, row: table } as const
  const { db, scans } = database
  const anew = matching(database, scans, resource, query, viewer, sought, walking).select(
    `${table}.${contract.idField}`,
  )
  const inOrderAnew = inOrder(anew, resource, query, firstAt(db, resource, path, key))
  return idsOf(resource, await rowsIn(scans, inOrderAnew))
}

/** The page of a search, where it lies among the first records of the whole list; undefined where it does not. */
async function findAhead(
  database: OpenDatabase,
  resource: ServerResource,
  query: Wanted,
  viewer: Viewer,
  sought: Sought | null,
): Promise<number[] | undefined> {
  if (!sought || sought.isShort || !isOwnKey(resource, query.ordering.name)) return undefined
  if (!counted.has(resource.table) || !isPlain(resource, query, viewer)) return undefined
  const found = await countAll(database, resource, query, viewer)
  const all = await countListed(database, resource, viewer)
  return lookAhead(database, resource, query, sought, { found, all })
}

/** Whether a list is of all that is alive, but for what is searched. */
const isPlain = ({ owner }: ServerResource, { filters, own }: Narrowing, { trash }: Viewer): boolean =>
  owner === null && !trash && Object.keys({ ...filters, ...own }).length === 0

const idsOf = ({ contract }: ServerResource, rows: readonly Record<string, unknown>[]): number[] =>
  rows.map((row) => row[contract.idField] as number)

/**
 * Whether a page is found by going through the records in its order: what very many hold is met soon, and what few
 * hold is put in order sooner.
 */
const walks = async (
  database: OpenDatabase,
  resource: ServerResource,
  query: Wanted,
  viewer: Viewer,
  sought: Sought | null,
): Promise<boolean> =>
  isScan(query.q) &&
  (countFound(database.dialect, resource, sought) === undefined ||
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
  query: Narrowing & { limit?: number },
  viewer: Viewer,
): Promise<number> {
  const { q, filters, own } = query
  const whose = resource.owner === null ? null : viewer.reader
  const what = JSON.stringify([resource.contract.name, q, filters, own, viewer.trash, whose])
  const isWhole = counted.has(resource.table) && isPlain(resource, query, viewer)
  return countOnce(database, viewer.dataVersion, what, () => {
    if (!isWhole) return countMatching(database, resource, query, viewer)
    if (q === '') return countAlive(database, resource.table)
    return countWhile(database, viewer.dataVersion, tablesSearched(resource), what, () =>
      countMatching(database, resource, query, viewer),
    )
  })
}

async function countMatching(
  database: OpenDatabase,
  resource: ServerResource,
  query: Narrowing & { limit?: number },
  viewer: Viewer,
): Promise<number> {
  const reader = await readerOf(database, resource, query, viewer)
  const sought = await soughtIn(database.db, database.dialect, resource, query.q)
  const quick = isPlain(resource, query, viewer) ? countFound(database.dialect, resource, sought) : undefined
  if (quick !== undefined) {
    const { rows } = await quick.execute(reader)
    return rows[0]?.count ?? 0
  }
  const { count } = await matching(database, reader, resource, query, viewer, sought, false)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function countAlive({ db }: OpenDatabase, table: string): Promise<number> {
  const { alive } = await db
    .selectFrom('row_counts')
    .select(sql<number>`cast(coalesce(sum(alive), 0) as integer)`.as('alive'))
    .where('table_name', '=', table)
    .executeTakeFirstOrThrow()
  return alive
}

/** Whether more is asked for than a page, or the one more that tells whether a list is long. */
const isLong = ({ limit = 0 }: { limit?: number | undefined }): boolean => limit > batchSize + 1

/** From so many records on, a list that is narrowed is found on a thread: an index may hold very many of them. */
const large = 200_000

/** Where a list is read: what may go through very many rows keeps nobody else waiting. */
async function readerOf(
  database: OpenDatabase,
  resource: ServerResource,
  { q, filters, own, limit }: Narrowing & { limit?: number },
  viewer: Viewer,
): Promise<Kysely<Tables>> {
  const { db, scans } = database
  if (isLong({ limit }) || isScan(q)) return scans
  const isNarrowed = q !== '' || Object.keys({ ...filters, ...own }).length > 0
  if (db === scans || !isNarrowed || !counted.has(resource.table)) return db
  return (await countListed(database, resource, viewer)) > large ? scans : db
}

/** How many records a list has that nothing narrows. */
const countListed = (database: OpenDatabase, resource: ServerResource, viewer: Viewer): Promise<number> =>
  countAll(database, resource, { q: '', filters: {}, own: {} }, viewer)

const isScan = (q: string): boolean => {
  const { length } = [...fold(q)]
  return length === 1 || length === 2
}

function matching(
  database: OpenDatabase,
  reader: Kysely<Tables>,
  resource: ServerResource,
  query: Narrowing,
  viewer: Viewer,
  sought: Sought | null,
  walking: boolean,
) {
  const ref = (column: string) => `${resource.table}.${column}`
  let rows = anyTable(reader).selectFrom(resource.table)
  if (resource.hides) rows = rows.where(ref('deleted_at'), viewer.trash ? 'is not' : 'is', null)
  if (resource.owner !== null) rows = rows.where(ref(resource.owner), '=', viewer.reader)
  for (const condition of conditionsOf(database, resource, query, sought, walking))
    rows = rows.where(condition)
  return rows
}

/** What a list is narrowed by: its search, the contract's filters, and parameters of its own. */
function conditionsOf(
  { db, dialect }: OpenDatabase,
  resource: ServerResource,
  { filters, own }: Narrowing,
  sought: Sought | null,
  walking: boolean,
): Expression<SqlBool>[] {
  const { table, contract, links, where } = resource
  const ref = (column: string) => sql.ref(`${table}.${column}`)
  const conditions: Expression<SqlBool>[] = []
  const searched = searchCondition(dialect, resource, sought, walking)
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

/** The records of ids, some at a time: the more they hold and nest, the fewer. */
export async function* readRecords(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  { expand, narrowing }: Pick<ListQuery, 'expand' | 'narrowing'>,
): AsyncGenerator<ApiRecord[]> {
  const isShort = longPlaces(ids.length, fanOf(resource.contract, expand)) === 0
  let size = isShort && !mayBeHeavy(resource) ? batchSize : firstBatch
  for (let start = 0; start < ids.length;) {
    const some = ids.slice(start, start + size)
    const records = await loadRecords(db, resource, some, expand, narrowing).catch((error: unknown) => {
      if (error instanceof TooManyAtOnce) return null
      throw error
    })
    if (records === null) {
      size = Math.ceil(some.length / 2)
      continue
    }
    yield records
    start += size
    const weight = records.reduce((sum, record) => sum + weightOf(record), 0)
    const fitting = Math.floor((batchWeight * records.length) / Math.max(weight, 1))
    // Records differ, so it grows step by step.
    size = Math.max(1, Math.min(batchSize, fitting, 2 * size))
  }
}
