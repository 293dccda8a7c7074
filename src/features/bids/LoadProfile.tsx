import { isVolume, months, type Volume } from './volumes'
import './load-profile.css'

interface LoadProfileProps {
  /** Of the twelve months; none counts as nothing. */
  monthly: readonly Volume[]
}

/** In the units of the drawing. */
const step = 20
const barWidth = 14
const height = 90
const foot = 14

/**
 * The shape of a year's load, winter told from summer. The numbers stand beside it in a table or a form, so that screen
 * readers pass it over.
 */
export const LoadProfile = ({ monthly }: LoadProfileProps) => {
  const loads = months.map((_month, index) => {
    const volume = monthly[index] ?? null
    return isVolume(volume) ? Math.max(0, volume) : 0
  })
  const most = Math.max(...loads)
  const heightOf = (load: number) => (most > 0 ? (load / most) * height : 0)
  return (
    <figure className="load-profile" aria-hidden>
      <figcaption>
        Load profile <span className="load-profile-key">November to March</span>
      </figcaption>
      <svg viewBox={`0 0 ${months.length * step} ${height + foot}`} focusable="false">
        <line className="load-profile-base" x1="0" x2="100%" y1={height + 0.5} y2={height + 0.5} />
        {months.map(({ name, isWinter }, index) => (
          <g key={name}>
            <rect
              className={isWinter ? 'load-profile-winter' : undefined}
              x={index * step + (step - barWidth) / 2}
              y={height - heightOf(loads[index] ?? 0)}
              width={barWidth}
              height={heightOf(loads[index] ?? 0)}
            />
            <text x={(index + 0.5) * step} y={height + foot - 2}>
              {name.charAt(0)}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}
