/** Reads the cells of imported tables: dates, months, numbers; what can be read in two ways is refused (GAS-7). */
import { dayProblem } from '../../../src/contract/dayLimits'
import type { GasUnit } from '../../../src/contract/gas/choices'
import { hasTooManyDigits, numberProblem } from '../../../src/contract/numbers'
import { maxDigits } from '../../../src/contract/limits'
import { monthNamed } from '../../../src/contract/monthNames'
import { problems } from '../../../src/contract/problems'
import { textProblem, tidyText } from '../../../src/contract/textRules'
import { writtenUnits, type Measure } from '../../../src/contract/writtenUnits'
import { isMidnight, writtenDay } from './writtenDays'

/** A cell that cannot be used, with the reason for people. */
export class RefusedCell extends Error {}

/** A cell with a number, a day or the like, without the invisible characters that are copied with it (K8). */
export const plainCell = (cell: string): string => tidyText(cell, 'identifier')

/** Days from the epoch of spreadsheets to that of the calendar. */
const spreadsheetEpoch = 25_569
/** Days between that epoch and the one of workbooks that count from 1904 on. */
export const from1900To1904 = 1_462
const dayLength = 86_400_000
const serialDay = /^[1-9]\d{4}(\.0+)?$/

const dayOfSerial = (days: number): string => new Date(days * dayLength).toISOString().slice(0, 10)

/** A cell of a workbook that counts days from 1904 on: the day that a plain number is; others as they are. */
export const dayFrom1904 = (cell: string): string =>
  serialDay.test(plainCell(cell))
    ? dayOfSerial(Number(plainCell(cell)) - spreadsheetEpoch + from1900To1904)
    : cell

/** @throws RefusedCell for a day that there is not. */
export const dayOf = (year: number, month: number, date: number): string => {
  if (year === 1900 && month === 2 && date === 29)
    throw new RefusedCell('There was no 29 February 1900, though spreadsheets count it.')
  const moment = new Date(Date.UTC(year, month - 1, date))
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== date || year < 1900 || year > 9_999)
    throw new RefusedCell('There is no such day.')
  return moment.toISOString().slice(0, 10)
}

/** A day: one of `writtenDays.ts`, without a time but that of midnight, or the number of days by which spreadsheets count. */
export function readDay(cell: string): string {
  const text = plainCell(cell)
  if (text === '') throw new RefusedCell(problems.required)
  if (serialDay.test(text)) return dayOfSerial(Number(text) - spreadsheetEpoch)
  const written = writtenDay(text)
  if (!written) throw new RefusedCell('Enter a date such as 2027-01-05 or 1/5/2027.')
  const { year, month, date, time } = written
  const day = dayOf(year, month, date)
  // The time of a workbook's cell is that of its place: the day is the same.
  if (time === null || isMidnight(time) || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) return day
  throw new RefusedCell('Enter a date such as 2027-01-05 or 1/5/2027, without a time.')
}

/** A day within the limits of a field. */
export function readDayOf(cell: string, field: Parameters<typeof dayProblem>[1]): string {
  const day = readDay(cell)
  const problem = dayProblem(day, field)
  if (problem !== null) throw new RefusedCell(problem)
  return day
}

