import outlines from './outlines.json'
import type { MapPlace } from './places'

/** On the map: in units of a square world of Web Mercator, from its upper left corner. */
export interface Spot {
  x: number
  y: number
}

/** What is in sight. One level more is twice as near; at level z the world is 256 · 2^z pixels wide, as map tiles have it. */
export interface View extends Spot {
  zoom: number
}

/** The side of the world, in the units that the outlines are drawn in (scripts/outlines.mjs). */
export const worldSize = 32_768
/** What a view shows, in pixels at its zoom, however large it is drawn then. */
export const pane = { width: 640, height: 360 } as const

const tileSize = 256
/** Pixels that stay free around the places. */
const margin = 48
/** Signs nearer to each other than so many pixels stand as one. */
const tooNear = 16
/** The whole of the lower 48 states. */
const home: View = { x: 7_680, y: 12_540, zoom: 3.9 }
/** The farthest and the nearest; outlines tell nothing where one street fills the pane. */
export const zooms = { least: 3, most: 9, mostWithTiles: 17 } as const
/** How near a map goes by itself: a state around a place, or with tiles its part of the town. */
const nearest = { plain: 5.6, withTiles: 13 } as const
/** Beyond it the projection has no end. */
const northmost = 85

/** Units of the world for a pixel. */
const unitsPerPixel = (zoom: number) => worldSize / (tileSize * 2 ** zoom)

/** Degrees north and east as a spot of the world. */
export const spotAt = (latitude: number, longitude: number): Spot => {
  const north = (Math.max(-northmost, Math.min(northmost, latitude)) * Math.PI) / 180
  return {
    x: ((longitude + 180) / 360) * worldSize,
    y: (0.5 - Math.asinh(Math.tan(north)) / (2 * Math.PI)) * worldSize,
  }
}

/** How exactly it is known where a place is. */
type Exactness = 'exact' | 'city' | 'state'

export interface Located extends Spot {
  place: MapPlace
  exactness: Exactness
}

const middles: Readonly<Record<string, Spot | undefined>> = outlines

const coordinatesOf = ({ latitude, longitude }: MapPlace) =>
  latitude === null || longitude === null ? undefined : spotAt(latitude, longitude)

const isSameCity = (one: MapPlace, other: MapPlace) =>
  one.state === other.state && one.city.trim().toLowerCase() === other.city.trim().toLowerCase()

/**
 * Where the places stand: at their coordinates, else where another of them is in the same city, else in the middle of
 * their state. A place of no known state is nowhere.
 */
export const located = (places: readonly MapPlace[]): Located[] =>
  places.flatMap((place): Located[] => {
    const own = coordinatesOf(place)
    if (own) return [{ place, ...own, exactness: 'exact' }]
    const neighbour = places.find((other) => isSameCity(place, other) && coordinatesOf(other))
    const inCity = neighbour && coordinatesOf(neighbour)
    if (inCity) return [{ place, ...inCity, exactness: 'city' }]
    const middle = middles[place.state ?? '']
    return middle ? [{ place, x: middle.x, y: middle.y, exactness: 'state' }] : []
  })

const within = (zoom: number, hasTiles: boolean) =>
  Math.max(zooms.least, Math.min(hasTiles ? zooms.mostWithTiles : zooms.most, zoom))

/** The view that shows all of the spots, as near as it makes sense. */
export const viewOf = (spots: readonly Located[], hasTiles: boolean): View => {
  if (spots.length === 0) return home
  const xs = spots.map(({ x }) => x)
  const ys = spots.map(({ y }) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const units = Math.max(
    (right - left) / (pane.width - 2 * margin),
    (bottom - top) / (pane.height - 2 * margin),
  )
  const isVague = spots.every(({ exactness }) => exactness === 'state')
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    zoom: within(
      Math.min(
        hasTiles && !isVague ? nearest.withTiles : nearest.plain,
        Math.log2(worldSize / (tileSize * units)),
      ),
      hasTiles,
    ),
  }
}

/** The same view, nearer or farther, around a spot of it. */
export const zoomed = ({ x, y, zoom }: View, levels: number, hasTiles: boolean): View => ({
  x,
  y,
  zoom: within(zoom + levels, hasTiles),
})

/** The part of the world that a view shows. */
export const frameOf = ({ x, y, zoom }: View) => {
  const width = pane.width * unitsPerPixel(zoom)
  const height = pane.height * unitsPerPixel(zoom)
  return { left: x - width / 2, top: y - height / 2, width, height }
}

/** Places that are so near to each other in a view that one sign stands for them. */
export interface Group extends Spot {
  members: Located[]
}

/** The places of a view, those together that one could not tell apart. */
export const grouped = (spots: readonly Located[], { zoom }: View): Group[] => {
  const reach = tooNear * unitsPerPixel(zoom)
  const groups: Group[] = []
  for (const spot of spots) {
    const near = groups.find(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < reach)
    if (near) near.members.push(spot)
    else groups.push({ x: spot.x, y: spot.y, members: [spot] })
  }
  return groups
}

/** A picture of a square part of the world, as tile servers number them. */
interface Tile extends Spot {
  key: string
  href: string
  size: number
}

/** The tiles of a view: at most thirty, whatever it shows. */
export const tilesOf = (view: View, template: string): Tile[] => {
  const level = Math.round(view.zoom)
  const size = worldSize / 2 ** level
  const { left, top, width, height } = frameOf(view)
  const numbers = (from: number, length: number) => {
    const first = Math.max(0, Math.floor(from / size))
    const last = Math.min(2 ** level - 1, Math.floor((from + length) / size))
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  }
  return numbers(left, width).flatMap((column) =>
    numbers(top, height).map((row) => ({
      key: `${level}/${column}/${row}`,
      href: template
        .replaceAll('{z}', String(level))
        .replaceAll('{x}', String(column))
        .replaceAll('{y}', String(row)),
      x: column * size,
      y: row * size,
      size,
    })),
  )
}
