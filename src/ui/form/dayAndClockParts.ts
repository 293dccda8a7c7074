import dayjs, { type Dayjs } from 'dayjs'
import { isDay } from '../value/dates'
import { unreadTimeIn, withUnreadTime } from '../value/days'

/** What stands in the boxes for a day and its time. */
export interface Parts {
  /** 'YYYY-MM-DD', or the text that could not be read as a day. */
  day: string | null
  /** 'HH:mm', '' for none. */
  clock: string
  /** What stands there as the time and could not be read as one; '' for nothing. */
  unread: string
}

export const partsOfMoment = (moment: Dayjs): Parts => ({
  day: moment.format('YYYY-MM-DD'),
  clock: moment.format('HH:mm'),
  unread: '',
})

/** The parts of a text that tells no moment. */
export const partsOfText = (text: string | null): Parts => {
  const unread = text === null ? null : unreadTimeIn(text)
  return { day: unread?.day ?? text, clock: '', unread: unread?.time ?? '' }
}

/** The moment that parts tell, or the text that they are where they tell none. */
export const momentOrText = ({ day, clock, unread }: Parts): Dayjs | string | null => {
  if (day === null || !isDay(day)) return day
  if (unread) return withUnreadTime(day, unread)
  return clock ? dayjs(`${day}T${clock}`) : day
}

/** Whether one of them could not be read, which is told at once. */
export const isUnreadable = ({ day, unread }: Parts): boolean =>
  unread !== '' || (day !== null && !isDay(day))
