import dayjs from 'dayjs'
import { daysFrom } from '../../contract/allDay'
import type { Time } from './moving'
import { clockSpan, clockText } from './wallClock'

const day = 'dddd, MMMM D'

const noonOf = (date: string) => dayjs(`${date}T12:00`)

/**
 * 'Tuesday, November 17, 09:00 – 09:30', 'Tuesday, November 17, all day'
 * @param clock dayjs format of a time of day
 */
export const timeText = ({ start, end, isAllDay }: Time, clock: string): string => {
  if (isAllDay) {
    const { first, last } = daysFrom({ start, end })
    const begin = noonOf(first).format(day)
    return `${first === last ? begin : `${begin} – ${noonOf(last).format(day)}`}, all day`
  }
  const from = dayjs.unix(start)
  const until = dayjs.unix(end)
  const begin = `${from.format(day)}, `
  if (end === start) return begin + clockText(start, clock)
  if (until.isSame(from, 'day')) return begin + clockSpan(start, end, clock)
  return `${begin}${clockText(start, clock)} – ${until.format(day)}, ${clockText(end, clock)}`
}
