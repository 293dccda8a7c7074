import dayjs from 'dayjs'

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
const clock = 'HH:mm A'

/** Whether a value is a day without a clock: 'YYYY-MM-DD'. */
export const isDay = (value: string): boolean => dayOnly.test(value)

/**
 * A day or a moment in words. A moment is shown by the browser's clock. A day is the same day everywhere:
 * it is read at noon and shown with the clock of its start, so that no time zone can shift it.
 */
export const formatDate = (value: string, format: DateFormat): string => {
  const pattern = dateFormats[format]
  return isDay(value)
    ? dayjs(`${value}T12:00`).format(pattern.replace(clock, '[00:00 AM]'))
    : dayjs(value).format(pattern)
}
