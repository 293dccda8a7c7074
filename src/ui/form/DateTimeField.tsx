import dayjs from 'dayjs'
import { useField } from 'formik'
import { isDay } from '../value/dates'
import { isDayOrMoment } from '../value/days'
import { useDateWords } from '../value/useDateWords'
import { DayAndClock } from './DayAndClock'
import { isUnreadable, momentOrText, partsOfMoment, partsOfText, type Parts } from './dayAndClockParts'
import type { FieldProps } from './FieldFrame'

const isMoment = (value: string) => !isDay(value) && isDayOrMoment(value)

const partsOf = (value: string | null): Parts =>
  value !== null && isMoment(value) ? partsOfMoment(dayjs(value)) : partsOfText(value)

const valueFrom = (parts: Parts): string | null => {
  const made = momentOrText(parts)
  return dayjs.isDayjs(made) ? made.toISOString() : made
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
      parts={partsOf(value)}
      change={(parts) => {
        if (isUnreadable(parts)) void setTouched(true, false)
        void setValue(valueFrom(parts))
      }}
    />
  )
}
