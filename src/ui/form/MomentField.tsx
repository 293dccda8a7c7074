import dayjs from 'dayjs'
import { useField } from 'formik'
import { isDay } from '../value/dates'
import { unreadTimeIn, withUnreadTime } from '../value/days'
import type { Typed } from '../value/numbers'
import { DayAndClock } from './DayAndClock'
import type { FieldProps } from './FieldFrame'

interface MomentFieldProps extends FieldProps {
  /** The time, 'HH:mm', with which a day begins that is chosen before any time is. */
  clock?: string
  /** Told of each moment that is chosen, beside the form. */
  chosen?: (seconds: number) => void
}

const partsOf = (value: Typed): { day: string | null; clock: string; unread: string } => {
  const unread = typeof value === 'string' ? unreadTimeIn(value) : null
  if (unread) return { day: unread.day, clock: '', unread: unread.time }
  if (typeof value !== 'number') return { day: value, clock: '', unread: '' }
  const moment = dayjs.unix(value)
  return { day: moment.format('YYYY-MM-DD'), clock: moment.format('HH:mm'), unread: '' }
}

const valueFrom = (day: string | null, clock: string, unread: string): Typed => {
  if (day === null || !isDay(day)) return day
  if (unread) return withUnreadTime(day, unread)
  return clock ? dayjs(`${day}T${clock}`).unix() : day
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
      {...parts}
      change={(day, clock, unread) => {
        // The picker tells of one choice in more than one way.
        if (day === parts.day && clock === parts.clock && unread === parts.unread) return
        // What cannot be read is told of at once.
        if (unread || (day !== null && !isDay(day))) void setTouched(true, false)
        const begins = parts.day !== null && isDay(parts.day) ? '' : firstClock
        const next = valueFrom(day, clock || begins, unread)
        void setValue(next)
        if (typeof next === 'number') chosen?.(next)
      }}
    />
  )
}
