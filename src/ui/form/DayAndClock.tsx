import { useState } from 'react'
import { isDay } from '../value/dates'
import { ClockInput } from './ClockInput'
import { DayInput } from './DayInput'
import { FieldFrame, type FieldProps } from './FieldFrame'
import './date-time-field.css'

interface DayAndClockProps {
  frame: FieldProps
  /** What the box for the time is called, after the field's name. */
  clockLabel: string
  /** 'YYYY-MM-DD', or the text that could not be read as a day. */
  day: string | null
  /** 'HH:mm', '' for none. */
  clock: string
  /** What stands there as the time and could not be read as one; '' for nothing. */
  unread: string
  change: (day: string | null, clock: string, unread: string) => void
}

/** A day and a time beside it: what the fields for moments are made of. */
export const DayAndClock = ({ frame, clockLabel, day, clock, unread, change }: DayAndClockProps) => {
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
              change(next, shown, unread)
            }}
          />
          <ClockInput
            aria-label={`${frame.label}, ${clockLabel}`}
            aria-describedby={input['aria-describedby']}
            disabled={day === null || isNoDay}
            value={shown}
            unread={unread}
            change={(next, text) => change(day, next, text)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
