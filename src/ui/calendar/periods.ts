import dayjs from 'dayjs'
import { boundsOf, daysOf, thisWeek, weekAfter, weekOf, weekTitle, type CalendarEntry } from './weeks'

/** The calendar views: the grid of a month, the hours of a week, or the days of a week as a list. */
export const calendarViews = ['month', 'week', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

/** The displayed period: a view, and a day in it, 'YYYY-MM-DD', by the browser's clock. */
export interface Period {
  view: CalendarView
  date: string
}

const written = 'YYYY-MM-DD'

export const dayOf = (moment: dayjs.ConfigType): string => dayjs(moment).format(written)

export const today = (): string => dayOf(new Date())

/** Noon is on the same day in spite of DST changes. */
const noonOf = (date: string) => dayjs(`${date}T12:00`)

/** Start and end of the displayed period, in epoch seconds; a month includes all of its first and last week. */
export const periodBounds = ({ view, date }: Period): { start: number; end: number } => {
  if (view !== 'month') return boundsOf(weekOf(noonOf(date)))
  const first = boundsOf(weekOf(noonOf(date).startOf('month')))
  const last = boundsOf(weekOf(noonOf(date).endOf('month')))
  return { start: first.start, end: last.end }
}

/** Weeks of which a month has days, at most. */
const weeksOfMonth = 6

/**
 * The days of a period with events; of a month only its own.
 * @param timePattern dayjs format of a time of day
 */
export const daysIn = ({ view, date }: Period, entries: readonly CalendarEntry[], timePattern: string) => {
  if (view !== 'month') return daysOf(weekOf(noonOf(date)), entries, timePattern)
  const first = weekOf(noonOf(date).startOf('month'))
  return Array.from({ length: weeksOfMonth }, (_, weeks) => weekAfter(first, weeks))
    .flatMap((week) => daysOf(week, entries, timePattern))
    .filter(({ day }) => day.startsWith(date.slice(0, 7)))
}

/** 'November 2026', 'Nov 15 – Nov 21, 2026' */
export const periodTitle = ({ view, date }: Period): string =>
  view === 'month' ? noonOf(date).format('MMMM YYYY') : weekTitle(weekOf(noonOf(date)))

/** The start of the month or week so many steps later; today if that is the current one. */
export const periodAfter = ({ view, date }: Period, steps: number): Period => {
  const next =
    view === 'month'
      ? dayOf(noonOf(date).startOf('month').add(steps, 'month'))
      : weekAfter(weekOf(noonOf(date)), steps)
  const isPresent =
    view === 'month' ? next.slice(0, 7) === today().slice(0, 7) : weekOf(noonOf(next)) === thisWeek()
  return { view, date: isPresent ? today() : next }
}
