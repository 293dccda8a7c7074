import { formatNumber, formatShort } from '../value/numbers'
import { levelsOf } from './levels'
import { useChartTip } from './useChartTip'
import './bar-chart.css'

export interface Bar {
  key: string
  label: string
  value: number
  /** Whether it is shown in print alone. */
  isOnPaperOnly?: boolean
}

interface BarChartProps {
  bars: readonly Bar[]
  unit: string
}

/** The anchor of the text of a level: those at the ends stay within the chart. */
const anchorOf = (place: number, { length }: readonly number[]) =>
  place === 0 ? 'start' : place === length - 1 ? 'end' : 'middle'

/** Amounts as bars below each other, over an axis with their unit. The table beside it has the numbers. */
export const BarChart = ({ bars, unit }: BarChartProps) => {
  const levels = levelsOf([0, ...bars.map(({ value }) => value)])
  const most = levels.at(-1) ?? 1
  const percent = (value: number) => `${(Math.max(value, 0) / most) * 100}%`
  const { tip, show, hide } = useChartTip(({ label, value }: Bar) => (
    <>
      <strong>{label}</strong>
      <div>
        {formatNumber(value)} {unit}
      </div>
    </>
  ))
  return (
    <div className="bar-chart" aria-hidden>
      {bars.map((bar) => (
        <div
          key={bar.key}
          className="bar-chart-row"
          hidden={bar.isOnPaperOnly}
          onPointerDown={(event) => show(bar, event)}
          onPointerMove={(event) => show(bar, event)}
          onPointerLeave={hide}
        >
          <span className="quiet" translate="no">
            {bar.label}
          </span>
          <svg>
            <rect width={percent(bar.value)} height="100%" />
          </svg>
        </div>
      ))}
      <div className="bar-chart-row bar-chart-axis">
        <span>{unit}</span>
        <svg>
          {levels.map((level, place) => (
            <text key={level} x={percent(level)} y={12} textAnchor={anchorOf(place, levels)}>
              {formatShort(level)}
            </text>
          ))}
        </svg>
      </div>
      {tip}
    </div>
  )
}