/** A month: YYYY-MM, M/YYYY, a month's name and year, or a day of it. */
export function readMonth(cell: string): string {
  const text = plainCell(cell)
  const parts =
    /^(?<year>\d{4})-(?<month>\d{1,2})$/.exec(text)?.groups ??
    /^(?<month>\d{1,2})\/(?<year>\d{4})$/.exec(text)?.groups
  if (parts) return dayOf(Number(parts['year']), Number(parts['month']), 1).slice(0, 7)
  const named = /^([a-z]+)[\s-]*(?:(\d{4})|'?(\d{2}))$/i.exec(text)
  const month = monthNamed(named?.[1] ?? '')
  if (named && month !== null) return dayOf(Number(named[2] ?? `20${named[3]}`), month, 1).slice(0, 7)
  try {
    return readDay(text).slice(0, 7)
  } catch (error) {
    if (error instanceof RefusedCell && text !== '') throw new RefusedCell('Write the month as YYYY-MM.')
    throw error
  }
}

/** Digits with what separates them: points, commas, and spaces, also those that do not break. */
const written = '(?<digits>[\\d.,](?:[\\d., \\u00A0\\u202F]*[\\d.,])?)'

/** Where a sign and a dollar sign may stand about the digits: -$1, $-1, ($1), $(1), $1-. */
const numberForms = [
  `(?<minus>-)?\\s*\\$?\\s*${written}`,
  `\\$\\s*(?<minus>-)\\s*${written}`,
  `(?<minus>\\()\\s*\\$?\\s*${written}\\s*\\)`,
  `\\$\\s*(?<minus>\\()\\s*${written}\\s*\\)`,
  `\\$?\\s*${written}\\s*(?<minus>-)`,
].map((form) => new RegExp(`^${form}$`))

/** Thousands with one kind of separator between them. */
const grouped = /^[1-9]\d{0,2}(?<separator>[, \u00A0\u202F])\d{3}(?:\k<separator>\d{3})*(?:\.\d*)?$/

/**
 * A number: with commas or spaces between thousands, in parentheses or with a minus before or after it as a negative
 * one, with a dollar sign before it. Exponents are refused, and so is a comma that may stand for the decimal point (0,125).
 */
export function readNumber(cell: string): number {
  const text = plainCell(cell)
  if (text === '') throw new RefusedCell(problems.required)
  const found = numberForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  let digits = found?.['digits'] ?? ''
  if (/[^\d.]/.test(digits)) {
    if (!grouped.test(digits)) throw new RefusedCell(problems.separators)
    digits = digits.replaceAll(/[^\d.]/g, '')
  }
  if (!/^(\d+\.?\d*|\.\d+)$/.test(digits)) throw new RefusedCell(problems.number)
  if (hasTooManyDigits(digits)) throw new RefusedCell(problems.digits(maxDigits))
  return (found?.['minus'] === undefined ? 1 : -1) * Number(digits) + 0
}

/** A number within the limits of a field. */
export function readNumberOf(cell: string, field: Parameters<typeof numberProblem>[1]): number {
  const value = readNumber(cell)
  const problem = numberProblem(value, field)
  if (problem !== null) throw new RefusedCell(problem)
  return value
}

/** What may be lacking; null for an empty cell. */
export const readOptional = <T>(cell: string, read: (cell: string) => T): T | null =>
  plainCell(cell) === '' ? null : read(cell)

/** A text, whose leading zeros stay; null for an empty cell. Unless it may have several lines, it becomes one. */
export function readText(cell: string, max: number, shape: 'line' | 'lines' = 'line'): string | null {
  const text = tidyText(shape === 'line' ? cell.replaceAll(/\s+/g, ' ') : cell, shape)
  if (text === '') return null
  const problem = textProblem(text, shape)
  if (problem) throw new RefusedCell(problem)
  if (text.length > max) throw new RefusedCell(problems.tooLong(max))
  return text
}

/** The unit that a cell names, of quantities unless it says of what. */
export function readUnit(cell: string, measure: Measure = 'period'): GasUnit {
  const {
    units: [unit, ...others],
    doubt,
  } = writtenUnits(cell, measure)
  if (unit === undefined || others.length > 0 || doubt !== null)
    throw new RefusedCell(
      `'${cell.trim().slice(0, 40)}' is no unit that is known. Write dth, th, mcf or ccf.`,
    )
  return unit
}

/** What the header of a column of quantities or prices says of their unit. */
export interface HeaderUnit {
  /** Null where it names none, or several. */
  readonly unit: GasUnit | null
  /** Why its numbers are of no unit that is known; null where nothing speaks against that. */
  readonly doubt: string | null
}

export function unitOfHeader(header: string, measure: Measure): HeaderUnit {
  const { units, doubt } = writtenUnits(header, measure)
  const [unit = null, ...others] = units
  const said = header.trim().slice(0, 60)
  return {
    unit: others.length > 0 ? null : unit,
    doubt: doubt === null ? null : `The heading says “${said}”: ${doubt}`,
  }
}

/** @throws RefusedCell for a number below a header whose unit is in doubt. */
export function assertHeaded({ doubt }: HeaderUnit): void {
  if (doubt !== null) throw new RefusedCell(doubt)
}

/** Yes or no; an empty cell is no. */
export function readYesNo(cell: string): boolean {
  const text = plainCell(cell).toLowerCase()
  if (['', 'no', 'n', 'false', '0'].includes(text)) return false
  if (['yes', 'y', 'true', '1', 'x'].includes(text)) return true
  throw new RefusedCell('Write yes or no.')
}
