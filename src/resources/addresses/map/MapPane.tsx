import CompressOutlined from '@ant-design/icons/es/icons/CompressOutlined'
import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from '../../../ui/antd/Button'
import type { MapTiles } from '../../../contract/session'
import stateBoundaries from './stateBoundaries.json'
import { signOf } from './markers'
import { MarkerIcon } from './MarkerIcon'
import { frameOf, grouped, tilesOf, zooms, type Group, type Located, type Spot, type View } from './view'

const land = Object.values(stateBoundaries)
  .map(({ path }) => path)
  .join('')

interface MapPaneProps {
  view: View
  spots: readonly Located[]
  tiles: MapTiles | null
  /** The highlighted place. */
  current: number | null
  pointAt: (key: number | null) => void
  /** Zooms to some places. */
  look: (members: readonly Located[]) => void
  zoom: (levels: number) => void
  showAll: () => void
}

interface MarkerProps extends Pick<MapPaneProps, 'current' | 'pointAt' | 'look'> {
  group: Group
  view: View
}

/** A marker of one place, or the count of a cluster. The list beside the map is its keyboard alternative. */
const Marker = ({ group: { x, y, members }, view, current, pointAt, look }: MarkerProps) => {
  const [first] = members
  if (!first) return null
  const { left, top, width, height } = frameOf(view)
  const isCurrent = members.some(({ place }) => place.key === current)
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className={isCurrent ? 'map-marker map-marker-current' : 'map-marker'}
      style={{ left: `${((x - left) / width) * 100}%`, top: `${((y - top) / height) * 100}%` }}
      title={members.map(({ place }) => place.label).join('\n')}
      onClick={() => look(members)}
      onPointerEnter={() => pointAt(first.place.key)}
      onPointerLeave={() => pointAt(null)}
    >
      <MarkerIcon
        type={signOf(first.place)}
        status={members.every(({ place }) => place.status === 'expired') ? 'expired' : 'active'}
        isVague={members.every(({ exactness }) => exactness !== 'exact')}
      />
      {members.length > 1 && <span className="map-marker-count">{members.length}</span>}
    </button>
  )
}

/** Up to this number of visible states, all are labelled; of more, only those with places. */
const mostNames = 12

/** The size of a character of a label in the smallest map, as shares of its width and height. */
const characterSize = { width: 0.021, height: 0.085 }

interface StateLabel {
  name: string
  left: number
  top: number
}

/** Whether two labels, which are centred on their positions, would be written over each other. */
const overlaps = (a: StateLabel, b: StateLabel) =>
  Math.abs(a.top - b.top) < characterSize.height &&
  Math.abs(a.left - b.left) < ((a.name.length + b.name.length) / 2) * characterSize.width

/**
 * State labels and their positions. A state with a visible place is labelled even if its center is outside the view, at
 * the nearest edge. Where two would overlap, that of a state with a place is shown.
 */
const namesIn = (view: View, spots: readonly Located[]) => {
  const { left, top, width, height } = frameOf(view)
  const holds = ({ x, y }: Spot) => x >= left && x <= left + width && y >= top && y <= top + height
  const withPlaces = new Set(spots.filter(holds).map(({ place }) => place.state))
  const inSight = Object.entries(stateBoundaries).filter(([, middle]) => holds(middle))
  const named = inSight.length > mostNames ? inSight.filter(([name]) => withPlaces.has(name)) : inSight
  const beyond = Object.entries(stateBoundaries).filter(
    ([name, middle]) => withPlaces.has(name) && !holds(middle),
  )
  const within = (value: number) => Math.min(Math.max(value, 0.1), 0.9)
  const labels = [...beyond, ...named]
    .map(([name, { x, y }]) => ({
      name,
      left: within((x - left) / width),
      top: within((y - top) / height),
    }))
    .sort((a, b) => Number(withPlaces.has(b.name)) - Number(withPlaces.has(a.name)))
  const shown: StateLabel[] = []
  for (const label of labels) if (!shown.some((other) => overlaps(label, other))) shown.push(label)
  return shown
}

/** The map: state boundaries, optional tiles, markers, and zoom controls. */
export const MapPane = ({ view, spots, tiles, current, pointAt, look, zoom, showAll }: MapPaneProps) => {
  const { left, top, width, height } = frameOf(view)
  const isInSight = ({ x, y }: Group) => x >= left && x <= left + width && y >= top && y <= top + height
  return (
    <div className="map-pane">
      <svg viewBox={`${left} ${top} ${width} ${height}`} aria-hidden>
        <path className="map-land" d={land} vectorEffect="non-scaling-stroke" />
        {tiles &&
          tilesOf(view, tiles.url).map(({ key, href, x, y, size }) => (
            <image key={key} className="map-tile" href={href} x={x} y={y} width={size} height={size} />
          ))}
      </svg>
      {!tiles &&
        namesIn(view, spots).map(({ name, ...at }) => (
          <span
            key={name}
            className="map-state"
            style={{ left: `${at.left * 100}%`, top: `${at.top * 100}%` }}
            aria-hidden
          >
            {name}
          </span>
        ))}
      {grouped(spots, view)
        .filter(isInSight)
        .map((group) => (
          <Marker
            key={group.members[0]?.place.key}
            group={group}
            view={view}
            current={current}
            pointAt={pointAt}
            look={look}
          />
        ))}
      <div className="map-controls" role="group" aria-label="Map">
        <Button
          icon={<PlusOutlined aria-hidden />}
          aria-label="Zoom in"
          title="Zoom in"
          disabled={view.zoom >= (tiles ? zooms.mostWithTiles : zooms.most)}
          onClick={() => zoom(1)}
        />
        <Button
          icon={<MinusOutlined aria-hidden />}
          aria-label="Zoom out"
          title="Zoom out"
          disabled={view.zoom <= zooms.least}
          onClick={() => zoom(-1)}
        />
        <Button
          icon={<CompressOutlined aria-hidden />}
          aria-label="Show all places"
          title="Show all places"
          onClick={showAll}
        />
      </div>
      {tiles?.attribution && <p className="map-credit">{tiles.attribution}</p>}
    </div>
  )
}
