/** Reads a table of names as written by spreadsheets: in any of their encodings, with any of their separators. */
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
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

const delimiters = [',', ';', '\t', '|'] as const
type Delimiter = (typeof delimiters)[number]

/** Headings of the column with the names, the surest first, in folded form. */
const headings = [
  ...['source name', 'source names', 'name', 'names', 'source', 'sources'],
  ...['broker name', 'broker', 'brokers', 'consultant name', 'consultant', 'consultants'],
  ...['company name', 'company', 'organization name', 'organization', 'firm'],
]

/** Lines sampled to detect the separator, and records read at most. */
const sampled = 50
const maxRecords = 20_000
/** Characters parsed in a turn of the event loop. */
const pieceLength = 32_768

/**
 * Reads the bytes of a file.
 * @throws UnreadableTable for a file that is no list of names.
 */
export async function readNameTable(bytes: Buffer): Promise<NameTable> {
  const text = decode(bytes)
  if (/^\s*[<{[]/.test(text) || text.startsWith('%PDF')) throw new UnreadableTable(notCsv)
  const delimiter = delimiterOf(text)
  const rows = await readRows(text, delimiter)
  return namesIn(rows, delimiter)
}

const notCsv = 'This is no list of names. Save the list as a CSV file, one name to a line.'

function decode(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  const text = encoding === null ? fromWindows(bytes) : new TextDecoder(encoding).decode(bytes)
  // Spreadsheets in their own format are ZIP archives.
  if (bytes.subarray(0, 2).toString('latin1') === 'PK' || text.includes('\0'))
    throw new UnreadableTable(notCsv)
  return text
}

/** The characters of Windows-1252 at the places of 32 control characters; the decoder of Node 20 does not map these. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ'

const fromWindows = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9F]/g, (character) => windows[character.charCodeAt(0) - 0x80] ?? '')

/** By the byte order mark, else by the bytes; null for Windows-1252. */
function encodingOf(bytes: Buffer): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 1_000)
  const zeros = (offset: number) => sample.filter((byte, index) => index % 2 === offset && byte === 0).length
  if (zeros(1) > sample.length / 4) return 'utf-16le'
  if (zeros(0) > sample.length / 4) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return null
  }
}

/** The separator with the same count in each line; else that of the first line, or the most frequent. */
function delimiterOf(text: string): Delimiter {
  const lines = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, sampled * 2)
    .filter((line) => line.trim() !== '')
    .slice(0, sampled)
  const found = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const isRegular = (counts[0] ?? 0) > 0 && counts.every((count) => count === counts[0])
    return { delimiter, isRegular, first: counts[0] ?? 0, all: counts.reduce((sum, count) => sum + count, 0) }
  })
  const [best] = found.sort(
    (a, b) => Number(b.isRegular) - Number(a.isRegular) || b.first - a.first || b.all - a.all,
  )
  return best?.delimiter ?? ','
}

interface Row {
  line: number
  cells: string[]
}

/** The errors of csv-parse, as texts for users. */
const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is not closed.',
  CSV_INVALID_CLOSING_QUOTE: 'Text follows a closing quote.',
  INVALID_OPENING_QUOTE: 'A value that holds quotes has to stand in quotes.',
}

async function readRows(text: string, delimiter: Delimiter): Promise<Row[]> {
  const rows: Row[] = []
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  })
  try {
    for await (const { record, info } of Readable.from(pieces(text)).pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (rows.length === maxRecords) throw new UnreadableTable('Holds too many lines.')
      const within = record.join('').match(/\r\n|\r|\n/g)?.length ?? 0
      rows.push({ line: info.lines - within, cells: record.map((cell) => cell.trim()) })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { lines?: number }
    throw new UnreadableTable(faults[error.code] ?? 'This line is not CSV.', lines)
  }
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
}

async function* pieces(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += pieceLength) {
    await turn()
    yield text.slice(start, start + pieceLength)
  }
}

const hasLetter = (cell: string): boolean => /\p{L}/u.test(cell)

function namesIn(rows: readonly Row[], delimiter: Delimiter): NameTable {
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
const headsNumbers = (first: Row, rest: readonly Row[]): boolean =>
  first.cells.some(
    (cell, index) =>
      hasLetter(cell) &&
      rest.length > 0 &&
      rest.every(({ cells }) => (cells[index] ?? '') === '' || !hasLetter(cells[index] ?? '')) &&
      rest.some(({ cells }) => (cells[index] ?? '') !== ''),
  )

function firstTextColumn(rows: readonly Row[]): number {
  const width = Math.max(0, ...rows.slice(0, sampled).map(({ cells }) => cells.length))
  const share = (column: number) => rows.filter(({ cells }) => hasLetter(cells[column] ?? '')).length
  const columns = Array.from({ length: width }, (_, column) => column)
  return columns.find((column) => share(column) * 2 > rows.length) ?? 0
}

/** Refuses names with an unquoted comma, which would lose the part after it. */
function refuseLooseNames(
  rows: readonly Row[],
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
