import dayjs from 'dayjs'
import { useField } from 'formik'
import { isDay } from '../value/dates'
import type { Typed } from '../value/numbers'
import { DayAndClock } from './DayAndClock'
import { isUnreadable, momentOrText, partsOfMoment, partsOfText, type Parts } from './dayAndClockParts'
import type { FieldProps } from './FieldFrame'

interface MomentFieldProps extends FieldProps {
  /** The time, 'HH:mm', with which a day begins that is chosen before any time is. */
  clock?: string
  /** Told of each moment that is chosen, beside the form. */
  chosen?: (seconds: number) => void
}

const partsOf = (value: Typed): Parts =>
  typeof value === 'number' ? partsOfMoment(dayjs.unix(value)) : partsOfText(value)

const valueFrom = (parts: Parts): Typed => {
  const made = momentOrText(parts)
  return dayjs.isDayjs(made) ? made.unix() : made
}

/**
 * A moment in epoch seconds, a day and a time by the browser's clock; null for none. A day without a time, or one that
 * cannot be read, is a text, which no schema takes.
 */
export const MomentField = ({ clock: firstClock = '09:00', chosen, ...frame }: MomentFieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<Typed>(frame.name)
  const parts = partsOf(value)
  return (
    <DayAndClock
      frame={frame}
      clockLabel="time"
      parts={parts}
      change={(next) => {
        const { day, clock, unread } = next
        // The picker tells of one choice in more than one way.
        if (day === parts.day && clock === parts.clock && unread === parts.unread) return
        if (isUnreadable(next)) void setTouched(true, false)
        const begins = parts.day !== null && isDay(parts.day) ? '' : firstClock
        const made = valueFrom({ ...next, clock: clock || begins })
        void setValue(made)
        if (typeof made === 'number') chosen?.(made)
      }}
    />
  )
}
