import { earliestYear } from '../../contract/limits'
import { monthNamed } from '../../contract/monthNames'
import { tidyText } from '../../contract/textRules'
import { whyNoTime } from './clockTime'
import { isDay } from './dates'

/** Maximum number of years by which two-digit years are in the future. */
const yearsAhead = 50

/** The written year: two digits are of this century, or of the last one where that is nearer. */
const wholeYear = (year: string) => {
  if (year.length > 2) return Number(year)
  const ofThisCentury = 2000 + Number(year)
  return ofThisCentury - new Date().getFullYear() > yearsAhead ? ofThisCentury - 100 : ofThisCentury
}

/** 'YYYY-MM-DD', or null for an invalid day. */
const dayOf = (year: number, month: number | null, day: number): string | null => {
  // Years that dayjs would read as those of the last century are invalid.
  if (year < earliestYear || month === null) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere ? date.toISOString().slice(0, 10) : null
}

/** Reads either order of day and month: null where both are valid and different. */
const eitherOrder = (year: number, one: number, other: number): string | null => {
  const days = new Set([dayOf(year, one, other), dayOf(year, other, one)].filter((day) => day !== null))
  const [only = null] = days
  return days.size === 1 ? only : null
}

/**
 * Parses a written day to 'YYYY-MM-DD': 2026-12-05, 12/5/2026 (month first), 5 Dec 2026, December 5th, 2026. With
 * points or dashes, day and month may be in either order: ambiguous dates are invalid.
 */
export const readDay = (written: string): string | null => {
  // Windows puts direction marks into the dates that it shows.
  const text = tidyText(written, 'identifier').replace(/\s+/g, ' ')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))

  const numbers = /^(\d{1,2}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})$/.exec(text)
  if (numbers) {
    const [, one = '', separator, other = '', year = ''] = numbers
    const read = separator === '/' ? dayOf : eitherOrder
    return read(wholeYear(year), Number(one), Number(other))
  }

  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]*([a-z]+)[ .,-]*(\d{4}|\d{2})$/i.exec(text)
  if (dayFirst) return dayOf(wholeYear(dayFirst[3] ?? ''), monthNamed(dayFirst[2] ?? ''), Number(dayFirst[1]))
  const monthFirst = /^([a-z]+)[ .-]*(\d{1,2})(?:st|nd|rd|th)?[ ,.-]+(\d{4}|\d{2})$/i.exec(text)
  if (!monthFirst) return null
  return dayOf(wholeYear(monthFirst[3] ?? ''), monthNamed(monthFirst[1] ?? ''), Number(monthFirst[2]))
}

/** The day of a moment at the user's place, 'YYYY-MM-DD'. */
export const localDay = (moment: Date): string =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

/** The day at the user's place, 'YYYY-MM-DD'. */
export const localToday = (): string => localDay(new Date())

/** As readDay, for past days: a two-digit year is of the last century where this one's day is in the future. */
export const readPastDay = (written: string): string | null => {
  const day = readDay(written)
  const isShort = !/\d{4}/.test(written)
  return day !== null && isShort && day > localToday()
    ? `${Number(day.slice(0, 4)) - 100}${day.slice(4)}`
    : day
}

/** Whether a text is a valid day or moment value, not invalid input. */
export const isDayOrMoment = (value: string): boolean => isDay(value) || /^\d{4}-\d{2}-\d{2}T/.test(value)

/** A day with an invalid time: a text that no schema accepts. */
export const withUnreadTime = (day: string, time: string): string => `${day} ${time}`

/** The two parts of such a text; null for any other. */
export const unreadTimeIn = (value: string): { day: string; time: string } | null => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (.+)$/.exec(value) ?? []
  return day !== undefined && time !== undefined ? { day, time } : null
}

/** The error of an invalid day. */
export const whyNoDay = (text: string): string =>
  `“${text}” is no date. Write it as 12/31/2026 or 31 Dec 2026.`

/** The error of an invalid day with a time. */
export const whyNoMoment = (text: string): string => {
  const unread = unreadTimeIn(text)
  return unread ? whyNoTime(unread.time) : whyNoDay(text)
}
