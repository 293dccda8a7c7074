import dayjs from 'dayjs'

const minute = 60_000
const halfDay = 43_200_000

/**
 * The browser's local clock time at a moment, encoded as the moment with the same clock time in UTC. Days of such
 * readings always have 24 hours, so a grid that calculates with them aligns events with its hour labels.
 */
export const readingOf = (moment: Date): Date =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * minute)

/** The moment of a clock reading: the first of two for a repeated reading, the shifted one for a skipped reading. */
export const momentOf = (reading: Date): Date =>
  new Date(
    reading.getUTCFullYear(),
    reading.getUTCMonth(),
    reading.getUTCDate(),
    reading.getUTCHours(),
    reading.getUTCMinutes(),
    reading.getUTCSeconds(),
  )

/** A reading with a known moment, which may be the second one of a repeated reading. */
export class KnownReading extends Date {
  constructor(
    readonly seconds: number,
    /** Display position, if not its reading. */
    drawn: Date = readingOf(new Date(seconds * 1_000)),
  ) {
    super(drawn)
  }
}

/** The moment of a reading, in epoch seconds. */
export const secondsOf = (reading: Date): number =>
  reading instanceof KnownReading ? reading.seconds : momentOf(reading).getTime() / 1_000

/**
 * Display position of an event. An event whose end has an earlier clock time than its start, across the end of DST,
 * gets its real duration.
 */
export const readingsOf = ({ start, end }: { start: number; end: number }) => {
  const begin = new KnownReading(start)
  const close = new KnownReading(end)
  const isSetBack = end > start && close.getTime() <= begin.getTime()
  const drawn = new Date(begin.getTime() + (end - start) * 1_000)
  return { start: begin, end: isSetBack ? new KnownReading(end, drawn) : close }
}

/**
 * Start and end of an event selected by readings: of repeated readings, the moments in order whose distance is that of
 * the readings.
 */
export const momentsBetween = (from: Date, until: Date): { start: number; end: number } => {
  const starts = momentsOf(from)
  const ends = momentsOf(until)
  const pairs = starts.flatMap((start) => ends.map((end) => ({ start, end })))
  const length = (until.getTime() - from.getTime()) / 1_000
  const first = pairs[0] ?? { start: secondsOf(from), end: secondsOf(until) }
  return (
    pairs.find(({ start, end }) => end - start === length) ??
    pairs.find(({ start, end }) => end > start) ??
    first
  )
}

/** The one or two moments of a reading; the known moment where the reading has one. */
const momentsOf = (reading: Date): number[] => {
  if (reading instanceof KnownReading) return [reading.seconds]
  const first = momentOf(reading)
  const other = otherMoment(first)
  return [first, ...(other ? [other] : [])].map((moment) => moment.getTime() / 1_000)
}

/** Of the moments with the same clock time as this one, the nearest to another, in epoch seconds. */
export const nearestAlike = (seconds: number, to: number): number => {
  const other = otherMoment(at(seconds))
  const second = other ? other.getTime() / 1_000 : seconds
  return Math.abs(second - to) < Math.abs(seconds - to) ? second : seconds
}

/** The other moment with the same clock time, where DST ends; null for none. */
const otherMoment = (moment: Date): Date | null => {
  const reading = readingOf(moment).getTime()
  for (const beside of [-halfDay, halfDay]) {
    const offset = new Date(moment.getTime() + beside).getTimezoneOffset()
    const other = new Date(reading + offset * minute)
    if (other.getTime() !== moment.getTime() && other.getTimezoneOffset() === offset) return other
  }
  return null
}

const zoneNames = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })

/** Short name of the browser's zone at a moment: 'EST'. */
export const zoneAt = (moment: Date): string =>
  zoneNames.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** Short names of the browser's zone within a period: 'EST', 'EDT/EST'. */
export const zonesBetween = ({ start, end }: { start: number; end: number }): string =>
  [...new Set([start, end].map((seconds) => zoneAt(at(seconds))))].join('/')

const at = (seconds: number) => new Date(seconds * 1_000)

/**
 * A time of day; with the zone's name for a repeated clock time: '01:30 EST'.
 * @param pattern dayjs format of a time of day
 */
export const clockText = (seconds: number, pattern: string): string => {
  const text = dayjs.unix(seconds).format(pattern)
  return otherMoment(at(seconds)) === null ? text : `${text} ${zoneAt(at(seconds))}`
}

/**
 * A span of clock times; repeated ones get the zone's name where the span would be ambiguous: '01:30 – 01:00 EST',
 * '01:30 EDT – 02:15'.
 */
export const clockSpan = (start: number, end: number, pattern: string): string => {
  const other = otherMoment(at(start))
  const isClear =
    other === null ||
    // Not ambiguous: it would be after the end.
    other.getTime() > end * 1_000 ||
    // The zone's name at the end applies to both.
    (otherMoment(at(end)) !== null && zoneAt(at(start)) === zoneAt(at(end)))
  const begin = isClear ? dayjs.unix(start).format(pattern) : clockText(start, pattern)
  return `${begin} – ${clockText(end, pattern)}`
}
