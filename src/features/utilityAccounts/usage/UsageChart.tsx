import { months } from '../../../resources/bids/volumes'
import { formatNumber } from '../../../ui/value/numbers'
import type { UsageYear } from './years'

const width = 720
const height = 240
const margin = { top: 16, right: 20, bottom: 28, left: 88 }

const x = (month: number) => margin.left + (month / 11) * (width - margin.left - margin.right)

/** The latest year is a whole line, those before it are dashed. */
const styleOf = (years: readonly UsageYear[], index: number) =>
  `usage-year usage-year-${years.length - 1 - index}`

/** The runs of known months of a year, which the line of the year connects. */
function runsOf({ months: known }: UsageYear): { month: number; volume: number }[][] {
  const runs: { month: number; volume: number }[][] = [[]]
  for (const [month, usage] of known.entries())
    if (usage) runs.at(-1)?.push({ month, volume: usage.volume })
    else runs.push([])
  return runs.filter(({ length }) => length > 0)
}

/** The years of an account's usage over each other. The table beside it has the numbers (USE-10). */
export const UsageChart = ({ years }: { years: readonly UsageYear[] }) => {
  const volumes = years.flatMap(({ months: known }) => known.flatMap((month) => month?.volume ?? []))
  const most = Math.max(...volumes, 0) || 1
  const y = (volume: number) => margin.top + (1 - volume / most) * (height - margin.top - margin.bottom)
  return (
    <figure className="usage-chart" aria-hidden>
      <figcaption>
        {years.map(({ year }, index) => (
          <span key={year} className="line">
            <svg viewBox="0 0 32 8" className={styleOf(years, index)}>
              <polyline points="0,4 32,4" />
            </svg>
            {year}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`}>
        {[most, most / 2, 0].map((level) => (
          <g key={level}>
            <line
              className="usage-level"
              x1={margin.left}
              x2={width - margin.right}
              y1={y(level)}
              y2={y(level)}
            />
            <text x={margin.left - 8} y={y(level) + 4} textAnchor="end">
              {formatNumber(Number(level.toPrecision(3)))}
            </text>
          </g>
        ))}
        {months.map(({ name }, month) => (
          <text key={name} x={x(month)} y={height - 8} textAnchor="middle">
            {name.slice(0, 3)}
          </text>
        ))}
        {years.map((year, index) => {
          const runs = runsOf(year)
          return (
            <g key={year.year} className={styleOf(years, index)}>
              {runs.map((run) => (
                <polyline
                  key={run[0]?.month}
                  points={run.map(({ month, volume }) => `${x(month)},${y(volume)}`).join(' ')}
                />
              ))}
              {runs.flat().map(({ month, volume }) => (
                <circle key={month} cx={x(month)} cy={y(volume)} r={3} />
              ))}
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
