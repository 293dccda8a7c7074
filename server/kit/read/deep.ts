/**
 * Pages deep in a list of all that is alive. Both databases find the row at an offset by walking there; so the walk
 * begins at the nearest place that is known: the start, the end, or a page that was asked for in the same state of the
 * data.
 */
import { sql } from 'kysely'
import type { OpenDatabase } from '../../db/dialect'
import { anyTable } from '../context'
import type { ServerResource } from '../resource'
import { batchSize } from './effort'
import { isFilled, isOwnKey, keyColumn, type Page } from './order'
import { perState } from './perState'

/** From here on a page is deep: a walk from the start takes longer than everything else. */
const deepFrom = 1_000
/** So many rows are walked past beside the event loop, and more than a batch of ids is read there. */
const long = 20_000
/** Places that are kept of each ordering; those that were passed last stay. */
const maxPlaces = 200

/** Where a row stands in a list. */
interface Place {
  at: number
  key: unknown
  id: number
}

const placesOf = perState(() => new Map<string, Map<number, Place>>())

/** Whether findDeep finds a page of a list that nothing narrows. */
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
  const found = await walk(database, resource, {
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
  /** Whether the row at that place is walked past as well. */
  including: boolean
}

async function walk(
  { db, scans, dialect }: OpenDatabase,
  resource: ServerResource,
  { from, including, ...page }: Walk,
): Promise<Omit<Place, 'at'>[]> {
  const { table, contract } = resource
  const { name, descending } = page.ordering
  const key = keyColumn(resource, name)
  const id = sql.ref<number>(`${table}.${contract.idField}`)
  const rows = anyTable(page.offset > long || page.limit > batchSize + 1 ? scans : db)
    .selectFrom(table)
    .select([key.as('key'), id.as('id')])
    .where(`${table}.deleted_at`, 'is', null)
  const way = descending ? 'desc' : 'asc'
  const found = await (from ? dialect.onwards(rows, { key, id, at: from, descending, including }) : rows)
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

/** The place at the shortest distance that is not negative. */
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
