import { monthNamed } from '../../../contract/monthNames'

/** A month, from 0, and its year where given. */
export interface MonthLabel {
  month: number
  year: number | null
}

/** Order of day and month in a numeric date. */
type Order = 'month first' | 'day first'

const name = String.raw`(?<name>[a-z]{3,9})`
const year = String.raw`(?<year>\d{4}|\d{2})`
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
const named = [
  String.raw`^${name}[.:]?$`,
  String.raw`^${name}[.,]?[ '’/.-]*${year}$`,
  String.raw`^${name}[.,]?[ -]*${day}[, -]+${year}$`,
  String.raw`^(?<year>\d{4})[ ,/.-]*${name}\.?$`,
  String.raw`^${day}[ .-]*${name}\.?$`,
  String.raw`^${day}[ .-]*${name}[ .,-]*${year}$`,
].map((pattern) => new RegExp(pattern, 'i'))
const numeric = [
  /^(?<month>\d{1,2})[/.-](?<year>\d{4})$/,
  /^(?<year>\d{4})[/.-](?<month>\d{1,2})$/,
  /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})\/(?<year>\d{2})$/,
]
const bothOrders = /^(?<one>\d{1,2})(?<between>[/.-])(?<other>\d{1,2})\k<between>(?<year>\d{4}|\d{2})$/
/** The time that spreadsheets and exports append to a date. */
const clock = /(?: |T)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?Z?$/i

const wholeYear = (digits: string | undefined) =>
  digits === undefined ? null : Number(digits) + (digits.length === 2 ? 2000 : 0)

const label = (month: number, digits: string | undefined): MonthLabel | null =>
  month >= 0 && month <= 11 ? { month, year: wholeYear(digits) } : null

/** 'Jan', 'September', '1/2027', '2027-01', 'Jan-27', '01/31/2027' … as a month; null for other texts. */
const readMonth = (text: string, order: Order = 'month first'): MonthLabel | null => {
  const date = text.replace(clock, '').trim()
  for (const pattern of named) {
    const groups = pattern.exec(date)?.groups
    if (groups && Number(groups.day ?? 1) <= 31)
      return label((monthNamed(groups.name ?? '') ?? 0) - 1, groups.year)
  }
  for (const pattern of numeric) {
    const groups = pattern.exec(date)?.groups
    if (groups) return label(Number(groups.month) - 1, groups.year)
  }
  const groups = bothOrders.exec(date)?.groups
  if (!groups) return null
  const [month, dayOfMonth] =
    order === 'month first' ? [groups.one, groups.other] : [groups.other, groups.one]
  return Number(dayOfMonth) <= 31 && Number(dayOfMonth) > 0 ? label(Number(month) - 1, groups.year) : null
}

const isDate = (text: string) => bothOrders.test(text.replace(clock, '').trim())

/** Whether a text is a month, in either order of its numbers. */
export const isMonth = (text: string): boolean =>
  readMonth(text) !== null || readMonth(text, 'day first') !== null

const isSame = (one: (MonthLabel | null)[], other: (MonthLabel | null)[]) =>
  one.every((each, index) => each?.month === other[index]?.month)

/**
 * The months of a line of cells, null for each other cell. Numeric dates are read in one order, month first unless one
 * of them is invalid then; null as a whole where dates without slashes are ambiguous.
 */
export const readMonths = (texts: readonly string[]): (MonthLabel | null)[] | null => {
  const monthFirst = texts.map((text) => readMonth(text))
  const dates = texts.filter(isDate)
  if (dates.length === 0) return monthFirst
  const dayFirst = texts.map((text) => readMonth(text, 'day first'))
  const fits = (order: Order) => dates.every((text) => readMonth(text, order) !== null)
  if (!fits('month first')) return fits('day first') ? dayFirst : null
  const isSettled = !fits('day first') || dates.every((text) => text.includes('/'))
  return isSettled || isSame(monthFirst, dayFirst) ? monthFirst : null
}

/** Whether a text contains a month among other words. */
export const mentionsMonth = (text: string): boolean =>
  (text.match(/[a-z]{3,}/gi) ?? []).some((word) => monthNamed(word) !== null)
