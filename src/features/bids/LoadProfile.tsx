import type { CSSProperties } from 'react'
import { isVolume, months, type Unit, type Volume } from '../../resources/bids/volumes'
import { formatNumber, formatShort } from '../../ui/value/numbers'
import './load-profile.css'

interface LoadProfileProps {
  /** The twelve months; missing values count as zero. */
  monthly: readonly Volume[]
  /** Where given, each bar is labelled with its volume in it; otherwise the volumes are beside the chart. */
  unit?: Unit
}

type Month = (typeof months)[number]

interface BarProps {
  month: Month
  volume: Volume
  /** Share of the highest bar, 0 to 1. */
  share: number
  unit: Unit | undefined
}

/** The value fits the width of its bar, and its title has every digit. */
const Value = ({ volume, unit }: { volume: Volume; unit: Unit }) =>
  isVolume(volume) ? (
    <span className="load-profile-value" title={`${formatNumber(volume)} ${unit}`}>
      {formatShort(volume)}
    </span>
  ) : (
    <span className="load-profile-value quiet">–</span>
  )

const Bar = ({ month: { name, isWinter }, volume, share, unit }: BarProps) => {
  const letters = unit ? 3 : 1
  return (
    <li style={{ '--load': share } as CSSProperties}>
      <span className="load-profile-month">
        {name.slice(0, letters)}
        <span className="visually-hidden">{name.slice(letters)}</span>
      </span>
      <span className={isWinter ? 'load-profile-bar load-profile-winter' : 'load-profile-bar'} />
      {unit && <Value volume={volume} unit={unit} />}
    </li>
  )
}

/** A chart of a year's load, with the winter highlighted. Without labels it is hidden from screen readers. */
export const LoadProfile = ({ monthly, unit }: LoadProfileProps) => {
  const loads = monthly.map((volume) => (isVolume(volume) ? Math.max(0, volume) : 0))
  const most = Math.max(...loads)
  return (
    <figure className={unit ? 'load-profile load-profile-told' : 'load-profile'} aria-hidden={!unit}>
      <figcaption>
        <span>Load profile{unit && <span className="load-profile-unit">, {unit} a month</span>}</span>
        <span className="load-profile-key">November to March</span>
      </figcaption>
      <ol>
        {months.map((month, index) => (
          <Bar
            key={month.field}
            month={month}
            volume={monthly[index] ?? null}
            share={most > 0 ? (loads[index] ?? 0) / most : 0}
            unit={unit}
          />
        ))}
      </ol>
    </figure>
  )
}
