import { whyNoTime } from './clockTime'
import { isDay } from './dates'

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

/** A month by its name or the beginning of it, of three letters at least, 1 for January; NaN for anything else. */
const monthNamed = (word: string) => {
  const at = word.length < 3 ? -1 : months.findIndex((name) => name.startsWith(word.toLowerCase()))
  return at < 0 ? Number.NaN : at + 1
}

/** The year that two digits stand for: deals are made in this century. */
const wholeYear = (year: string) => (year.length === 2 ? 2000 : 0) + Number(year)

/** 'YYYY-MM-DD', or null where there is no such day. */
const dayOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere ? date.toISOString().slice(0, 10) : null
}

/** Of one order or the other: null where both make a day, and not the same one. */
const eitherOrder = (year: number, one: number, other: number): string | null => {
  const days = new Set([dayOf(year, one, other), dayOf(year, other, one)].filter((day) => day !== null))
  const [only = null] = days
  return days.size === 1 ? only : null
}

/**
 * A day as people write it, as 'YYYY-MM-DD': 2026-12-05, 12/5/2026 (the month first), 5 Dec 2026, December 5th, 2026.
 * With points or dashes between them, day and month are written in either order: what could be two days is none.
 */
export const readDay = (written: string): string | null => {
  const text = written.trim().replace(/\s+/g, ' ')
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

/** Whether a text is a day, or a moment of one, as values have them: not something that could not be read. */
export const isDayOrMoment = (value: string): boolean => isDay(value) || /^\d{4}-\d{2}-\d{2}T/.test(value)

/** A day and what was typed as its time and could not be read as one: a text that no schema takes. */
export const withUnreadTime = (day: string, time: string): string => `${day} ${time}`

/** The two parts of such a text; null for any other. */
export const unreadTimeIn = (value: string): { day: string; time: string } | null => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (.+)$/.exec(value) ?? []
  return day !== undefined && time !== undefined ? { day, time } : null
}

/** Why a text was not taken as a day. */
export const whyNoDay = (text: string): string =>
  `“${text}” is no date. Write it as 12/31/2026 or 31 Dec 2026.`

/** Why a text was not taken as a day with a time. */
export const whyNoMoment = (text: string): string => {
  const unread = unreadTimeIn(text)
  return unread ? whyNoTime(unread.time) : whyNoDay(text)
}
