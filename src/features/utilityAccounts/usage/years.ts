import { addMonths, monthOf, monthsFrom } from '../../../contract/gas/calendar'
import type { UsageMonthAnswer } from '../../../contract/usage'

/** Months that are shown, up to the one of today. */
const shownMonths = 36

/** The first of the shown months. */
export const firstMonth = (today: string): string => addMonths(monthOf(today), 1 - shownMonths)

/** The months of a year, January first; undefined where nothing is known or shown. */
export interface UsageYear {
  year: string
  months: readonly (UsageMonthAnswer | undefined)[]
}

/** Shown months by their years, the earliest first. */
export function yearsOf(today: string, usage: readonly UsageMonthAnswer[]): UsageYear[] {
  const known = new Map(usage.map((month) => [month.month, month]))
  const years = new Set(monthsFrom(firstMonth(today), shownMonths).map((month) => month.slice(0, 4)))
  return [...years].map((year) => ({
    year,
    months: monthsFrom(`${year}-01`, 12).map((month) => known.get(month)),
  }))
}

/** Whether every day of a month is covered. */
export const isWhole = ({ coverage }: UsageMonthAnswer): boolean => coverage === 1
