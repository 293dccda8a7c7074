import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { earliestYear } from '../../contract/limits'
import { periodNames, searchOf, type Period, type PeriodName } from './period'
import '../../ui/list/list-toolbar.css'

interface DayBoxProps {
  label: string
  day: string | null
  change: (day: string | null) => void
  /** The id of what is wrong with it. */
  problemId?: string | undefined
}

/** A bound of a period. A year being typed is none yet; an emptied day is taken when the box is left. */
const DayBox = ({ label, day, change, problemId }: DayBoxProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <label className="list-size line">
      {label}
      <input
        className="native-input"
        type="date"
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        value={typed ?? day ?? ''}
        onChange={({ target: { value } }) => {
          const isWhole = value >= String(earliestYear)
          setTyped(isWhole ? null : value)
          if (isWhole) change(value)
        }}
        onBlur={() => {
          if (typed === '' && day !== null) change(null)
          setTyped(null)
        }}
      />
    </label>
  )
}

interface PeriodChoiceProps {
  period: Period
  /** With which a period of one's own ends at first. */
  today: string
}

/** Chooses the period of the reports; the choice is in the address (REP-6). */
export const PeriodChoice = ({ period, today }: PeriodChoiceProps) => {
  const id = useId()
  const navigate = useNavigate()
  const choose = (chosen: Period) => void navigate({ search: searchOf(chosen) }, { replace: true })
  const { from, to } = period
  const isReversed = from !== null && to !== null && from > to
  const problemId = isReversed ? id : undefined
  return (
    <div className="list-toolbar">
      {period.name === 'custom' && (
        <>
          <DayBox label="From" day={from} change={(day) => choose({ ...period, from: day })} />
          <DayBox
            label="To"
            day={to}
            problemId={problemId}
            change={(day) => choose({ ...period, to: day })}
          />
        </>
      )}
      <label className="list-size line">
        Period
        <select
          value={period.name}
          onChange={({ target }) => {
            const name = target.value as PeriodName
            choose({ ...period, name, to: to ?? today })
          }}
        >
          {Object.entries(periodNames).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {isReversed && (
        <p id={id} className="problem report-period-problem" role="alert">
          The last day is before the first one.
        </p>
      )}
    </div>
  )
}
