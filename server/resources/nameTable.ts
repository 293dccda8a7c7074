/** Reads a table of names from a CSV file. */
import { CsvFault, decodeText, readCsv, type CsvRow, type Delimiter } from '../kit/csv'
import { fold } from '../kit/fold'

/** Why a file is no list of names, as a text for users; `line` counts from 1, where one line is wrong. */
export class UnreadableTable extends Error {
  constructor(why: string, line?: number) {
    super(line === undefined ? why : `line ${line}: ${why}`)
  }
}

/** The names of a file, each with its line, and remarks about the file. */
export interface NameTable {
  names: { line: number; value: string }[]
  notes: string[]
}

/** Headings of the column with the names, the surest first, in folded form. */
const headings = [
  ...['source name', 'source names', 'name', 'names', 'source', 'sources'],
  ...['broker name', 'broker', 'brokers', 'consultant name', 'consultant', 'consultants'],
  ...['company name', 'company', 'organization name', 'organization', 'firm'],
]

/** Rows sampled to find the column of names, and read at most. */
const sampled = 50
const maxRows = 20_000

/**
 * Reads the bytes of a file.
 * @throws UnreadableTable for a file that is no list of names.
 */
export async function readNameTable(bytes: Buffer): Promise<NameTable> {
  const text = await decode(bytes)
  if (/^\s*[<{[]/.test(text) || text.startsWith('%PDF')) throw new UnreadableTable(notCsv)
  const { rows, delimiter } = await readCsv(text, maxRows).catch((error: unknown) => {
    throw error instanceof CsvFault ? new UnreadableTable(error.message, error.line) : error
  })
  if (rows.length > maxRows) throw new UnreadableTable('Holds too many lines.')
  const trimmed = rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) }))
  return namesIn(trimmed, delimiter)
}

const notCsv = 'This is no list of names. Save the list as a CSV file, one name to a line.'

async function decode(bytes: Buffer): Promise<string> {
  const text = await decodeText(bytes)
  // Spreadsheets in their own format are ZIP archives.
  if (bytes.subarray(0, 2).toString('latin1') === 'PK' || text.includes('\0'))
    throw new UnreadableTable(notCsv)
  return text
}

const hasLetter = (cell: string): boolean => /\p{L}/u.test(cell)

function namesIn(rows: readonly CsvRow[], delimiter: Delimiter): NameTable {
  const [first, ...rest] = rows
  if (!first) return { names: [], notes: [] }
  const known = headingIn(first.cells)
  const column = known ?? firstTextColumn(rows)
  const hasHeading = known !== null || headsNumbers(first, rest)
  const body = hasHeading ? rest : rows
  const width = Math.max(...(hasHeading ? [first] : body.slice(0, 1)).map(({ cells }) => cells.length))
  refuseLooseNames(body, width, delimiter, hasHeading)
  const names = body.map(({ line, cells }) => ({ line, value: cells[column] ?? '' }))
  const filled = names.filter(({ value }) => value !== '')
  if (filled.filter(({ value }) => !hasLetter(value)).length * 2 > filled.length)
    throw new UnreadableTable(notCsv)
  const others = hasHeading ? first.cells.filter((cell, index) => index !== column && cell !== '') : []
  return {
    names,
    notes: [
      ...(hasHeading ? [`The first line is a heading: ${first.cells[column] ?? ''}.`] : []),
      ...(width > 1
        ? [
            others.length > 0
              ? `Left out: ${others.slice(0, 10).join(', ')}.`
              : `Left out: ${width - 1} more ${width === 2 ? 'column' : 'columns'}.`,
          ]
        : []),
    ],
  }
}

/** The column with a heading for names; null where there is none. */
function headingIn(cells: readonly string[]): number | null {
  const folded = cells.map((cell) =>
    fold(cell)
      .replaceAll(/[\s_-]+/g, ' ')
      .trim(),
  )
  const wanted = headings.find((heading) => folded.includes(heading))
  return wanted === undefined ? null : folded.indexOf(wanted)
}

/** Whether the first line has words over columns of numbers. */
const headsNumbers = (first: CsvRow, rest: readonly CsvRow[]): boolean =>
  first.cells.some(
    (cell, index) =>
      hasLetter(cell) &&
      rest.length > 0 &&
      rest.every(({ cells }) => (cells[index] ?? '') === '' || !hasLetter(cells[index] ?? '')) &&
      rest.some(({ cells }) => (cells[index] ?? '') !== ''),
  )

function firstTextColumn(rows: readonly CsvRow[]): number {
  const width = Math.max(0, ...rows.slice(0, sampled).map(({ cells }) => cells.length))
  const share = (column: number) => rows.filter(({ cells }) => hasLetter(cells[column] ?? '')).length
  const columns = Array.from({ length: width }, (_, column) => column)
  return columns.find((column) => share(column) * 2 > rows.length) ?? 0
}

/** Refuses names with an unquoted comma, which would lose the part after it. */
function refuseLooseNames(
  rows: readonly CsvRow[],
  width: number,
  delimiter: Delimiter,
  hasHeading: boolean,
): void {
  const loose = rows.find(
    ({ cells }) =>
      cells.slice(width).some((cell) => cell !== '') ||
      (!hasHeading && delimiter === ',' && cells.length > 1 && cells.every(hasLetter)),
  )
  if (loose)
    throw new UnreadableTable(
      `Too many values; a name with ${delimiter === ',' ? 'a comma' : `“${delimiter}”`} has to stand in quotes.`,
      loose.line,
    )
}
