/** Weekly hours in one time zone. */

/** 'HH:MM' to 'HH:MM' of one day; the end is after the start. */
export interface DayHours {
  start: string
  end: string
}

export interface WeekHours {
  /** IANA name of the time zone, such as 'America/Chicago'. */
  time_zone: string
  /** One entry for each of `weekdays`; null for a day off. */
  days: (DayHours | null)[]
}

/** In the order in which the days of a week are stored and shown. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Maximum length of a time zone's name. */
export const maxTimeZone = 64

/** A time of day at which hours start or end. */
export const clockPattern = '^([01]\\d|2[0-3]):[0-5]\\d$'
const clock = new RegExp(clockPattern)

/** Error texts of invalid hours. */
export const hoursProblems = {
  clock: 'Enter a time as HH:MM.',
  order: 'End must be after start.',
} as const

export const isClock = (value: unknown): value is string => typeof value === 'string' && clock.test(value)
