import { useState } from 'react'
import { isDay } from '../value/dates'
import { ClockInput } from './ClockInput'
import { DayInput } from './DayInput'
import { FieldFrame, type FieldProps } from './FieldFrame'
import type { Parts } from './dayAndClockParts'
import './date-time-field.css'

interface DayAndClockProps {
  frame: FieldProps
  /** Accessible name of the time input, after the field's label. */
  clockLabel: string
  parts: Parts
  change: (parts: Parts) => void
}

/** A day input beside a time input, the base of the fields for moments. */
export const DayAndClock = ({ frame, clockLabel, parts, change }: DayAndClockProps) => {
  const { day, clock, unread } = parts
  /** Keeps the time while the day input has no valid day. */
  const [waiting, setWaiting] = useState('')
  const isNoDay = day !== null && !isDay(day)
  const shown = isNoDay ? waiting : clock
  return (
    <FieldFrame {...frame} group>
      {(input) => (
        <div className="date-time-input">
          <DayInput
            {...input}
            aria-invalid={input['aria-invalid'] && !unread}
            name={frame.name}
            aria-label={`${frame.label}, date`}
            value={day}
            change={(next) => {
              setWaiting(shown)
              change({ day: next, clock: shown, unread })
            }}
          />
          <ClockInput
            aria-label={`${frame.label}, ${clockLabel}`}
            aria-describedby={input['aria-describedby']}
            disabled={day === null || isNoDay}
            value={shown}
            unread={unread}
            change={(next, text) => change({ day, clock: next, unread: text })}
          />
        </div>
      )}
    </FieldFrame>
  )
}
