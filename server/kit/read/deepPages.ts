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
const long = 20_000
/** Positions kept of each ordering; the least recently used are dropped. */
const maxPlaces = 200

/** The position of a row in a list. */
interface Place {
  at: number
  key: unknown
  id: number
}

const placesOf = memoizePerVersion(() => new Map<string, Map<number, Place>>())

/** Whether findDeep finds a page of an unfiltered list. */
export const isDeep = (resource: ServerResource, { offset, ordering: { name } }: Page): boolean =>
  offset >= deepFrom && resource.hides && isFilled(resource, name) && isOwnKey(resource, name)

/**
 * The ids of a deep page.
 * @param version of the data, read before.
 * @param total how many records the list has.
 */
export async function findDeep(
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
  const places = placesIn(database, version, `${resource.contract.name} ${name} ${descending}`)
  const before = nearest(places, (place) => offset - place.at)
  const after = nearest(places, (place) => place.at - end)
  const forth = offset - (before?.at ?? 0)
  const back = (after?.at ?? total) - end
  const backwards = back < forth
  const found = await walk(database, resource, keyColumn(resource, page.ordering), {
    ordering: { name, descending: descending !== backwards },
    offset: backwards ? back : forth,
    limit: end - offset,
    from: backwards ? after : before,
    including: !backwards,
  })
  if (backwards) found.reverse()
  const [first] = found
  if (first) keep(places, { at: offset, ...first })
  return found.map(({ id }) => id)
}

interface Walk extends Page {
  from: Place | undefined
  /** Whether the walk passes the row at that position as well. */
  including: boolean
}

async function walk(
  { db, scans, dialect }: OpenDatabase,
  resource: ServerResource,
  key: RawBuilder<unknown>,
  { from, including, ...page }: Walk,
): Promise<Omit<Place, 'at'>[]> {
  const { table, contract } = resource
  const { descending } = page.ordering
  const id = sql.ref<number>(`${table}.${contract.idField}`)
  const rows = anyTable(page.offset > long || page.limit > batchSize + 1 ? scans : db)
    .selectFrom(table)
    .select([key.as('key'), id.as('id')])
    .where(`${table}.deleted_at`, 'is', null)
  const way = descending ? 'desc' : 'asc'
  const found = await (from ? dialect.seekFrom(rows, { key, id, at: from, descending, including }) : rows)
    .orderBy('key', way)
    .orderBy('id', way)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return found.map((row) => ({ key: row['key'], id: row['id'] }))
}

function placesIn(database: OpenDatabase, version: string, list: string): Map<number, Place> {
  const lists = placesOf(database, version)
  const places = lists.get(list) ?? new Map<number, Place>()
  lists.set(list, places)
  return places
}

/** The position at the shortest distance that is not negative. */
function nearest(places: ReadonlyMap<number, Place>, distance: (place: Place) => number): Place | undefined {
  let best: Place | undefined
  for (const place of places.values())
    if (distance(place) >= 0 && (!best || distance(place) < distance(best))) best = place
  return best
}

function keep(places: Map<number, Place>, place: Place): void {
  places.delete(place.at)
  places.set(place.at, place)
  const [oldest] = places.keys()
  if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest)
}
