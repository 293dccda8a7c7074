import dayjs, { type Dayjs } from 'dayjs'
import { isDay } from '../value/dates'
import { unreadTimeIn, withUnreadTime } from '../value/days'

/** The values of a day input and its time input. */
export interface Parts {
  /** 'YYYY-MM-DD', or an invalid text. */
  day: string | null
  /** 'HH:mm', '' for none. */
  clock: string
  /** Input that is not a valid time; '' for none. */
  unread: string
}

export const partsOfMoment = (moment: Dayjs): Parts => ({
  day: moment.format('YYYY-MM-DD'),
  clock: moment.format('HH:mm'),
  unread: '',
})

/** The parts of a text that is not a moment. */
export const partsOfText = (text: string | null): Parts => {
  const unread = text === null ? null : unreadTimeIn(text)
  return { day: unread?.day ?? text, clock: '', unread: unread?.time ?? '' }
}

/** The moment of the parts, or their text where they are not a moment. */
export const momentOrText = ({ day, clock, unread }: Parts): Dayjs | string | null => {
  if (day === null || !isDay(day)) return day
  if (unread) return withUnreadTime(day, unread)
  return clock ? dayjs(`${day}T${clock}`) : day
}

/** Whether a part is invalid, which is reported at once. */
export const isUnreadable = ({ day, unread }: Parts): boolean =>
  unread !== '' || (day !== null && !isDay(day))
