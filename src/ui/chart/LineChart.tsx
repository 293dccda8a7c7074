import type { PointerEvent } from 'react'
import { levelsOf } from './levels'
import { useChartTip } from './useChartTip'
import './line-chart.css'

const width = 720
const height = 240
const margin = { top: 36, right: 24, bottom: 32, left: 104 }
const plot = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom }
/** The width of a letter where labels are largest, and the room between two names below the axis. */
const letter = { width: 13, apart: 8 }

export interface ChartPoint {
  value: number
  /** Drawn hollow. */
  isHollow?: boolean
  /** Behind its value in the tip. */
  note?: string
}

export interface ChartLine {
  name: string
  /** One for each place; undefined where nothing is known, which interrupts the line. */
  points: readonly (ChartPoint | undefined)[]
}

interface LineChartProps {
  /** What the horizontal axis has, from left to right: months. */
  places: readonly string[]
  /** The last one is a whole line, those before it are dashed. */
  lines: readonly ChartLine[]
  unit: string
  /** Writes a value of a point, and the levels of the axis. */
  format: (value: number) => string
  /** Whether the axis begins at zero. */
  isFromZero?: boolean
  /** A value that is drawn as a line across. */
  average?: number
}

/** The runs of known points, which lines connect. */
function runsOf({ points }: ChartLine) {
  const runs: { place: number; point: ChartPoint }[][] = [[]]
  for (const [place, point] of points.entries())
    if (point) runs.at(-1)?.push({ place, point })
    else runs.push([])
  return runs.filter(({ length }) => length > 0)
}

/** A line across the whole plot. */
const Across = ({ className, y }: { className: string; y: number }) => (
  <line className={className} x1={margin.left} x2={width - margin.right} y1={y} y2={y} />
)

/** Lines over an axis of places, with the values under the pointer. It stands in a figure that is hidden, beside a table with the numbers. */
export const LineChart = ({ places, lines, unit, format, isFromZero, average }: LineChartProps) => {
  const {
    part: over,
    tip,
    show,
    hide,
  } = useChartTip((place: number) => (
    <>
      <strong>{places[place]}</strong>
      {lines.map(({ name, points }) => {
        const point = points[place]
        return (
          <div key={name} className="chart-tip-row">
            <span>{name}</span>
            <span>
              {point ? `${format(point.value)} ${unit}` : '–'}
              {point?.note && <span className="quiet"> {point.note}</span>}
            </span>
          </div>
        )
      })}
    </>
  ))
  const values = lines.flatMap(({ points }) => points.flatMap((point) => point?.value ?? []))
  const levels = levelsOf(isFromZero ? [0, ...values] : values)
  const [least = 0, most = 1] = [levels[0], levels.at(-1)]
  const last = Math.max(1, places.length - 1)
  const x = (place: number) => margin.left + (place / last) * plot.width
  const y = (value: number) => margin.top + (1 - (value - least) / (most - least)) * plot.height
  const nameWidth = Math.max(...places.map(({ length }) => length)) * letter.width + letter.apart
  const every = Math.ceil(places.length / Math.floor(plot.width / nameWidth))
  const moved = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width: drawn } = event.currentTarget.getBoundingClientRect()
    const share = (((event.clientX - left) / drawn) * width - margin.left) / plot.width
    show(Math.max(0, Math.min(places.length - 1, Math.round(share * last))), event)
  }
  return (
    <>
      <svg
        className="line-chart"
        viewBox={`0 0 ${width} ${height}`}
        onPointerDown={moved}
        onPointerMove={moved}
        onPointerLeave={hide}
      >
        <text x={margin.left - 8} y={18} textAnchor="end">
          {unit}
        </text>
        {levels.map((level) => (
          <g key={level}>
            <Across className="chart-level" y={y(level)} />
            <text x={margin.left - 8} y={y(level) + 5} textAnchor="end">
              {format(level)}
            </text>
          </g>
        ))}
        {places.map((name, place) =>
          place % every === 0 ? (
            <text key={name} x={x(place)} y={height - 8} textAnchor="middle">
              {name}
            </text>
          ) : null,
        )}
        {average !== undefined && <Across className="chart-average" y={y(average)} />}
        {over !== undefined && (
          <line className="chart-level" x1={x(over)} x2={x(over)} y1={margin.top} y2={y(least)} />
        )}
        {lines.map((line, index) => (
          <g key={line.name} className={`chart-line chart-line-${lines.length - 1 - index}`}>
            {runsOf(line).map((run) => (
              <polyline
                key={run[0]?.place}
                points={run.map(({ place, point }) => `${x(place)},${y(point.value)}`).join(' ')}
              />
            ))}
            {line.points.map(
              (point, place) =>
                point && (
                  <circle
                    key={places[place]}
                    className={point.isHollow ? 'chart-hollow' : undefined}
                    cx={x(place)}
                    cy={y(point.value)}
                    r={place === over ? 5 : 3}
                  />
                ),
            )}
          </g>
        ))}
      </svg>
      {tip}
    </>
  )
}

/** The line of a chart in its key. */
export const LineKey = ({ lines }: { lines: readonly Pick<ChartLine, 'name'>[] }) => (
  <figcaption className="line-chart-key">
    {lines.map(({ name }, index) => (
      <span key={name} className="line">
        <svg viewBox="0 0 32 8" className={`chart-line chart-line-${lines.length - 1 - index}`}>
          <polyline points="0,4 32,4" />
        </svg>
        {name}
      </span>
    ))}
  </figcaption>
)
