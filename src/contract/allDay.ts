/**
 * Whole days of an activity. They are the same days in every time zone: `start` is midnight UTC of the first one, `end`
 * midnight UTC after the last one, as in the calendar files and services that activities go to.
 */
export const secondsOfDay = 86_400

/** The first second of a day in UTC, 'YYYY-MM-DD'. */
export const dayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1_000

/** The day on which a moment lies in UTC, 'YYYY-MM-DD'. */
export const dayAt = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10)

/** The first and the last day of an activity that takes whole days. */
export const daysFrom = ({ start, end }: { start: number; end: number | null }) => ({
  first: dayAt(start),
  last: dayAt(Math.max(start, (end ?? start) - secondsOfDay)),
})

/** Whether a moment is where a day begins. */
export const isDayStart = (seconds: number): boolean => seconds % secondsOfDay === 0
