import { months } from '../../../resources/bids/volumes'
import { isYear, type History } from './history'
import { namesUnit, quantitiesIn, readCell, unitsIn, type Cell, Refused } from './quantities'

export const isCost = (heading: string) =>
  /cost|charge|amount|price|rate|\$|€|usd|dollar|\bdue\b|\bfees?\b|\btax|paid|balance|spend/i.test(heading)
const isOther = (heading: string) =>
  /\bdays?\b|degree|\bhdd\b|\bcdd\b|temp|demand|\breads?\b|reading|account|peak|average|\bavg\b|\bper\b|daily|%|percent|share|number|\bno\b|#/i.test(
    heading,
  )
const isUsage = (heading: string) =>
  !isCost(heading) &&
  !isOther(heading) &&
  (/usage|volume|consum|quantit|\bqty\b|\bused?\b|deliver|burn/i.test(heading) ||
    unitsIn(heading).units.length > 0)

interface Candidate {
  heading: string
  cells: Cell[]
}

const isNumeric = ({ cells }: Candidate) => cells.some(({ kind }) => kind !== 'empty' && kind !== 'text')

/** A column of counters: years, month numbers or row numbers. */
const isCounter = ({ cells, heading }: Candidate, { rows }: History) => {
  const values = cells.map((cell) => (cell.kind === 'quantity' ? cell.value : null))
  return (
    (/\byears?\b/i.test(heading) && !isUsage(heading)) ||
    cells.every((cell) => cell.kind === 'quantity' && isYear(cell.text)) ||
    (rows.length > 2 &&
      (values.every((value, at) => value === (rows[at]?.month ?? -1) + 1) ||
        values.every((value, at) => value === at + 1)))
  )
}

const isAllMoney = ({ cells }: Candidate) => cells.every((cell) => cell.kind !== 'quantity' || cell.isMoney)

/** The only column with usage. */
const usageColumn = (history: History): { column: Candidate; others: number } => {
  const all = history.headings
    .map((heading, at) => ({ heading, cells: history.rows.map(({ cells }) => readCell(cells[at] ?? '')) }))
    .filter(isNumeric)
  const counted = all.length > 1 ? all.filter((each) => !isCounter(each, history)) : all
  const [only] = counted
  if (!only)
    throw new Refused(all.length > 0 ? 'No column can be told to hold the volumes.' : 'There is no number.')
  if (counted.length === 1) {
    if (isCost(only.heading)) throw new Refused(`“${only.heading}” is no volume.`)
    return { column: only, others: 0 }
  }
  const named = counted.filter(({ heading }) => isUsage(heading))
  const unnamed = counted.filter((each) => each.heading === '' && !isAllMoney(each))
  const others = counted.filter((each) => !named.includes(each) && !unnamed.includes(each))
  const areCosts = others.every((each) => isAllMoney(each) || isCost(each.heading) || isOther(each.heading))
  const [column] = named.length > 0 ? named : unnamed
  if (!column || named.length > 1 || (named.length === 0 && (unnamed.length > 1 || !areCosts)))
    throw new Refused(
      'More than one column holds numbers, and which one is the usage cannot be told. Paste the months and that column alone.',
    )
  return { column, others: counted.length - 1 }
}

/** The units in columns of their own, beside the numbers. */
const unitCells = ({ rows }: History): string[] => [
  ...new Set(
    rows.flatMap(({ cells }) => cells).filter((cell) => readCell(cell).kind === 'text' && namesUnit(cell)),
  ),
]

/** A history's volumes by month. */
export const volumesOf = (history: History) => {
  const { column, others } = usageColumn(history)
  const monthNames = history.rows.map(({ month }) => months[month]?.name ?? '')
  const heading = [column.heading, ...unitCells(history)].join(' ').trim()
  const quantities = quantitiesIn(column.cells, monthNames, heading, history.title)
  return {
    by: history.by,
    volumes: history.rows.map(({ month }, at) => ({ month, quantity: quantities[at] ?? null })),
    leftOut: others,
    heading: column.heading,
    hasTotal: history.hasTotal,
  }
}
