/**
 * Deep pages of a list of all records that are not in the trash. Both databases find the row at an offset by walking
 * there; so the walk begins at the nearest known position: the start, the end, or a page read in the same state of the
 * data.
 */
import { sql, type RawBuilder } from 'kysely'
import type { OpenDatabase } from '../../db/dialects'
import { anyTable } from '../context'
import type { ServerResource } from '../resource'
import { batchSize } from './costEstimate'
import { isFilled, isOwnKey, keyColumn, type Page } from './order'
import { memoizePerVersion } from './memoizePerVersion'

/** From here on a page is deep: walking from the start takes longer than everything else. */
const deepFrom = 1_000
/** Longer walks, and ids beyond one batch, are read off the event loop. */
const longWalk = 20_000
/** Positions kept of each ordering; the least recently used are dropped. */
const maxPositions = 200

/** The position of a row in a list. */
interface ListPosition {
  at: number
  key: unknown
  id: number
}

const positionsOf = memoizePerVersion(() => new Map<string, Map<number, ListPosition>>())

/** Whether findDeepPage is used for a page of an unfiltered list. */
export const isDeepPage = (resource: ServerResource, { offset, ordering: { name } }: Page): boolean =>
  offset >= deepFrom && resource.softDeletes && isFilled(resource, name) && isOwnKey(resource, name)

/**
 * The ids of a deep page.
 * @param version of the data, read before.
 * @param total how many records the list has.
 */
export async function findDeepPage(
  database: OpenDatabase,
  resource: ServerResource,
  page: Page,
  version: string,
  total: number,
): Promise<number[]> {
  const { offset } = page
  const { name, descending } = page.ordering
  const end = Math.min(offset + page.limit, total)
  if (end <= offset) return []
  const positions = positionsIn(database, version, `${resource.contract.name} ${name} ${descending}`)
  const before = nearest(positions, (position) => offset - position.at)
  const after = nearest(positions, (position) => position.at - end)
  const stepsForward = offset - (before?.at ?? 0)
  const stepsBack = (after?.at ?? total) - end
  const backwards = stepsBack < stepsForward
  const found = await walk(database, resource, keyColumn(resource, page.ordering), {
    ordering: { name, descending: descending !== backwards },
    offset: backwards ? stepsBack : stepsForward,
    limit: end - offset,
    from: backwards ? after : before,
    including: !backwards,
  })
  if (backwards) found.reverse()
  const [first] = found
  if (first) storePosition(positions, { at: offset, ...first })
  return found.map(({ id }) => id)
}

interface Walk extends Page {
  from: ListPosition | undefined
  /** Whether the walk passes the row at that position as well. */
  including: boolean
}

async function walk(
  { db, scans, dialect }: OpenDatabase,
  resource: ServerResource,
  key: RawBuilder<unknown>,
  { from, including: inclusive, ...page }: Walk,
): Promise<Omit<ListPosition, 'at'>[]> {
  const { table, contract } = resource
  const { descending } = page.ordering
  const id = sql.ref<number>(`${table}.${contract.idField}`)
  const rows = anyTable(page.offset > longWalk || page.limit > batchSize + 1 ? scans : db)
    .selectFrom(table)
    .select([key.as('key'), id.as('id')])
    .where(`${table}.deleted_at`, 'is', null)
  const direction = descending ? 'desc' : 'asc'
  const found = await (from ? dialect.seekFrom(rows, { key, id, at: from, descending, inclusive }) : rows)
    .orderBy('key', direction)
    .orderBy('id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return found.map((row) => ({ key: row['key'], id: row['id'] }))
}

function positionsIn(database: OpenDatabase, version: string, list: string): Map<number, ListPosition> {
  const lists = positionsOf(database, version)
  const positions = lists.get(list) ?? new Map<number, ListPosition>()
  lists.set(list, positions)
  return positions
}

/** The position at the shortest distance that is not negative. */
function nearest(
  positions: ReadonlyMap<number, ListPosition>,
  distance: (position: ListPosition) => number,
): ListPosition | undefined {
  let closest: ListPosition | undefined
  for (const position of positions.values())
    if (distance(position) >= 0 && (!closest || distance(position) < distance(closest))) closest = position
  return closest
}

function storePosition(positions: Map<number, ListPosition>, position: ListPosition): void {
  positions.delete(position.at)
  positions.set(position.at, position)
  const [oldest] = positions.keys()
  if (positions.size > maxPositions && oldest !== undefined) positions.delete(oldest)
}
