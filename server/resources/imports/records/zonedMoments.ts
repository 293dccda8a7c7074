/** Reads moments of a file whose times need not say of which zone they are (IMP-12). */
import { readClockTime } from '../../../../src/contract/clockTime'
import { momentAt, wallClock } from '../../../../src/contract/gas/calendar'
import { dayOf, plainCell, readDay, RefusedCell } from '../cells'
import { isMidnight, writtenDay } from '../writtenDays'

/** The zone of the times in a column: that of the file, unless its header says UTC, as those of exports do. */
export const zoneBelow = (header: string, timeZone: string): string =>
  /\(UTC\)\s*$/i.test(header) ? 'UTC' : timeZone

/**
 * A day, or a moment to the second where the cell tells it. Midnight without a zone is the day, as spreadsheets write it.
 * @param timeZone of times without one
 * @throws RefusedCell
 */
export function readDayOrMoment(cell: string, timeZone: string): string {
  const written = writtenDay(plainCell(cell))
  if (written?.time && (written.time.zone !== null || !isMidnight(written.time))) {
    const { clock: said, seconds, zone } = written.time
    const day = dayOf(written.year, written.month, written.date)
    const clock = readClockTime(said)
    if (clock !== null)
      return zone === null
        ? momentShowing({ day, clock, seconds }, timeZone)
        : `${day}T${clock}${seconds}${zone}`
  }
  try {
    return readDay(cell)
  } catch (error) {
    if (!(error instanceof RefusedCell) || written?.time === null) throw error
    throw new RefusedCell('Enter a date such as 2027-01-05 or 1/5/2027, with a time such as 2:30 PM.')
  }
}

/**
 * The moment at which clocks of a zone show a time: the earlier one where they show it twice, as forms have it.
 * @throws RefusedCell for a time that they leave out.
 */
function momentShowing({ day, clock, seconds }: Shown, timeZone: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const found = momentAt(day, hour, timeZone, minute)
  const anHourBefore = new Date(Date.parse(found) - 3_600_000).toISOString()
  const first = [anHourBefore, found].find((moment) => {
    const shown = wallClock(moment, timeZone)
    return shown.day === day && shown.time === clock
  })
  if (first === undefined)
    throw new RefusedCell(`There is no ${clock} on ${day} in ${timeZone}: clocks are put forward then.`)
  return `${first.slice(0, 16)}${seconds}Z`
}

interface Shown {
  readonly day: string
  readonly clock: string
  readonly seconds: string
}
