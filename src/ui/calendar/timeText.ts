import dayjs from 'dayjs'
import type { Time } from './moving'

const day = 'dddd, MMMM D'

/**
 * 'Tuesday, November 17, 09:00 – 09:30'
 * @param clock how dayjs writes a time of day
 */
export const timeText = ({ start, end }: Time, clock: string): string => {
  const from = dayjs.unix(start)
  const until = dayjs.unix(end)
  const begin = from.format(`${day}, ${clock}`)
  if (end === start) return begin
  return `${begin} – ${until.format(until.isSame(from, 'day') ? clock : `${day}, ${clock}`)}`
}
