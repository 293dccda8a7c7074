import dayjs from 'dayjs'
import type { Clock } from '../../store/preferences'

/** The date formats of the parts, literally (R1): `HH` is the 24-hour clock, in spite of AM or PM. */
export const dateFormats = {
  /** Lists and most details. */
  moment: 'MMMM DD, YYYY HH:mm A',
  /** Editor of an address (ADR-3). */
  momentWithComma: 'MMMM DD, YYYY, HH:mm A',
  /** Start dates in tables. */
  day: 'MM/DD/YYYY',
  /** Start dates in details. */
  namedDay: 'MMM DD, YYYY',
  /** Editors, in some details. */
  namedMoment: 'MMM DD, YYYY HH:mm A',
} as const
export type DateFormat = keyof typeof dateFormats

const dayOnly = /^\d{4}-\d{2}-\d{2}$/
const literalClock = 'HH:mm A'

/** The patterns of a moment's time and of a time alone, by preference. */
const clocks: Readonly<Record<Clock, { moment: string; bare: string }>> = {
  standard: { moment: literalClock, bare: 'HH:mm' },
  twelve: { moment: 'h:mm A', bare: 'h:mm A' },
  twentyFour: { moment: 'HH:mm', bare: 'HH:mm' },
}

/** Whether a value is a day without a clock: 'YYYY-MM-DD'. */
export const isDay = (value: string): boolean => dayOnly.test(value)

/** dayjs format of a time alone, as in a calendar: '18:05', or '6:05 PM'. */
export const timePattern = (clock: Clock): string => clocks[clock].bare

/**
 * Formats a day or a moment. A moment is shown in the browser's time zone. A day is the same everywhere: it is read at
 * noon, so that no time zone can shift it, and shown without a time.
 */
export const formatDate = (value: string, format: DateFormat, clock: Clock = 'standard'): string => {
  const pattern = dateFormats[format]
  return isDay(value)
    ? dayjs(`${value}T12:00`).format(pattern.replace(/,? HH:mm A$/, ''))
    : dayjs(value).format(pattern.replace(literalClock, clocks[clock].moment))
}
