import dayjs from 'dayjs'
import type { CalendarEntry } from './weeks'

/** When something happens, in epoch seconds. */
export type Time = Pick<CalendarEntry, 'start' | 'end'>

/** How far something goes: whole days by the calendar, and minutes by the clock. */
export interface Step {
  days?: number
  minutes?: number
}

/** The same clock on another day, also where clocks have changed in between. */
const after = (seconds: number, { days = 0, minutes = 0 }: Step) => {
  const moment = dayjs.unix(seconds).add(days, 'day')
  return moment.minute(moment.minute() + minutes).unix()
}

/** Where something is that has been moved: beginning and end go as far as each other, by the browser's clock (ACT-1). */
export const moved = ({ start, end }: Time, step: Step): Time => {
  const begins = after(start, step)
  const ends = after(end, step)
  // What goes on while clocks are set back has an end that they show before its beginning.
  return { start: begins, end: ends < begins ? begins + end - start : ends }
}

/** The same with another end, unless that would come before its beginning (ACT-1). */
export const resized = ({ start, end }: Time, step: Step): Time => {
  const ends = after(end, step)
  return { start, end: ends > start ? ends : end }
}

const minutesOf = (moment: dayjs.Dayjs) => moment.hour() * 60 + moment.minute()

/** How far it is from one moment to another, by the browser's clock. */
export const stepTo = (seconds: number, to: Date): Step => {
  const from = dayjs.unix(seconds)
  const until = dayjs(to)
  const noon = (moment: dayjs.Dayjs) => moment.hour(12).minute(0).second(0).millisecond(0)
  return {
    days: Math.round(noon(until).diff(noon(from), 'hour') / 24),
    minutes: minutesOf(until) - minutesOf(from),
  }
}
