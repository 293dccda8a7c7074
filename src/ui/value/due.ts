import { daysBetween, marketDay } from '../../contract/gas/calendar'
import { isDay } from './dates'
import { localDay } from './days'

/** The time until a due date. */
export interface Due {
  /** 'Due today', '3 days left', 'Overdue by 1 day' */
  text: string
  isOverdue: boolean
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** The day from which the market counts, and its time zone. */
export interface Market {
  day: string
  time_zone: string
}

/**
 * The time until a day or a moment, counted in calendar days of the browser's clock, or of the market's day beside numbers
 * that the server counts by it. A day lasts until its end; a moment is over when it has passed.
 */
export const dueFrom = (now: Date, value: string, market?: Market): Due => {
  const dayOf = (moment: Date) =>
    market ? marketDay(moment.toISOString(), market.time_zone) : localDay(moment)
  const moment = isDay(value) ? null : new Date(value)
  const left = daysBetween(market?.day ?? dayOf(now), moment ? dayOf(moment) : value)
  if (left < 0) return { text: `Overdue by ${days(-left)}`, isOverdue: true }
  if (left > 0) return { text: `${days(left)} left`, isOverdue: false }
  return moment !== null && moment < now
    ? { text: 'Overdue since today', isOverdue: true }
    : { text: 'Due today', isOverdue: false }
}
