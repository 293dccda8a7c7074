import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc'
import dayjsLocalizer from 'react-big-calendar/lib/localizers/dayjs'
import { clockSpan, clockText, secondsOf } from './wallClock'

dayjs.extend(utc)

/** dayjs for clock readings, which are stored as moments in UTC (wallClock.ts). */
const readings = Object.setPrototypeOf((value?: dayjs.ConfigType) => dayjs.utc(value), dayjs) as typeof dayjs

const dayLength = 86_400_000
const startOfDay = (reading: Date) => Math.floor(reading.getTime() / dayLength) * dayLength
const firstVisibleDay = (date: Date) => dayjs.utc(date).startOf('month').startOf('week').toDate()
const lastVisibleDay = (date: Date) => dayjs.utc(date).endOf('month').endOf('week').toDate()

/**
 * Date arithmetic and formats of clock readings. Overrides two functions of the package: it uses the offset of the
 * browser's zone for some dates, and computes the start of months in leap years wrongly.
 */
export const localizer = Object.assign(dayjsLocalizer(readings), {
  getTimezoneOffset: () => 0,
  getDstOffset: () => 0,
  getMinutesFromMidnight: (reading: Date) => (reading.getTime() - startOfDay(reading)) / 60_000,
  merge: (date: Date | null, time: Date | null) =>
    date && time ? new Date(startOfDay(date) + time.getTime() - startOfDay(time)) : null,
  firstVisibleDay,
  lastVisibleDay,
  visibleDays: (date: Date) => {
    const [first, last] = [firstVisibleDay(date).getTime(), lastVisibleDay(date).getTime()]
    return Array.from(
      { length: Math.ceil((last - first) / dayLength) },
      (_, index) => new Date(first + index * dayLength),
    )
  },
  startAndEndAreDateOnly: (start: Date, end: Date) =>
    [start, end].every((reading) => reading.getTime() === startOfDay(reading)),
  segmentOffset: 0,
})

/**
 * The calendar's formats.
 * @param clock dayjs format of a time of day
 */
export const formatsWith = (clock: string) => {
  const time = (reading: Date) => clockText(secondsOf(reading), clock)
  const span = ({ start, end }: { start: Date; end: Date }) =>
    clockSpan(secondsOf(start), secondsOf(end), clock)
  return {
    dateFormat: 'D',
    dayFormat: 'ddd D',
    weekdayFormat: 'ddd',
    timeGutterFormat: clock,
    eventTimeRangeFormat: span,
    eventTimeRangeStartFormat: ({ start }: { start: Date }) => `${time(start)} –`,
    eventTimeRangeEndFormat: ({ end }: { end: Date }) => `– ${time(end)}`,
    selectRangeFormat: span,
  }
}
