import type { CSSProperties } from 'react'
import { isVolume, months, type Unit, type Volume } from '../../resources/bids/volumes'
import { levelsOf } from '../../ui/chart/levels'
import { useChartTip } from '../../ui/chart/useChartTip'
import { formatNumber, formatShort } from '../../ui/value/numbers'
import './load-profile.css'

interface LoadProfileProps {
  /** The twelve months; missing values count as zero. */
  monthly: readonly Volume[]
  unit: Unit
  /** Whether each bar is labelled with its volume; otherwise the volumes are beside the chart. */
  isLabelled?: boolean
}

const shareOf = (share: number) => ({ '--load': share }) as CSSProperties

/** The value fits the width of its bar; the tip has every digit. */
const Value = ({ volume }: { volume: Volume }) =>
  isVolume(volume) ? (
    <span className="load-profile-value">{formatShort(volume)}</span>
  ) : (
    <span className="load-profile-value quiet">–</span>
  )

/** A chart of a year's load, with the winter highlighted. Without labels it is hidden from screen readers. */
export const LoadProfile = ({ monthly, unit, isLabelled = false }: LoadProfileProps) => {
  const loads = monthly.map((volume) => (isVolume(volume) ? Math.max(0, volume) : 0))
  const sum = loads.reduce((total, load) => total + load, 0)
  const levels = levelsOf([0, ...loads])
  const most = levels.at(-1) ?? 1
  const letters = isLabelled ? 3 : 1
  const { tip, show, hide } = useChartTip((index: number) => {
    const volume = monthly[index] ?? null
    return (
      <>
        <strong>{months[index]?.name}</strong>
        <div>{isVolume(volume) ? `${formatNumber(volume)} ${unit}` : 'No volume'}</div>
        {sum > 0 && (
          <div className="quiet">
            {formatNumber(Math.round(((loads[index] ?? 0) / sum) * 1_000) / 10)} % of the year
          </div>
        )}
      </>
    )
  })
  return (
    <figure
      className={isLabelled ? 'load-profile load-profile-told' : 'load-profile'}
      aria-hidden={!isLabelled}
    >
      <figcaption>
        <span>
          Load profile<span className="load-profile-unit">, {unit} a month</span>
        </span>
        <span className="load-profile-key">November to March</span>
      </figcaption>
      <div className="load-profile-plot">
        {levels.map((level) => (
          <span key={level} className="load-profile-level" style={shareOf(level / most)} aria-hidden>
            {formatShort(level)}
          </span>
        ))}
        <ol>
          {months.map(({ field, name, isWinter }, index) => (
            <li
              key={field}
              style={shareOf((loads[index] ?? 0) / most)}
              onPointerDown={(event) => show(index, event)}
              onPointerMove={(event) => show(index, event)}
              onPointerLeave={hide}
            >
              <span className="load-profile-month">
                {name.slice(0, letters)}
                <span className="visually-hidden">{name.slice(letters)}</span>
              </span>
              <span className={isWinter ? 'load-profile-bar load-profile-winter' : 'load-profile-bar'} />
              {isLabelled && <Value volume={monthly[index] ?? null} />}
            </li>
          ))}
        </ol>
      </div>
      {tip}
    </figure>
  )
}
