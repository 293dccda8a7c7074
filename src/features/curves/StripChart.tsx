import type { Strip } from '../../contract/comparisons'
import { priceText } from '../../resources/quotes/amounts'

const width = 720
const height = 220
const margin = { top: 12, right: 12, bottom: 40, left: 96 }

interface StripChartProps {
  strip: Strip
}

/** A strip as a line over its months. The table beside it has the numbers (CRV-2). */
export const StripChart = ({ strip: { months, strip_average } }: StripChartProps) => {
  const prices = months.map(({ price }) => price)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  // A flat curve lies in the middle.
  const spread = most - least || 1
  const x = (index: number) =>
    margin.left + (index / Math.max(1, months.length - 1)) * (width - margin.left - margin.right)
  const y = (price: number) =>
    margin.top + (1 - (price - least) / spread) * (height - margin.top - margin.bottom)
  const levels = [...new Set([most, (most + least) / 2, least])]
  const marked = months
    .map(({ month }, index) => ({ month, index }))
    .filter(({ index }) => index % Math.ceil(months.length / 6) === 0)
  return (
    <svg className="strip-chart" viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {levels.map((level) => (
        <g key={level}>
          <line
            className="strip-level"
            x1={margin.left}
            x2={width - margin.right}
            y1={y(level)}
            y2={y(level)}
          />
          <text x={margin.left - 8} y={y(level) + 4} textAnchor="end">
            {priceText(level)}
          </text>
        </g>
      ))}
      {marked.map(({ month, index }) => (
        <text key={month} x={x(index)} y={height - 4} textAnchor="middle">
          {month}
        </text>
      ))}
      <line
        className="strip-average"
        x1={margin.left}
        x2={width - margin.right}
        y1={y(strip_average)}
        y2={y(strip_average)}
      />
      <polyline
        className="strip-line"
        points={months.map(({ price }, index) => `${x(index)},${y(price)}`).join(' ')}
      />
      {months.map(({ month, price, settled }, index) => (
        <circle key={month} className={settled ? 'strip-settled' : ''} cx={x(index)} cy={y(price)} r={3} />
      ))}
    </svg>
  )
}
