/**
 * The page of a search among the first records of the whole list: what many hold is met soon there, however long it takes
 * to put all of it in order.
 */
import { minIndexed, type OpenDatabase, type PageCosts } from '../../db/dialect'
import { anyTable } from '../context'
import type { ServerResource } from '../resource'
import { inOrder, keyColumn, keyName, type Page } from './order'
import { columnsSearched, searchCondition, type Sought } from './search'

/** How many times the records are looked at among which a page is to be expected, were all that are found spread evenly. */
const margin = 3
/** They are not: where the page is not there, it may be among so many times as many. */
const further = 4
/** What part of the time it takes to put all that is found in order may go by in vain. */
const wasted = 1 / 3
/** What takes longer than to look at so many texts is done beside the event loop. */
const manyTexts = 3_000

/** Records that hold what is sought, and those of the whole list. */
interface Counts {
  found: number
  all: number
}

/** How the first records are looked through. */
interface Look {
  ahead: number
  byText: boolean
  cost: number
}

/** Undefined where the page is not met soon, or few hold what is sought: to put these in order takes less. */
export async function lookAhead(
  database: OpenDatabase,
  resource: ServerResource,
  page: Page,
  sought: Sought,
  { found, all }: Counts,
): Promise<number[] | undefined> {
  const costs = database.dialect.pageCosts
  const toTell = found * costs.told * Math.max(...sought.texts.map(trigramsOf))
  const whole = toTell + found * costs.ordered
  let ahead = Math.ceil((margin * (page.offset + page.limit) * all) / Math.max(found, 1))
  for (let allowed = whole; ; allowed = whole * wasted, ahead *= further) {
    const look = cheapest(costs, toTell, ahead)
    if (look.cost >= allowed) return undefined
    const ids = await among(database, resource, page, sought, look)
    if (ids.length === page.limit) return ids
  }
}

const trigramsOf = (text: string): number => [...text].length - minIndexed + 1

function cheapest({ text, id }: PageCosts, toTell: number, ahead: number): Look {
  const byText = { ahead, byText: true, cost: ahead * text }
  const byId = { ahead, byText: false, cost: id === null ? Infinity : ahead * id + toTell }
  return byId.cost < byText.cost ? byId : byText
}

/** The ids of the page, as far as it lies among so many of the first records. */
async function among(
  { db: near, scans, dialect }: OpenDatabase,
  resource: ServerResource,
  page: Page,
  sought: Sought,
  { ahead, byText, cost }: Look,
): Promise<number[]> {
  const { table, contract, hides } = resource
  const db = anyTable(cost > manyTexts * dialect.pageCosts.text ? scans : near)
  const key = keyColumn(resource, page.ordering.name)
  const looked = byText ? columnsSearched(resource) : []
  const columns = new Set([contract.idField, keyName(resource, page.ordering.name), ...looked])
  let listed = db.selectFrom(table).select([...columns].map((column) => `${table}.${column}`))
  if (hides) listed = listed.where(`${table}.deleted_at`, 'is', null)
  const first = inOrder(listed, resource, { ...page, limit: ahead, offset: 0 }, key)
  const condition = searchCondition(dialect, resource, sought, byText)
  let holding = db.selectFrom(first.as(table)).select(`${table}.${contract.idField}`)
  if (condition) holding = holding.where(condition)
  const rows = await inOrder(holding, resource, page, key).execute()
  return rows.map((row) => row[contract.idField] as number)
}
