import { problems } from '../../contract/problems'
import { readNumber, whyUnread } from '../../ui/value/numbers'
import { months, type Volumes } from '../../records/bids/volumes'

/** What became of cells that were pasted into a month. */
interface Pasted {
  volumes: Partial<Volumes>
  /** What people are told of it. */
  report: string
}

const shortNames = months.map(({ name }) => name.slice(0, 3).toLowerCase())

/** 'Jan', 'January', 'Jan.', as a spreadsheet heads its months. */
const isMonthName = (cell: string) =>
  /^[a-z]{3,9}\.?$/i.test(cell) && shortNames.includes(cell.slice(0, 3).toLowerCase())

const cellsIn = (text: string) =>
  text
    .replace(/[\r\n]+$/, '')
    .split(/\t|\r?\n/)
    .map((cell) => cell.trim())

/**
 * Several cells of a spreadsheet, in a row or in a column, as the volumes of the months from the given one on; null for
 * a text that is one value only. Names of months are passed over; what is no number leaves its month as it is.
 */
export const pastedVolumes = (text: string, first: number): Pasted | null => {
  const cells = cellsIn(text)
  if (cells.length < 2) return null
  const values = cells.filter((cell) => !isMonthName(cell)).map(readNumber)
  const taken = months
    .slice(first, first + values.length)
    .map(({ name, field }, index) => ({ name, field, value: values[index] ?? null }))
  const readable = taken.filter(({ value }) => typeof value !== 'string')
  const unread = taken.flatMap(({ name, value }) =>
    typeof value === 'string' ? [{ name, text: value }] : [],
  )
  const advice = new Set(unread.map(({ text: cell }) => whyUnread(cell)))
  advice.delete(problems.number)
  const left = values.length - taken.length

  return {
    volumes: Object.fromEntries(readable.map(({ field, value }) => [field, value])),
    report: [
      `Filled ${readable.length} of ${values.length} cells.`,
      unread.length > 0 &&
        `No number for ${unread.map(({ name, text: cell }) => `${name} (${cell})`).join(', ')}.`,
      ...advice,
      left > 0 && `December is the last month: ${left} did not fit.`,
    ]
      .filter(Boolean)
      .join(' '),
  }
}
