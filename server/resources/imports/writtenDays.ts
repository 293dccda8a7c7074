/** The forms in which files write days, with or without a time of day: those that can be read in one way only (GAS-7). */
import { monthNamed } from '../../../src/contract/monthNames'

/** What a cell says of a day, which there need not be. */
interface WrittenDay {
  readonly year: number
  readonly month: number
  readonly date: number
  /** Null where there is none. */
  readonly time: WrittenTime | null
}

interface WrittenTime {
  /** Hours and minutes, with AM or PM where it says so. */
  readonly clock: string
  /** ':30' with their fraction; '' for none. */
  readonly seconds: string
  /** 'Z', or '-05:00'; null where it does not say of which zone it is. */
  readonly zone: string | null
}

const dayForms = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<date>\d{1,2})$/,
  /^(?<month>\d{1,2})\/(?<date>\d{1,2})\/(?<year>\d{4})$/,
  // January 5, 2027
  /^(?<name>[a-z]+)\.? (?<date>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/i,
  // 5-Jan-2027
  /^(?<date>\d{1,2})(?:st|nd|rd|th)?(?<between>[ -])(?<name>[a-z]+)\.?\k<between>(?<year>\d{4})$/i,
]

const timeAtEnd =
  /(?:,? |T)(?<clock>\d{1,2}:\d\d)(?<seconds>:[0-5]\d(?:\.\d{1,9})?)?(?: ?(?<half>[ap])\.?m\.?)?(?: ?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d))?$/i

/** Whether a time of day is that which spreadsheets write beside a day. */
export const isMidnight = ({ clock, seconds }: WrittenTime): boolean =>
  /^(?:0{1,2}:00|12:00 am|0{1,2}:00 am)$/.test(clock) && /^(?::00(?:\.0+)?)?$/.test(seconds)

/** Reads a text as a day; null for one that has none of the forms. */
export function writtenDay(cell: string): WrittenDay | null {
  const text = cell.replaceAll(/\s+/g, ' ')
  const found = timeAtEnd.exec(text)
  const day = text.slice(0, found?.index)
  const parts = dayForms.map((form) => form.exec(day)?.groups).find((groups) => groups !== undefined)
  const month = parts?.['month'] ?? monthNamed(parts?.['name'] ?? '')
  if (!parts || month === null) return null
  return {
    year: Number(parts['year']),
    month: Number(month),
    date: Number(parts['date']),
    time: timeOf(found),
  }
}

function timeOf(found: RegExpExecArray | null): WrittenTime | null {
  if (!found?.groups) return null
  const { clock = '', seconds = '', half, zone } = found.groups
  return {
    clock: half === undefined ? clock : `${clock} ${half.toLowerCase()}m`,
    seconds,
    zone: zone === undefined ? null : zone.replace(/^[a-z]+$/i, 'Z').replace(/(\d\d)(\d\d)$/, '$1:$2'),
  }
}
