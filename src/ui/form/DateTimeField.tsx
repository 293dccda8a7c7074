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
 * A day with an optional time: 'YYYY-MM-DD' without a time zone, or a moment, entered in the browser's time zone and
 * stored in UTC; null for neither.
 */
export const DateTimeField = (frame: FieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<string | null>(frame.name)
  const inWords = useDateWords()
  // In the usual display format, which includes a clock that a day lacks.
  const hint = value !== null && isDay(value) ? `${inWords(value, 'moment')}, any time that day` : frame.hint
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
