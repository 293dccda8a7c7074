/** A line of a CSV file that breaks the format; its message says why, for people. */
export class CsvFault extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message)
  }
}

/** A record of a CSV file, and the line of the file where it begins, from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** The pieces of a file: a cell in quotes, a quote alone, a comma, a line end, or text without any of them. */
const pieces = /"[^"]*(?:""[^"]*)*"|"|,|\r\n|\r|\n|[^",\r\n]+/g
const lineEnd = /\r\n|\r|\n/g
/** So many are read at most: five thousand lines of five columns. */
const maxPieces = 50_000

/**
 * Reads comma-separated values (RFC 4180). Lines end with any of the usual line ends; empty lines are left out.
 * @throws CsvFault for a quote where none may stand, one without its partner, or far more values than any list needs.
 */
export function parseCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, cells: [] }
  let line = 1
  /** What has been read of the cell; null where nothing has, and the cell may still be one in quotes. */
  let cell: { text: string; isQuoted: boolean } | null = null

  const endCell = () => {
    record.cells.push(cell?.text ?? '')
    cell = null
  }
  const endRecord = () => {
    if (cell === null && record.cells.length === 0) return
    endCell()
    records.push(record)
  }

  let read = 0
  for (const [piece] of text.matchAll(pieces)) {
    if (++read > maxPieces) throw new CsvFault(line, 'Holds too many values.')
    if (piece === ',') endCell()
    else if (/^[\r\n]/.test(piece)) {
      endRecord()
      record = { line: line + 1, cells: [] }
    } else if (cell !== null) {
      throw new CsvFault(
        line,
        cell.isQuoted ? 'Text follows a closing quote.' : 'A value that holds quotes has to stand in quotes.',
      )
    } else if (piece === '"') throw new CsvFault(line, 'A quote is not closed.')
    else if (piece.startsWith('"')) cell = { text: piece.slice(1, -1).replaceAll('""', '"'), isQuoted: true }
    else cell = { text: piece, isQuoted: false }
    line += piece.match(lineEnd)?.length ?? 0
  }
  endRecord()
  return records
}
