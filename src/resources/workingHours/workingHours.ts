import { weekdays, type DayHours, type WeekHours } from '../../contract/weekHours'

/** A moment in a time zone. */
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

/** Cached: creating one is slower than all its uses for a calendar's week. */
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
    // A zone that the server knows and this browser does not: the browser's own is the closest.
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
 * Whether a moment is within the working hours of a user, in the time zone of these hours: inclusive of their start,
 * exclusive of their end. Without known hours (null) every moment is (SCREEN-1).
 */
export const isWorkingTime = (hours: WeekHours | null, moment: Date): boolean => {
  if (!hours) return true
  const local = localOf(moment, hours.time_zone)
  const day = dayOf(hours, local)
  return day !== null && day.start <= local.clock && local.clock < day.end
}

/** The same for a period: all of it is within the hours of one day. Without an end it is a moment. */
export const isWithinWorkingHours = (hours: WeekHours | null, start: Date, end: Date = start): boolean => {
  if (!hours || !isWorkingTime(hours, start)) return !hours
  const from = localOf(start, hours.time_zone)
  const to = localOf(end, hours.time_zone)
  return to.date === from.date && to.clock <= (dayOf(hours, from)?.end ?? '')
}
