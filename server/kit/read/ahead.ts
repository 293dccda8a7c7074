/**
 * The page of a search among the first records of the whole list: what many hold is met soon there, however long it takes
 * to put all of it in order.
 */
import type { Expression, Kysely, SqlBool } from 'kysely'
import { minIndexed, type OpenDatabase } from '../../db/dialect'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import type { ServerResource } from '../resource'
import { inOrder, keyColumn, keyName, type Page } from './order'
import { columnsSearched, searchCondition, type Sought } from './search'

/** How many times the records are looked at among which a page is to be expected, were all that are found spread evenly. */
const margin = 3
/** They are not: what part of the time it takes to put all that is found in order may go by in vain. */
const wasted = 1 / 3
/** What may take longer than to look at so many texts is done beside the event loop. */
const manyTexts = 3_000

/** Records that hold what is sought, and those of the whole list. */
interface Counts {
  found: number
  all: number
}

/** How the first records are looked through, and what that costs: once, and for each of them. */
interface Manner {
  byText: boolean
  once: number
  each: number
}

/** Undefined where the page is not met soon, or few hold what is sought: to put these in order takes less. */
export async function lookAhead(
  database: OpenDatabase,
  resource: ServerResource,
  page: Page,
  sought: Sought,
  { found, all }: Counts,
): Promise<number[] | undefined> {
  const { text, id, told, ordered } = database.dialect.pageCosts
  const toTell = found * told * Math.max(...sought.texts.map(trigramsOf))
  const whole = toTell + found * ordered
  const likely = Math.ceil((margin * (page.offset + page.limit) * all) / Math.max(found, 1))
  const costOf = ({ once, each }: Manner) => once + likely * each
  const byText: Manner = { byText: true, once: 0, each: text }
  const byId: Manner = { byText: false, once: toTell, each: id ?? Infinity }
  const manner = costOf(byId) < costOf(byText) ? byId : byText
  if (costOf(manner) >= whole) return undefined
  const most = Math.max(costOf(manner), whole * wasted)
  const { db, scans } = database
  const short = db === scans ? most : manyTexts * text
  const looks = [
    ...(costOf(manner) <= short ? [{ reader: db, cost: Math.min(most, short) }] : []),
    ...(most > short ? [{ reader: scans, cost: most }] : []),
  ]
  const condition = searchCondition(database.dialect, resource, sought, manner.byText)
  for (const { reader, cost } of looks) {
    const ahead = Math.floor((cost - manner.once) / manner.each)
    const ids = await among(reader, resource, page, { ahead, byText: manner.byText, condition })
    if (ids.length === page.limit) return ids
  }
  return undefined
}

const trigramsOf = (text: string): number => [...text].length - minIndexed + 1

/** The ids of the page, as far as it lies among so many of the first records; those behind it are not looked at. */
async function among(
  reader: Kysely<Tables>,
  resource: ServerResource,
  page: Page,
  { ahead, byText, condition }: { ahead: number; byText: boolean; condition: Expression<SqlBool> | null },
): Promise<number[]> {
  const { table, contract, hides } = resource
  const db = anyTable(reader)
  const looked = byText ? columnsSearched(resource) : []
  const columns = new Set([contract.idField, keyName(resource, page.ordering.name), ...looked])
  let listed = db.selectFrom(table).select([...columns].map((column) => `${table}.${column}`))
  if (hides) listed = listed.where(`${table}.deleted_at`, 'is', null)
  const key = keyColumn(resource, page.ordering.name)
  const first = inOrder(listed, resource, { ...page, limit: ahead, offset: 0 }, key)
  let holding = db.selectFrom(first.as(table)).select(`${table}.${contract.idField}`)
  if (condition) holding = holding.where(condition)
  // They come in the order of those first ones. To ask for it once more has SQLite look at all of them before.
  const rows = await holding.limit(page.limit).offset(page.offset).execute()
  return rows.map((row) => row[contract.idField] as number)
}
