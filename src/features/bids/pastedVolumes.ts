import { withoutMarks } from '../../contract/textRules'
import { converted, months, type Unit, type Volumes } from '../../resources/bids/volumes'
import { counted } from '../../ui/value/numbers'
import { gridOf, transposed, type Grid } from './usage/grid'
import { historyOf, isTotal } from './usage/history'
import { isMonth, mentionsMonth } from './usage/monthLabels'
import { quantitiesIn, readCell, type Quantity, Refused } from './usage/quantities'
import { isCost, volumesOf } from './usage/usageColumn'

/** The result of a usage history pasted into a month. */
interface Pasted {
  /** The filled months; null where the whole text is refused. */
  volumes: Partial<Volumes> | null
  /** The message about the result. */
  report: string
}

/** Ten times the length of a ten-year usage history. */
const maxPasted = 20_000

interface Read {
  /** How the months were recognized: 'by name'. */
  manner: string
  filled: { month: number; quantity: Quantity }[]
  /** The ignored parts, as sentences. */
  notes: string[]
}

const nameOf = (month: number) => months[month]?.name ?? ''

const monthsOf = (grid: Grid) => Math.max(0, ...grid.map((row) => row.filter(isMonth).length))

/** The grid with months in rows. */
const upright = (grid: Grid): Grid => {
  const turned = transposed(grid)
  const isLying = monthsOf(grid) > monthsOf(turned) || (grid[0]?.length ?? 0) < 2
  return isLying ? turned : grid
}

const byMonth = (grid: Grid): Read | null => {
  const history = historyOf(upright(grid)) ?? historyOf(transposed(upright(grid)))
  if (!history) return null
  const { by, volumes, leftOut, heading, hasTotal } = volumesOf(history)
  return {
    manner: `by ${by}`,
    filled: volumes,
    notes: [
      leftOut > 0 ? `The volumes are those ${heading ? `of “${heading}”` : 'without a dollar sign'}.` : '',
      hasTotal ? 'A total was passed over.' : '',
    ],
  }
}

/** Numbers without months: as many as months from the given one on, in one row or column. */
const byPosition = (grid: Grid, first: number): Read => {
  const rows = grid.filter((row) => !row.some(isTotal))
  const line = rows.length === 1 ? (rows[0] ?? []) : rows.map((row) => row.find((cell) => cell !== '') ?? '')
  const isOneLine = rows.length === 1 || rows.every((row) => row.filter((cell) => cell !== '').length <= 1)
  if (!isOneLine)
    throw new Refused(
      'Which numbers belong to which months cannot be told. Paste them with the names of the months.',
    )
  const start = line.findIndex((cell) => !['empty', 'text'].includes(readCell(cell).kind))
  if (start < 0) throw new Refused('There is no number.')
  const heading = line.slice(0, start).join(' ')
  if (mentionsMonth(heading) || isCost(heading)) throw new Refused(`“${heading}” stands above the numbers.`)
  const cells = line.slice(start)
  const left = months.length - first
  if (cells.length !== left)
    throw new Refused(
      `${counted(cells.length, 'number')} without names of months, and ${counted(left, 'month')} from ${nameOf(first)} on. ` +
        'Paste the names of the months as well.',
    )
  const names = cells.map((_cell, at) => nameOf(first + at))
  const quantities = quantitiesIn(cells.map(readCell), names, heading, '')
  return {
    manner: `in order, ${names[0]} to ${names.at(-1)}`,
    filled: quantities.map((quantity, at) => ({ month: first + at, quantity })),
    notes: [rows.length < grid.length ? 'A total was passed over.' : ''],
  }
}

/** One cell with a number and its unit, which the field itself does not accept. */
const single = (text: string, first: number): Read | null => {
  const cell = readCell(text)
  if (cell.kind === 'foreign' || (cell.kind === 'quantity' && cell.unit !== null))
    return {
      manner: 'with its unit',
      filled: quantitiesIn([cell], [nameOf(first)], '', '').map((quantity) => ({ month: first, quantity })),
      notes: [],
    }
  return null
}

const told = ({ manner, filled, notes }: Read, unit: Unit): Pasted => {
  const given = filled.flatMap(({ month, quantity }) => (quantity ? [{ month, ...quantity }] : []))
  const empty = filled.filter(({ quantity }) => !quantity).map(({ month }) => nameOf(month))
  const others = [...new Set(given.map((each) => each.unit))].filter((each) => each !== null && each !== unit)
  return {
    volumes: Object.fromEntries(
      given.map(({ month, value, unit: own }) => [
        months[month]?.field ?? '',
        converted(value, own ?? unit, unit),
      ]),
    ),
    report: [
      `Filled ${given.length} of ${counted(filled.length, 'month')} ${manner}.`,
      others.length > 0 ? `Converted from ${others.join(' and ')} to ${unit}: 1 dth is 10 th.` : '',
      empty.length > 0 ? `Without a number and left as it was: ${empty.join(', ')}.` : '',
      ...notes,
    ]
      .filter((part) => part !== '')
      .join(' '),
  }
}

/**
 * Parses a pasted usage history to volumes in the given unit: by the months that it names, else from the given month on
 * if the number of values fits exactly; refused as a whole if any part is ambiguous. Null for a single value, which is
 * left to the field.
 */
export const pastedVolumes = (copied: string, first: number, unit: Unit): Pasted | null => {
  // Months and numbers have no invisible characters, which are copied with them (K8).
  const text = withoutMarks(copied, 'identifier')
  if (text.trim() === '') return null
  try {
    if (text.length > maxPasted) throw new Refused('This is more than a year of months.')
    const grid = gridOf(text)
    const isOne = grid.length === 1 && grid[0]?.length === 1 && !isMonth(grid[0][0] ?? '')
    const read = isOne ? single(grid[0]?.[0] ?? '', first) : (byMonth(grid) ?? byPosition(grid, first))
    return read && told(read, unit)
  } catch (error) {
    if (error instanceof Refused) return { volumes: null, report: `Nothing was filled. ${error.message}` }
    throw error
  }
}
