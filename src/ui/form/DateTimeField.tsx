import dayjs from 'dayjs'
import { useField } from 'formik'
import { isDay } from '../value/dates'
import { isDayOrMoment } from '../value/days'
import { useDateWords } from '../value/useDateWords'
import { ClockInput } from './ClockInput'
import { DayInput } from './DayInput'
import { FieldFrame, type FieldProps } from './FieldFrame'
import './date-time-field.css'

const isMoment = (value: string) => !isDay(value) && isDayOrMoment(value)

/** The day of a value, or the text that could not be read as one, and its clock; '' for a day without one. */
const partsOf = (value: string | null): { day: string | null; clock: string } => {
  if (value === null || !isMoment(value)) return { day: value, clock: '' }
  const moment = dayjs(value)
  return { day: moment.format('YYYY-MM-DD'), clock: moment.format('HH:mm') }
}

const valueFrom = (day: string | null, clock: string): string | null =>
  day !== null && clock && isDay(day) ? dayjs(`${day}T${clock}`).toISOString() : day

/**
 * A day, with a time where one is given: a 'YYYY-MM-DD' that no time zone shifts, or a moment, typed by the browser's
 * clock and kept in UTC; null for neither.
 */
export const DateTimeField = (frame: FieldProps) => {
  const [{ value }, , { setValue, setTouched }] = useField<string | null>(frame.name)
  const take = (next: string | null) => {
    // What cannot be read is told of at once.
    if (next !== null && !isDayOrMoment(next)) void setTouched(true, false)
    void setValue(next)
  }
  const inWords = useDateWords()
  const { day, clock } = partsOf(value)
  // In the format in which the day is shown everywhere, whose clock it does not have.
  const hint = value !== null && isDay(value) ? `${inWords(value, 'moment')}, any time that day` : undefined
  return (
    <FieldFrame {...frame} hint={hint} group>
      {(input) => (
        <div className="date-time-input">
          <DayInput
            {...input}
            name={frame.name}
            aria-label={`${frame.label}, date`}
            value={day}
            change={(next) => take(valueFrom(next, clock))}
          />
          <ClockInput
            aria-label={`${frame.label}, time (optional)`}
            disabled={day === null || !isDay(day)}
            value={clock}
            change={(next) => take(valueFrom(day, next))}
          />
        </div>
      )}
    </FieldFrame>
  )
}
