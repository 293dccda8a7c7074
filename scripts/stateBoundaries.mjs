/* Draws the outlines of the states for the address map, from the census data of the package us-atlas. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './bundle.mjs'

/** Where the product reads them. */
export const boundariesFile = path.join(root, 'src/resources/addresses/map/stateBoundaries.json')
const source = createRequire(import.meta.url).resolve('us-atlas/states-10m.json')

/** The side of the square on which the outlines are drawn; the map's `worldSize` is the same. */
const worldSize = 32_768
/** Smaller rings are islets, which would not be visible. */
const smallestArea = 2
/** Federal codes from here on are territories, which are no states of the product. */
const firstTerritory = 60

/** @typedef {[number, number]} Point */

/**
 * Web Mercator, in whole units.
 * @param {Point} degrees east and north
 * @returns {Point}
 */
const projected = ([east, north]) => [
  Math.round(((east + 180) / 360) * worldSize),
  Math.round((0.5 - Math.asinh(Math.tan((north * Math.PI) / 180)) / (2 * Math.PI)) * worldSize),
]

/** @param {readonly Point[]} points */
const withoutRepeats = (points) =>
  points.filter(([x, y], index) => {
    const before = points[index - 1]
    return !before || before[0] !== x || before[1] !== y
  })

/**
 * Twice the area within a ring, positive or negative by its direction, and the middle of it.
 * @param {readonly Point[]} ring
 */
const measured = (ring) => {
  let doubled = 0
  let x = 0
  let y = 0
  ring.forEach(([x1, y1], index) => {
    const [x2, y2] = ring[index + 1] ?? [x1, y1]
    const cross = x1 * y2 - x2 * y1
    doubled += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  })
  return { area: Math.abs(doubled / 2), x: Math.round(x / (3 * doubled)), y: Math.round(y / (3 * doubled)) }
}

/**
 * A ring as SVG draws it, each point from the one before.
 * @param {readonly Point[]} ring
 */
const drawn = (ring) => {
  let [left, top] = [0, 0]
  const steps = ring.slice(0, -1).map(([x, y], index) => {
    const step = index === 0 ? `M${x} ${y}l` : `${x - left} ${y - top}`
    ;[left, top] = [x, y]
    return step
  })
  return `${steps.join(' ').replace('l ', 'l').replaceAll(' -', '-')}z`
}

/** The outline of each state by its name, with the middle of its largest part. */
export const stateBoundaries = () => {
  /**
   * @type {{
   *   transform: { scale: Point, translate: Point },
   *   arcs: Point[][],
   *   objects: { states: { geometries: {
   *     id: string, type: string, properties: { name: string }, arcs: number[][] | number[][][],
   *   }[] } },
   * }}
   */
  const { transform, arcs, objects } = JSON.parse(readFileSync(source, 'utf8'))
  const { scale, translate } = transform
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return projected([x * scale[0] + translate[0], y * scale[1] + translate[1]])
    })
  })
  // A negative index is the line of its complement in reverse.
  const lineAt = (/** @type {number} */ index) =>
    (index < 0 ? lines[~index]?.toReversed() : lines[index]) ?? []

  return Object.fromEntries(
    objects.states.geometries
      .filter(({ id }) => Number(id) < firstTerritory)
      .map(({ type, properties: { name }, arcs: parts }) => {
        const polygons = /** @type {number[][][]} */ (type === 'Polygon' ? [parts] : parts)
        const rings = polygons
          .flat()
          .map((indexes) => withoutRepeats(indexes.flatMap(lineAt)))
          .map((ring) => ({ ring, ...measured(ring) }))
          .filter(({ area }) => area >= smallestArea)
          .sort((a, b) => b.area - a.area)
        const [{ x, y } = { x: 0, y: 0 }] = rings
        return /** @type {const} */ ([name, { x, y, path: rings.map(({ ring }) => drawn(ring)).join('') }])
      })
      .sort(([a], [b]) => a.localeCompare(b)),
  )
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(boundariesFile, `${JSON.stringify(stateBoundaries(), null, 2)}\n`)
