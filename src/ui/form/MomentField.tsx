import dayjs from 'dayjs'
import { useField } from 'formik'
import { useId, useState } from 'react'
import { isDay } from '../value/dates'
import { whyNoDay } from '../value/days'
import { ClockInput } from './ClockInput'
import { DayInput } from './DayInput'
import { FieldFrame, type FieldProps } from './FieldFrame'
import './date-time-field.css'

interface MomentFieldProps extends FieldProps {
  /** The time, 'HH:mm', with which a day begins that is chosen before any time is. */
  clock?: string
  /** Told of each moment that is chosen, beside the form. */
  chosen?: (seconds: number) => void
}

interface Parts {
  /** 'YYYY-MM-DD', or the text that could not be read as one. */
  day: string | null
  /** 'HH:mm', '' for none. */
  clock: string
}

const nothing: Parts = { day: null, clock: '' }

const partsOf = (seconds: number): Parts => {
  const moment = dayjs.unix(seconds)
  return { day: moment.format('YYYY-MM-DD'), clock: moment.format('HH:mm') }
}

const valueFrom = ({ day, clock }: Parts): number | null => {
  if (day === null) return null
  return clock && isDay(day) ? dayjs(`${day}T${clock}`).unix() : Number.NaN
}

/**
 * A moment in epoch seconds, a day and a time by the browser's clock; null for none. A day without a time, or one that
 * cannot be read, is not a number, which no schema takes.
 */
export const MomentField = ({ clock: firstClock = '09:00', chosen, ...frame }: MomentFieldProps) => {
  const [{ value }, , { setValue }] = useField<number | null>(frame.name)
  const [typed, setTyped] = useState(nothing)
  const parts = value === null ? nothing : Number.isNaN(value) ? typed : partsOf(value)
  const unread = parts.day !== null && !isDay(parts.day) ? parts.day : undefined
  const unreadId = useId()
  const take = (next: Parts) => {
    const seconds = valueFrom(next)
    setTyped(next)
    void setValue(seconds)
    if (seconds !== null && !Number.isNaN(seconds)) chosen?.(seconds)
  }
  return (
    <FieldFrame {...frame} group>
      {(input) => (
        <div className="date-time-input">
          <DayInput
            {...input}
            {...(unread !== undefined && { 'aria-invalid': true, 'aria-describedby': unreadId })}
            name={frame.name}
            aria-label={`${frame.label}, date`}
            value={parts.day}
            change={(day) => {
              // The picker tells of one choice in more than one way.
              if (day !== parts.day) take({ day, clock: parts.clock || (parts.day ? '' : firstClock) })
            }}
          />
          <ClockInput
            aria-label={`${frame.label}, time`}
            disabled={parts.day === null || unread !== undefined}
            value={parts.clock}
            change={(clock) => take({ ...parts, clock })}
          />
          {unread !== undefined && (
            <p id={unreadId} className="problem">
              {whyNoDay(unread)}
            </p>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
