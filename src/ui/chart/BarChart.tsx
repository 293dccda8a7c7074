import './bar-chart.css'

export interface Bar {
  key: string
  label: string
  value: number
}

/** Amounts as bars below each other, the longest one the largest. The table beside it has the numbers. */
export const BarChart = ({ bars }: { bars: readonly Bar[] }) => {
  const most = Math.max(...bars.map(({ value }) => value), 0) || 1
  return (
    <div className="bar-chart" aria-hidden>
      {bars.map(({ key, label, value }) => (
        <div key={key} className="bar-chart-row">
          <span className="quiet" translate="no">
            {label}
          </span>
          <svg>
            <rect width={`${(Math.max(value, 0) / most) * 100}%`} height="100%" />
          </svg>
        </div>
      ))}
    </div>
  )
}
