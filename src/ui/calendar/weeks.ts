import dayjs from 'dayjs'

/** Something that happens. */
export interface CalendarEntry {
  id: number
  title: string
  /** Epoch seconds. */
  start: number
  end: number
}

/** A week by its first day: 'YYYY-MM-DD'. */
export type Week = string

const written = 'YYYY-MM-DD'
const days = 7

/** Noon is the same day wherever clocks change. */
const firstDayOf = (week: Week) => dayjs(`${week}T12:00`)

/** The week of a moment, by the browser's clock. It begins as dayjs has it, like those of the date pickers: on Sunday. */
export const weekOf = (moment: dayjs.ConfigType): Week => dayjs(moment).startOf('week').format(written)

export const thisWeek = (): Week => weekOf(new Date())

/** The week so many weeks later. */
export const weekAfter = (week: Week, weeks: number): Week =>
  firstDayOf(week)
    .add(weeks * days, 'day')
    .format(written)

/** Where a week begins and where the next one does, in epoch seconds. */
export const boundsOf = (week: Week) => ({
  start: firstDayOf(week).startOf('day').unix(),
  end: firstDayOf(weekAfter(week, 1)).startOf('day').unix(),
})

/** 'Nov 15 – Nov 21, 2026' */
export const weekTitle = (week: Week): string =>
  `${firstDayOf(week).format('MMM DD')} – ${firstDayOf(week)
    .add(days - 1, 'day')
    .format('MMM DD, YYYY')}`

interface Line {
  id: number
  /** '09:00 – 09:30'; the beginning alone where nothing else is known, none for a day that something only goes on. */
  time: string
  title: string
}

const lineOf = (
  { id, title, start, end }: CalendarEntry,
  from: number,
  until: number,
  timePattern: string,
): Line => {
  const clock = (seconds: number) => dayjs.unix(seconds).format(timePattern)
  const begin = start >= from ? clock(start) : ''
  const close = end > start && end <= until ? clock(end) : ''
  if (begin === '' && close === '') return { id, title, time: 'All day' }
  if (begin === '') return { id, title, time: `until ${close}` }
  return { id, title, time: close ? `${begin} – ${close}` : begin }
}

/**
 * The days of a week on which something happens; what goes over midnight stands on each of its days.
 * @param timePattern how dayjs writes a time of day
 */
export const daysOf = (week: Week, entries: readonly CalendarEntry[], timePattern: string) =>
  Array.from({ length: days }, (_, index) => firstDayOf(week).add(index, 'day'))
    .map((day) => {
      const from = day.startOf('day').unix()
      const until = day.add(1, 'day').startOf('day').unix()
      const goesOn = ({ start, end }: CalendarEntry) => start < until && (end > from || start >= from)
      return {
        day: day.format(written),
        title: day.format('dddd, MMMM DD'),
        lines: entries.filter(goesOn).map((entry) => lineOf(entry, from, until, timePattern)),
      }
    })
    .filter(({ lines }) => lines.length > 0)
