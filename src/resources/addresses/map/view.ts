import stateBoundaries from './stateBoundaries.json'
import type { MapPlace } from './markers'

/** A position in units of the square Web Mercator world, from its upper left corner. */
export interface Spot {
  x: number
  y: number
}

/**
 * The visible part. Each zoom level doubles the scale; at level z the world is 256 · 2^z pixels wide, as with map
 * tiles.
 */
export interface View extends Spot {
  zoom: number
}

/** Width of the world, in units of the state boundaries (scripts/stateBoundaries.mjs). */
export const worldSize = 32_768
/** Size of the view in pixels at its zoom; rendering scales it. */
export const pane = { width: 640, height: 360 } as const

const tileSize = 256
/** Padding around the places in pixels. */
const margin = 48
/** Markers closer than this number of pixels are clustered. */
const tooNear = 16
/** The view of the lower 48 states. */
const home: View = { x: 7_680, y: 12_540, zoom: 3.9 }
/** Zoom limits; boundaries alone show nothing at street level. */
export const zooms = { least: 3, most: 9, mostWithTiles: 17 } as const
/** Maximum zoom of the automatic view: a state around a place, or with tiles its part of the town. */
const nearest = { plain: 5.6, withTiles: 13 } as const
/** Maximum latitude; beyond it the projection is infinite. */
const northmost = 85

/** World units per pixel. */
const unitsPerPixel = (zoom: number) => worldSize / (tileSize * 2 ** zoom)

/** Projects degrees north and east. */
export const spotAt = (latitude: number, longitude: number): Spot => {
  const north = (Math.max(-northmost, Math.min(northmost, latitude)) * Math.PI) / 180
  return {
    x: ((longitude + 180) / 360) * worldSize,
    y: (0.5 - Math.asinh(Math.tan(north)) / (2 * Math.PI)) * worldSize,
  }
}

/** Accuracy of a place's position. */
type Exactness = 'exact' | 'city' | 'state'

export interface Located extends Spot {
  place: MapPlace
  exactness: Exactness
}

const middles: Readonly<Record<string, Spot | undefined>> = stateBoundaries

const coordinatesOf = ({ latitude, longitude }: MapPlace) =>
  latitude === null || longitude === null ? undefined : spotAt(latitude, longitude)

const isSameCity = (one: MapPlace, other: MapPlace) =>
  one.state === other.state && one.city.trim().toLowerCase() === other.city.trim().toLowerCase()

/**
 * Positions of the places: their coordinates, else those of another one in the same city, else the center of their
 * state. A place without a known state has none.
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

/** The view with all positions, at the highest useful zoom. */
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

/** Zooms a view around a position. */
export const zoomed = ({ x, y, zoom }: View, levels: number, hasTiles: boolean): View => ({
  x,
  y,
  zoom: within(zoom + levels, hasTiles),
})

/** The part of the world in a view. */
export const frameOf = ({ x, y, zoom }: View) => {
  const width = pane.width * unitsPerPixel(zoom)
  const height = pane.height * unitsPerPixel(zoom)
  return { left: x - width / 2, top: y - height / 2, width, height }
}

/** A cluster of places. */
export interface Group extends Spot {
  members: Located[]
}

/** The clusters of a view. */
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

/** A map tile, numbered as by tile servers. */
interface Tile extends Spot {
  key: string
  href: string
  size: number
}

/** The tiles of a view: at most thirty. */
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
