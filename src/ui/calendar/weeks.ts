import dayjs from 'dayjs'
import { daysFrom } from '../../contract/allDay'
import { clockSpan, clockText } from './wallClock'

/** A calendar event. */
export interface CalendarEntry {
  id: number
  title: string
  /** Epoch seconds. */
  start: number
  end: number
  /** An all-day event: on the UTC days of `start` and `end` in every time zone (contract/allDay.ts). */
  isAllDay?: boolean
}

/** A week by its first day: 'YYYY-MM-DD'. */
export type Week = string

const written = 'YYYY-MM-DD'
const days = 7

/** Noon is on the same day in spite of DST changes. */
const firstDayOf = (week: Week) => dayjs(`${week}T12:00`)

/** The week of a moment, by the browser's clock. Starts on Sunday, as in dayjs's locale and the date pickers. */
export const weekOf = (moment: dayjs.ConfigType): Week => dayjs(moment).startOf('week').format(written)

export const thisWeek = (): Week => weekOf(new Date())

/** The week so many weeks later. */
export const weekAfter = (week: Week, weeks: number): Week =>
  firstDayOf(week)
    .add(weeks * days, 'day')
    .format(written)

/** Start of a week and of the next one, in epoch seconds. */
export const boundsOf = (week: Week) => ({
  start: firstDayOf(week).startOf('day').unix(),
  end: firstDayOf(weekAfter(week, 1)).startOf('day').unix(),
})

/** 'Nov 15 – Nov 21, 2026' */
export const weekTitle = (week: Week): string =>
  `${firstDayOf(week).format('MMM DD')} – ${firstDayOf(week)
    .add(days - 1, 'day')
    .format('MMM DD, YYYY')}`

/** The time of an event that takes the whole day. */
export const wholeDay = 'All day'

interface Line {
  id: number
  /** '09:00 – 09:30', the start alone without a known end; of an event over several days 'from 09:00', all day, 'until 09:30'. */
  time: string
  title: string
}

const lineOf = (
  { id, title, start, end, isAllDay }: CalendarEntry,
  from: number,
  until: number,
  timePattern: string,
): Line => {
  const begins = start >= from
  const ends = end > start && end <= until
  if (isAllDay || (!begins && !ends)) return { id, title, time: wholeDay }
  if (!begins) return { id, title, time: `until ${clockText(end, timePattern)}` }
  if (ends) return { id, title, time: clockSpan(start, end, timePattern) }
  const time = clockText(start, timePattern)
  return { id, title, time: end > start ? `from ${time}` : time }
}

/** Whether an event with this start and end takes place on a day. */
const goesOn = (
  { start, end, isAllDay }: CalendarEntry,
  day: string,
  from: number,
  until: number,
): boolean => {
  if (!isAllDay) return start < until && (end > from || start >= from)
  const { first, last } = daysFrom({ start, end })
  return first <= day && day <= last
}

/**
 * The days of a week with events; an event across midnight is listed on each of its days.
 * @param timePattern dayjs format of a time of day
 */
export const daysOf = (week: Week, entries: readonly CalendarEntry[], timePattern: string) =>
  Array.from({ length: days }, (_, index) => firstDayOf(week).add(index, 'day'))
    .map((day) => {
      const from = day.startOf('day').unix()
      const until = day.add(1, 'day').startOf('day').unix()
      const name = day.format(written)
      const [whole, timed] = [true, false].map((isWhole) =>
        entries.filter((entry) => (entry.isAllDay ?? false) === isWhole && goesOn(entry, name, from, until)),
      )
      return {
        day: name,
        title: day.format('dddd, MMMM DD'),
        lines: [...(whole ?? []), ...(timed ?? [])].map((entry) => lineOf(entry, from, until, timePattern)),
      }
    })
    .filter(({ lines }) => lines.length > 0)
