import { useState } from 'react'
import { isDay } from '../value/dates'
import { ClockInput } from './ClockInput'
import { DayInput } from './DayInput'
import { FieldFrame, type FieldProps } from './FieldFrame'
import type { Parts } from './dayAndClockParts'
import './date-time-field.css'

interface DayAndClockProps {
  frame: FieldProps
  /** What the box for the time is called, after the field's name. */
  clockLabel: string
  parts: Parts
  change: (parts: Parts) => void
}

/** A day and a time beside it: what the fields for moments are made of. */
export const DayAndClock = ({ frame, clockLabel, parts, change }: DayAndClockProps) => {
  const { day, clock, unread } = parts
  /** The time, for as long as the text beside it is no day that could have one. */
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
