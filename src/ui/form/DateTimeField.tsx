import dayjs from 'dayjs'
import { useField } from 'formik'
import { isDay } from '../value/dates'
import { isDayOrMoment, unreadTimeIn, withUnreadTime } from '../value/days'
import { useDateWords } from '../value/useDateWords'
import { DayAndClock } from './DayAndClock'
import type { FieldProps } from './FieldFrame'

const isMoment = (value: string) => !isDay(value) && isDayOrMoment(value)

/** The day of a value, or the text that could not be read as one, and its clock, or what could not be read as that. */
const partsOf = (value: string | null): { day: string | null; clock: string; unread: string } => {
  const unread = value === null ? null : unreadTimeIn(value)
  if (unread) return { day: unread.day, clock: '', unread: unread.time }
  if (value === null || !isMoment(value)) return { day: value, clock: '', unread: '' }
  const moment = dayjs(value)
  return { day: moment.format('YYYY-MM-DD'), clock: moment.format('HH:mm'), unread: '' }
}

const valueFrom = (day: string | null, clock: string, unread: string): string | null => {
  if (day === null || !isDay(day)) return day
  if (unread) return withUnreadTime(day, unread)
  return clock ? dayjs(`${day}T${clock}`).toISOString() : day
}

/**
 * A day, with a time where one is given: a 'YYYY-MM-DD' that no time zone shifts, or a moment, typed by the browser's
 * clock and kept in UTC; null for neither.
 */
export const DateTimeField = (frame: FieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<string | null>(frame.name)
  const inWords = useDateWords()
  // In the format in which the day is shown everywhere, whose clock it does not have.
  const hint = value !== null && isDay(value) ? `${inWords(value, 'moment')}, any time that day` : undefined
  return (
    <DayAndClock
      frame={{ ...frame, hint }}
      clockLabel="time (optional)"
      {...partsOf(value)}
      change={(day, clock, unread) => {
        // What cannot be read is told of at once.
        if (unread || (day !== null && !isDay(day))) void setTouched(true, false)
        void setValue(valueFrom(day, clock, unread))
      }}
    />
  )
}
