/** Hours through a week, by the clock of one time zone. */

/** 'HH:MM' to 'HH:MM' of one day; the end comes after the start. */
export interface DayHours {
  start: string
  end: string
}

export interface WeekHours {
  /** By whose clock, as in 'America/Chicago'. */
  time_zone: string
  /** One entry for each of `weekdays`; null for a day off. */
  days: (DayHours | null)[]
}

/** In the order in which the days of a week are kept and shown. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Names of time zones are shorter. */
export const maxTimeZone = 64

/** A time of the day by which hours begin or end. */
export const clockPattern = '^([01]\\d|2[0-3]):[0-5]\\d$'
const clock = new RegExp(clockPattern)

/** What people are told of hours that cannot be kept. */
export const hoursProblems = {
  clock: 'Enter a time as HH:MM.',
  order: 'End must be after start.',
} as const

export const isClock = (value: unknown): value is string => typeof value === 'string' && clock.test(value)
