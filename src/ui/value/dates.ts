import dayjs from 'dayjs'
import type { Clock } from '../../store/preferences'

/** The formats of the parts, literally (R1): `HH` counts to 24 and still carries AM or PM. */
export const dateFormats = {
  /** Lists and most details. */
  moment: 'MMMM DD, YYYY HH:mm A',
  /** Who keeps an address (ADR-3). */
  momentWithComma: 'MMMM DD, YYYY, HH:mm A',
  /** Start dates in tables. */
  day: 'MM/DD/YYYY',
  /** Start dates in details. */
  namedDay: 'MMM DD, YYYY',
  /** Who changed what, in some details. */
  namedMoment: 'MMM DD, YYYY HH:mm A',
} as const
export type DateFormat = keyof typeof dateFormats

const dayOnly = /^\d{4}-\d{2}-\d{2}$/
const literalClock = 'HH:mm A'

/** The clock of a moment, and that of the start of a day, by what somebody prefers. */
const clocks: Readonly<Record<Clock, { moment: string; day: string; bare: string }>> = {
  standard: { moment: literalClock, day: '[00:00 AM]', bare: 'HH:mm' },
  twelve: { moment: 'h:mm A', day: '[12:00 AM]', bare: 'h:mm A' },
  twentyFour: { moment: 'HH:mm', day: '[00:00]', bare: 'HH:mm' },
}

/** Whether a value is a day without a clock: 'YYYY-MM-DD'. */
export const isDay = (value: string): boolean => dayOnly.test(value)

/** How dayjs writes a time of day that stands by itself, as in a calendar: '18:05', or '6:05 PM'. */
export const timePattern = (clock: Clock): string => clocks[clock].bare

/**
 * A day or a moment in words. A moment is shown by the browser's clock. A day is the same day everywhere:
 * it is read at noon and shown with the clock of its start, so that no time zone can shift it.
 */
export const formatDate = (value: string, format: DateFormat, clock: Clock = 'standard'): string => {
  const pattern = dateFormats[format]
  const { moment, day } = clocks[clock]
  return isDay(value)
    ? dayjs(`${value}T12:00`).format(pattern.replace(literalClock, day))
    : dayjs(value).format(pattern.replace(literalClock, moment))
}
