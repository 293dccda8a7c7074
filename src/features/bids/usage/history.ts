import { months } from '../../../resources/bids/volumes'
import type { Grid } from './grid'
import { isMonth, readMonths, type MonthLabel } from './monthLabels'
import { namesUnit, readCell, Refused, unitsIn } from './quantities'

/** A usage history with months in rows. */
export interface History {
  /** How its months were recognized. */
  by: 'name' | 'date' | 'number'
  rows: { month: number; cells: string[] }[]
  /** The header of each column. */
  headings: string[]
  /** The texts above and below all columns. */
  title: string
  hasTotal: boolean
}

export const isTotal = (text: string) =>
  /^(?:[\w-]+ )*(?:(?:grand |sub)?totals?|sum|annual|yearly|average|avg|mean|min(?:imum)?|max(?:imum)?|ytd)\b/i.test(
    text,
  )

export const isYear = (text: string) => /^(?:19|20)\d\d$/.test(text)
const isMonthNumber = (text: string) => /^(?:0?[1-9]|1[0-2])\.?$/.test(text)
const isYearAndMonth = (text: string) => /^(?:19|20)\d\d(?:0[1-9]|1[0-2])$/.test(text)
const isNumber = (text: string) => !['empty', 'text'].includes(readCell(text).kind)

const columnOf = (grid: Grid, column: number) => grid.map((row) => row[column] ?? '')
const isDifferent = (values: readonly unknown[]) => new Set(values).size === values.length

const fromNumber = (text: string): MonthLabel =>
  isYearAndMonth(text)
    ? { month: Number(text.slice(4)) - 1, year: Number(text.slice(0, 4)) }
    : { month: Number.parseInt(text, 10) - 1, year: null }

interface Labels {
  column: number
  by: History['by']
  labels: (MonthLabel | null)[]
}

/** The column with '1' to '12', or '202701' and on, beside one of volumes. */
const numberedColumn = (grid: Grid): Labels | null => {
  const found = (grid[0] ?? []).flatMap((_cell, column): Labels[] => {
    const cells = columnOf(grid, column)
    const heading = cells.findIndex((cell) => isMonthNumber(cell) || isYearAndMonth(cell))
    const isHeaded = cells
      .slice(0, Math.max(heading, 0))
      .some((cell) => /^(?:gas )?(?:months?|mth|mo)\b/i.test(cell))
    const numbers = cells.filter((cell) => isNumber(cell))
    const [fits, isWhole] = numbers.every(isYearAndMonth)
      ? [true, numbers.length > 2]
      : [numbers.every(isMonthNumber), numbers.length === months.length]
    if (!fits || !(isWhole || isHeaded) || !isDifferent(numbers.map((text) => fromNumber(text).month)))
      return []
    return [{ column, by: 'number', labels: cells.map((cell) => (isNumber(cell) ? fromNumber(cell) : null)) }]
  })
  if (found.length > 1) throw new Refused('More than one column could hold the months.')
  return found[0] ?? null
}

/** The column with the names of months. */
const namedColumn = (grid: Grid): Labels | null => {
  const columns = (grid[0] ?? []).map((_cell, column) => columnOf(grid, column))
  const found = columns.flatMap((cells, column) => (cells.some(isMonth) ? [{ cells, column }] : []))
  const read = found.map(({ cells, column }) => {
    const labels = readMonths(cells)
    if (!labels)
      throw new Refused('Dates such as 01.02.2027 can be read in two ways. Write the names of the months.')
    const isNamed = cells.some((cell, at) => labels[at] && /[a-z]/i.test(cell))
    return { column, by: isNamed ? ('name' as const) : ('date' as const), labels }
  })
  const [first] = read
  const agree = read.every(({ labels }) =>
    labels.every((label, at) => label?.month === first?.labels[at]?.month),
  )
  if (!agree) throw new Refused('Months stand in more than one column, and not the same ones.')
  return first ?? null
}

const listOf = (texts: readonly string[]) => texts.join(', ')

const refuseSeveral = (rows: readonly { label: MonthLabel }[]) => {
  const twice = rows.find(
    ({ label }, index) => rows.findIndex((row) => row.label.month === label.month) !== index,
  )
  if (!twice) return
  const { month } = twice.label
  const years = rows.filter((row) => row.label.month === month).map((row) => row.label.year)
  const told =
    years.every((year) => year !== null) && isDifferent(years) ? ` (${listOf(years.map(String))})` : ''
  throw new Refused(`${months[month]?.name} comes more than once${told}. Paste twelve months of one year.`)
}

/** The rows of a grid by month; null without months. */
export const historyOf = (grid: Grid): History | null => {
  const found = namedColumn(grid) ?? ((grid[0]?.length ?? 0) > 1 ? numberedColumn(grid) : null)
  if (!found) return null
  const { column, by, labels } = found
  const start = labels.findIndex((label) => label !== null)
  const rest = (row: string[]) => row.filter((_cell, at) => at !== column)
  const above = grid.slice(0, start)
  const stray = above.find((row) => rest(row).some((cell) => isNumber(cell) && !isYear(cell)))
  if (stray) throw new Refused(`“${stray[column]}” is the name of no month.`)

  const rows: { label: MonthLabel; cells: string[] }[] = []
  let hasTotal = false
  /** What stands below the months, such as 'in therms' and 'Total dth'. */
  const below: string[] = []
  for (const [index, row] of grid.entries()) {
    const label = labels[index]
    const cells = rest(row)
    if (label) rows.push({ label, cells })
    else if (index > start && cells.some(isNumber)) {
      if (![row[column] ?? '', ...cells].some(isTotal))
        throw new Refused(row[column] ? `“${row[column]}” is the name of no month.` : 'A row has no month.')
      hasTotal = true
      // The rate of an average is none of the months.
      below.push(...row.filter((cell) => !isNumber(cell) && unitsIn(cell).doubt === null))
    } else if (index > start) below.push(...row)
  }
  refuseSeveral(rows)
  const titles = above.filter((row) => row.filter((cell) => cell !== '').length === 1 && row.length > 1)
  const heads = above.filter((row) => !titles.includes(row)).map(rest)
  const width = (grid[0]?.length ?? 1) - 1
  return {
    by,
    rows: rows.map(({ label, cells }) => ({ month: label.month, cells })),
    headings: Array.from({ length: width }, (_, at) =>
      heads
        .map((row) => row[at])
        .join(' ')
        .trim(),
    ),
    title: [
      ...titles.flat(),
      ...[...above.map((row) => row[column] ?? ''), ...below].filter(
        (cell) => namesUnit(cell) && !titles.flat().includes(cell),
      ),
    ].join(' '),
    hasTotal,
  }
}
