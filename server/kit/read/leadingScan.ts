/**
 * The page of a search or of filters among the first records of the whole list: what many records have is found soon
 * there, without sorting all matches.
 */
import type { Expression, Kysely, SqlBool } from 'kysely'
import type { OpenDatabase } from '../../db/dialects'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import type { ServerResource } from '../resource'
import { inOrder, keyColumn, keyName, type Page } from './order'

/** How many times the expected number of records is scanned, had the matches been spread evenly. */
const scanMargin = 3
/** They are not: the share of the sorting time that may be wasted on an unsuccessful scan. */
const maxWastedShare = 1 / 3
/** Scans of more texts run off the event loop. */
const maxTextsOnEventLoop = 3_000

/** Numbers of matching records, and of records in the whole list. */
interface Counts {
  found: number
  all: number
}

/** What is tested of the first records. */
interface RowTest {
  condition: Expression<SqlBool> | null
  /** The columns that it reads. */
  columns: readonly string[]
  /** How many texts are tested in each record. */
  texts: number
  /** Whether each of them takes long, so that none is tested on the event loop. */
  isSlow?: boolean
  /** How many records are scanned at most: where there are none among them, the list itself is soon found. */
  most?: number
}

/** Undefined where the page would not be found soon, or where so few records match that sorting them is faster. */
export async function findByLeadingScan(
  database: OpenDatabase,
  resource: ServerResource,
  page: Page,
  { condition, columns, texts, isSlow = false, most = Infinity }: RowTest,
  { found, all }: Counts,
): Promise<number[] | undefined> {
  const { search } = database.dialect
  // All in numbers of records whose texts are tested.
  const sortingCost = (found * search.sortCost) / texts
  const expectedRows = Math.ceil((scanMargin * (page.offset + page.limit) * all) / Math.max(found, 1))
  if (expectedRows >= Math.min(sortingCost, most)) return undefined
  const maxRows = Math.floor(Math.min(most, Math.max(expectedRows, sortingCost * maxWastedShare)))
  const { db, scans } = database
  const rowsOnEventLoop = db === scans ? maxRows : isSlow ? 0 : Math.min(maxRows, maxTextsOnEventLoop)
  const attempts = [
    ...(expectedRows <= rowsOnEventLoop ? [{ reader: db, scanned: rowsOnEventLoop }] : []),
    ...(maxRows > rowsOnEventLoop ? [{ reader: scans, scanned: maxRows }] : []),
  ]
  for (const { reader, scanned } of attempts) {
    const ids = await scanFirstRecords(reader, resource, page, scanned, condition, columns)
    if (ids.length === page.limit) return ids
  }
  return undefined
}

/** The ids of the page, as far as it lies among so many of the first records; the ones after them are not scanned. */
async function scanFirstRecords(
  reader: Kysely<Tables>,
  resource: ServerResource,
  page: Page,
  scanned: number,
  condition: Expression<SqlBool> | null,
  read: readonly string[],
): Promise<number[]> {
  const { table, contract, softDeletes } = resource
  const db = anyTable(reader)
  const columns = new Set([contract.idField, keyName(resource, page.ordering), ...read])
  let listed = db.selectFrom(table).select([...columns].map((column) => `${table}.${column}`))
  if (softDeletes) listed = listed.where(`${table}.deleted_at`, 'is', null)
  const key = keyColumn(resource, page.ordering)
  const first = inOrder(listed, resource, { ...page, limit: scanned, offset: 0 }, key)
  let holding = db.selectFrom(first.as(table)).select(`${table}.${contract.idField}`)
  if (condition) holding = holding.where(condition)
  // In the order of the inner query. A second ORDER BY would make SQLite scan all of them first.
  const rows = await holding.limit(page.limit).offset(page.offset).execute()
  return rows.map((row) => row[contract.idField] as number)
}
