import dayjs from 'dayjs'
import { secondsOfDay } from '../../contract/allDay'
import { nearestAlike } from './wallClock'
import type { CalendarEntry } from './weeks'

/** Start and end of an event. */
export type Time = Pick<CalendarEntry, 'start' | 'end' | 'isAllDay'>

/** Distance of a move: whole calendar days, and minutes of the clock. */
export interface Step {
  days?: number
  minutes?: number
}

/** The same clock time on another day, also across DST changes. */
const after = (seconds: number, { days = 0, minutes = 0 }: Step) => {
  const moment = dayjs.unix(seconds).add(days, 'day')
  const there = moment.minute(moment.minute() + minutes).unix()
  // Within a repeated hour, a step of minutes must not skip an hour.
  return days === 0 ? nearestAlike(there, seconds + minutes * 60) : there
}

/** All-day events stay all-day. */
const daysAfter = (seconds: number, { days = 0 }: Step) => seconds + days * secondsOfDay

/** The time of a moved event: start and end move by the same distance of the browser's clock (ACT-1). */
export const moved = ({ start, end, isAllDay }: Time, step: Step): Time => {
  if (isAllDay) return { start: daysAfter(start, step), end: daysAfter(end, step), isAllDay }
  const begins = after(start, step)
  const ends = after(end, step)
  // Across the end of DST, the end may have an earlier clock time than the start.
  return { start: begins, end: ends < begins ? begins + end - start : ends }
}

/** The time with another end, unless that would be before its start (ACT-1). */
export const resized = ({ start, end, isAllDay }: Time, step: Step): Time => {
  const ends = (isAllDay ? daysAfter : after)(end, step)
  return { start, end: ends > start ? ends : end, ...(isAllDay && { isAllDay }) }
}

const minutesOf = (moment: dayjs.Dayjs) => moment.hour() * 60 + moment.minute()

/** The distance between two moments, by the browser's clock. */
export const stepTo = (seconds: number, to: Date): Step => {
  const from = dayjs.unix(seconds)
  const until = dayjs(to)
  const noon = (moment: dayjs.Dayjs) => moment.hour(12).minute(0).second(0).millisecond(0)
  return {
    days: Math.round(noon(until).diff(noon(from), 'hour') / 24),
    minutes: minutesOf(until) - minutesOf(from),
  }
}
