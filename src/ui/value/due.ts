import dayjs from 'dayjs'
import { isDay } from './dates'

/** The time until a due date. */
export interface Due {
  /** 'Due today', '3 days left', 'Overdue by 1 day' */
  text: string
  isOverdue: boolean
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/**
 * The time until a day or a moment, counted in calendar days of the browser's clock. A day lasts until its end; a
 * moment is over when it has passed.
 */
export const dueFrom = (now: Date, value: string): Due => {
  const today = dayjs(now).startOf('day')
  const due = dayjs(isDay(value) ? `${value}T12:00` : value)
  const left = Math.round(due.startOf('day').diff(today, 'day', true))
  if (left < 0) return { text: `Overdue by ${days(-left)}`, isOverdue: true }
  if (left > 0) return { text: `${days(left)} left`, isOverdue: false }
  const hasPassed = !isDay(value) && due.valueOf() < now.getTime()
  return hasPassed
    ? { text: 'Overdue since today', isOverdue: true }
    : { text: 'Due today', isOverdue: false }
}
