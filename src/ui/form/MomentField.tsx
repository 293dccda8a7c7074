import dayjs from 'dayjs'
import { useField } from 'formik'
import { isDay } from '../value/dates'
import type { Typed } from '../value/numbers'
import { DayAndClock } from './DayAndClock'
import { isUnreadable, momentOrText, partsOfMoment, partsOfText, type Parts } from './dayAndClockParts'
import type { FieldProps } from './FieldFrame'

interface MomentFieldProps extends FieldProps {
  /** Default time, 'HH:mm', of a day chosen before a time. */
  clock?: string
  /** Called with each selected moment, besides the form's change. */
  chosen?: (seconds: number) => void
}

const partsOf = (value: Typed): Parts =>
  typeof value === 'number' ? partsOfMoment(dayjs.unix(value)) : partsOfText(value)

const valueFrom = (parts: Parts): Typed => {
  const made = momentOrText(parts)
  return dayjs.isDayjs(made) ? made.unix() : made
}

/**
 * A moment in epoch seconds, as a day and a time of the browser's clock; null for none. A day without a time, or an
 * invalid one, is a text, which no schema accepts.
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
        // The picker reports one selection through several callbacks.
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
