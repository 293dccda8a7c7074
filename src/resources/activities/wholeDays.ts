import dayjs from 'dayjs'
import { dayAt, dayStart, secondsOfDay } from '../../contract/allDay'
import type { Typed } from '../../ui/value/numbers'
import type { Times } from './schema'
import type { Row } from '../../contract'
import type { Time } from '../../ui/calendar/moving'

/** The time of an activity in the format of calendars. */
export const timeOf = ({ start, end, all_day }: Row<'activities'>): Time => ({
  start,
  end: end ?? start,
  isAllDay: all_day,
})

const startOfWork = 9
const halfHour = 1_800

/** The day of a moment in the browser's time zone. */
const dayHere = (seconds: number) => dayjs.unix(seconds).format('YYYY-MM-DD')

/** The days of a time in the browser's time zone; invalid values stay. */
const toDays = ({ start, end }: Times): Pick<Times, 'start' | 'end'> => {
  if (typeof start !== 'number') return { start, end }
  const first = dayStart(dayHere(start))
  const last = typeof end === 'number' && end > start ? dayStart(dayHere(end - 1)) : first
  return { start: first, end: last + secondsOfDay }
}

/** Times for selected days: half an hour in the morning of one day, or until the evening of the last of several. */
const toHours = ({ start, end }: Times): Pick<Times, 'start' | 'end'> => {
  const morning = (seconds: number) =>
    dayjs(`${dayAt(seconds)}T12:00`)
      .hour(startOfWork)
      .unix()
  if (typeof start !== 'number') return { start, end: null }
  const begins = morning(start)
  const last = typeof end === 'number' ? morning(end - secondsOfDay) : begins
  return { start: begins, end: Math.max(begins, last) + halfHour }
}

/** The form's times after switching all-day on or off. */
export const withWholeDays = <V extends Times>(values: V, isWhole: boolean): V => ({
  ...values,
  ...(isWhole ? toDays : toHours)(values),
  all_day: isWhole,
})

/** The default end: with whole days, the end of the first one. */
export const endOr = ({ start, end, all_day }: Times): Typed => {
  if (end !== null) return end
  return all_day && typeof start === 'number' ? start + secondsOfDay : start
}
