import { weekdays, type DayHours, type WeekHours } from '../../contract/weekHours'

/** A moment by the clock of somewhere. */
interface Local {
  /** 'YYYY-MM-DD' */
  date: string
  weekday: string
  /** 'HH:MM' */
  clock: string
}

const parts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one costs more than a calendar's whole week of asking it. */
const formatOf = (timeZone: string) => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = clockOf(timeZone)
  formats.set(timeZone, format)
  return format
}

const clockOf = (timeZone: string) => {
  try {
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone })
  } catch (cause) {
    // A zone that the server knows and this browser does not: its own clock comes closest.
    if (cause instanceof RangeError) return new Intl.DateTimeFormat('en-US', parts)
    throw cause
  }
}

const localOf = (moment: Date, timeZone: string): Local => {
  const read = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  ) as Record<'year' | 'month' | 'day' | 'weekday' | 'hour' | 'minute', string>
  return {
    date: `${read.year}-${read.month}-${read.day}`,
    weekday: read.weekday,
    clock: `${read.hour}:${read.minute}`,
  }
}

const dayOf = ({ days }: WeekHours, { weekday }: Local): DayHours | null =>
  days[weekdays.findIndex((name) => name === weekday)] ?? null

/**
 * Whether a moment lies in somebody's working hours, by the clock of the zone in which they were given: their beginning
 * does, their end does not. Where no hours are known (null) every moment does (SCREEN-1).
 */
export const isWorkingTime = (hours: WeekHours | null, moment: Date): boolean => {
  if (!hours) return true
  const local = localOf(moment, hours.time_zone)
  const day = dayOf(hours, local)
  return day !== null && day.start <= local.clock && local.clock < day.end
}

/** The same of something that lasts: all of it lies in the hours of one day. Without an end it is a moment. */
export const isWithinWorkingHours = (hours: WeekHours | null, start: Date, end: Date = start): boolean => {
  if (!hours || !isWorkingTime(hours, start)) return !hours
  const from = localOf(start, hours.time_zone)
  const to = localOf(end, hours.time_zone)
  return to.date === from.date && to.clock <= (dayOf(hours, from)?.end ?? '')
}
