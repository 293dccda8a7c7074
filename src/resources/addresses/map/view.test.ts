import fc from 'fast-check'
import { contract } from '../../../contract'
import stateBoundaries from './stateBoundaries.json'
import { signOf, typesIn, type MapPlace } from './markers'
import { frameOf, grouped, located, spotAt, tilesOf, viewOf, worldSize, zoomed, zooms } from './view'

let lastKey = 0
const place = (given: Partial<MapPlace> = {}): MapPlace => ({
  key: (lastKey += 1),
  label: '12 Harbor Road, Columbus, OH 43085',
  latitude: 39.96,
  longitude: -83,
  city: 'Columbus',
  state: 'Ohio',
  types: ['headquarters'],
  status: 'active',
  ...given,
})
const nowhere = { latitude: null, longitude: null }

describe('[ORG-6] where a place stands', () => {
  it('is at its coordinates, in the projection that map tiles have', () => {
    expect(spotAt(0, 0)).toEqual({ x: worldSize / 2, y: worldSize / 2 })
    expect(spotAt(0, -180).x).toBe(0)
    // The projection is cut off where its world is a square.
    expect(spotAt(85.0511288, 0).y).toBeGreaterThan(-0.01)
    expect(spotAt(90, 0)).toEqual(spotAt(85, 0))
    expect(located([place()])).toMatchObject([{ ...spotAt(39.96, -83), exactness: 'exact' }])
  })

  it.each([
    ['where another place of its city is', place({ ...nowhere, city: ' columbus' }), 'city'],
    ['in the middle of its state', place({ ...nowhere, city: 'Toledo' }), 'state'],
  ])('is else %s, which is not exact', (_where, vague, exactness) => {
    const [, spot] = located([place(), vague])
    expect(spot).toMatchObject({ place: vague, exactness })
    const ohio = stateBoundaries.Ohio
    const wanted = exactness === 'city' ? spotAt(39.96, -83) : ohio
    expect([spot?.x, spot?.y]).toEqual([wanted.x, wanted.y])
  })

  it('is nowhere for a place of no known state', () => {
    expect(located([place({ ...nowhere, state: undefined })])).toEqual([])
  })
})

it('[ORG-6] there is an outline for each of the states, around its middle', () => {
  expect(Object.keys(stateBoundaries)).toHaveLength(51)
  const { x, y } = stateBoundaries.Kansas
  const [east, west] = [spotAt(38.5, -94.7), spotAt(38.5, -102)]
  expect(x).toBeGreaterThan(west.x)
  expect(x).toBeLessThan(east.x)
  expect(Math.abs(y - west.y)).toBeLessThan(20)
})

describe('[ORG-6] what is in sight', () => {
  const anywhere = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })

  it('holds every place, unless they are farther apart than the map goes', () => {
    fc.assert(
      fc.property(fc.array(anywhere, { minLength: 1, maxLength: 6 }), fc.boolean(), (points, hasTiles) => {
        const spots = located(points.map(place))
        const view = viewOf(spots, hasTiles)
        const { left, top, width, height } = frameOf(view)
        const isAll = spots.every(
          ({ x, y }) => x >= left && x <= left + width && y >= top && y <= top + height,
        )
        return isAll || view.zoom === zooms.least
      }),
    )
  })

  it('is the lower 48 states where there is no place', () => {
    const { left, top, width, height } = frameOf(viewOf([], false))
    const [florida, washington] = [spotAt(25.2, -80.6), spotAt(48.9, -124.7)]
    for (const { x, y } of [florida, washington]) {
      expect(x).toBeGreaterThan(left)
      expect(x).toBeLessThan(left + width)
      expect(y).toBeGreaterThan(top)
      expect(y).toBeLessThan(top + height)
    }
  })

  it('goes nearer where tiles show streets, but not to a place of which only the state is known', () => {
    const exact = located([place()])
    const vague = located([place({ ...nowhere, city: 'Toledo' })])
    expect(viewOf(exact, true).zoom).toBeGreaterThan(viewOf(exact, false).zoom)
    expect(viewOf(vague, true).zoom).toBe(viewOf(vague, false).zoom)
    expect(zoomed(viewOf(exact, false), 99, false).zoom).toBe(zooms.most)
    expect(zoomed(viewOf(exact, true), -99, true).zoom).toBe(zooms.least)
  })

  it('shows places together that one could not tell apart, until one looks closer', () => {
    const spots = located([
      place(),
      place({ longitude: -83.001 }),
      place({ latitude: 41.5, longitude: -81.7 }),
    ])
    const view = viewOf(spots, false)
    expect(grouped(spots, view).map(({ members }) => members.length)).toEqual([2, 1])
    expect(grouped(spots, { ...view, zoom: 17 })).toHaveLength(3)
  })
})

it('[ORG-6] the tiles of a view cover it, with the numbers that tile servers know', () => {
  const template = 'https://tiles.example/{z}/{x}/{y}.png?r={z}'
  const world = tilesOf({ x: worldSize / 2, y: worldSize / 2, zoom: 0 }, template)
  expect(world.map(({ href }) => href)).toEqual(['https://tiles.example/0/0/0.png?r=0'])
  fc.assert(
    fc.property(fc.double({ min: 3, max: 17, noNaN: true }), (zoom) => {
      const view = { ...viewOf(located([place()]), true), zoom }
      const { left, top, width, height } = frameOf(view)
      const tiles = tilesOf(view, template)
      const covers = (x: number, y: number) =>
        tiles.some((tile) => x >= tile.x && x <= tile.x + tile.size && y >= tile.y && y <= tile.y + tile.size)
      return (
        tiles.length <= 30 &&
        covers(Math.max(left, 0), Math.max(top, 0)) &&
        covers(left + width, top + height)
      )
    }),
  )
})

it('[ADR-6] a place with several uses has the sign of the most telling one', () => {
  const { options } = contract.organizationAddresses.fields.address_type
  expect(signOf({ types: options })).toBe('headquarters')
  expect(signOf({ types: [] })).toBe('service_location')
  const service = place({ types: ['service_location'] })
  expect(typesIn([place(), service])).toEqual(['service_location', 'headquarters'])
})
